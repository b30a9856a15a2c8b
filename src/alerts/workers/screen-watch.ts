/**
 * Notifies of symbols that pass a saved screen now and did not at the comparison before. The state of each rule is stored
 * with its notification, so a restart neither repeats nor loses one.
 */
import { readFilter, type ScreenFilter } from '../../analytics/domain/screener/screen-filter.ts'
import { passingRows, type ScreenTable } from '../../analytics/domain/screener/screen-table.ts'
import type { AnalyticsContext } from '../../analytics/operations/context.ts'
import { announceRaised, raiseIn } from '../../notifications/operations/raise/raise.ts'
import type { RaiseParts } from '../../notifications/operations/raise/trigger.ts'
import type { ScreenRule } from '../domain/alert-rule.ts'
import type { Shard } from '../domain/shard.ts'
import { screenTrigger } from '../operations/triggers.ts'
import type { AlertStore } from '../store/index.ts'
import type { ScreenState } from '../store/screen-states.ts'
import type { AccountRows } from './account-rows.ts'
import { enabledRules } from './enabled-rules.ts'

export interface ScreenWatchParts extends Omit<AnalyticsContext, 'store'>, Omit<RaiseParts, 'store'> {
  readonly store: AlertStore
  /** Whose rules are compared. */
  readonly shard: Shard
  readonly memory: ScreenMemory
}

/** State between polls. */
export interface ScreenMemory {
  rules: AccountRows<ScreenRule> | undefined
}

export function screenMemory(): ScreenMemory {
  return { rules: undefined }
}

/** Compares every rule with the present table, which is at most some minutes old. Always returns false. */
export async function notifyOfScreens(parts: ScreenWatchParts, signal: AbortSignal): Promise<boolean> {
  const { shard } = parts
  parts.memory.rules ??= enabledRules(parts.store, 'screen', shard)
  const rules = await parts.memory.rules.read()
  if (rules.length === 0) return false
  const view = await parts.viewAt()
  if (view.isReplay) return false
  const { table, dated } = await parts.screenTables.at(undefined, parts)
  const before = new Map((await parts.store.screenStates.of(shard)).map((state) => [state.alertId, state]))
  for (const rule of rules) {
    if (signal.aborted) break
    const now = { alertId: rule.id, atMs: dated.asOfMs, symbols: passingSymbols(table, rule) }
    await compare(parts, rule, before.get(rule.id), now)
  }
  return false
}

function passingSymbols(table: ScreenTable, { criteria }: ScreenRule): string[] {
  const filters = criteria.filters
    .map(readFilter)
    .filter((filter): filter is ScreenFilter => typeof filter !== 'string')
  const wanted = criteria.symbols && new Set(criteria.symbols)
  return passingRows(table, filters)
    .map((row) => table.symbols[row] ?? '')
    .filter((symbol) => !wanted || wanted.has(symbol))
}

/** The first comparison notifies of nothing, nor does a table that is no later than the last. */
async function compare(
  parts: ScreenWatchParts,
  rule: ScreenRule,
  before: ScreenState | undefined,
  now: ScreenState,
): Promise<void> {
  if (before && now.atMs <= before.atMs) return
  const known = new Set(before?.symbols)
  const entered = before ? now.symbols.filter((symbol) => !known.has(symbol)) : []
  const hasLeft = before?.symbols.some((symbol) => !now.symbols.includes(symbol)) ?? true
  if (entered.length === 0 && !hasLeft) return
  const entry = { symbols: entered, total: now.symbols.length, atMs: now.atMs }
  const raised = await parts.store.transaction(async (repositories) => {
    await repositories.screenStates.put(now)
    return await raiseIn(repositories, parts, entered.length > 0 ? [screenTrigger(rule, entry)] : [])
  }, 'hot')
  announceRaised(parts.notifier, raised)
}
