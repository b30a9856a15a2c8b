import type { Priority } from '../../notifications/domain/notification.ts'
import type { AlertSource } from '../contract/criteria.ts'
import type { LevelSide } from '../domain/level-kinds.ts'

interface WatchlistSymbolRow {
  account_id: string
  symbol: string
  place: number
}

export interface WatchlistThresholdRow {
  account_id: string
  symbol: string
  premium_min: number | null
  unusual_score_min: number | null
  size_min: number | null
}

export interface AlertRow {
  id: string
  account_id: string
  name: string
  source: AlertSource
  criteria: string
  channels: string | null
  endpoint_id: string | null
  cooldown_minutes: number
  priority: Priority
  enabled: number
  snoozed_until: string | null
  created_at: string
  updated_at: string
}

interface FlowPositionRow {
  shards: number
  shard: number
  symbol: string
  session_date: string
  sequence: number
}

interface LevelStateRow {
  alert_id: string
  symbol: string
  side: LevelSide
  armed: number
  value: number
  level: number
  at_ms: number
}

export interface SavedFilterRow {
  id: string
  account_id: string
  kind: 'flow' | 'screen'
  name: string
  /** JSON. */
  filters: string
  created_at: string
  updated_at: string
}

interface ScreenStateRow {
  alert_id: string
  at_ms: number
  /** JSON. */
  symbols: string
}

export interface AlertTables {
  screen_states: ScreenStateRow
  saved_filters: SavedFilterRow
  level_states: LevelStateRow
  watchlist_symbols: WatchlistSymbolRow
  watchlist_thresholds: WatchlistThresholdRow
  alerts: AlertRow
  flow_positions: FlowPositionRow
}
