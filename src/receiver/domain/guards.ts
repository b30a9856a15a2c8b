import { MINUTE_MS } from '../../lib/time/duration.ts'

/**
 * Bounds beyond the specification, all off unless they are set. They look back over any 24 hours, 60 minutes or the
 * cool-down, not over calendar days, so that midnight frees nothing.
 */
export interface Guards {
  /** Nothing is decided and nothing is ordered: by the setting. */
  readonly killSwitch: boolean
  readonly maxOrdersPerDay: number | null
  readonly maxNotionalPerDayUsd: number | null
  readonly symbolCooldownMinutes: number | null
  readonly maxDecisionsPerHour: number | null
  /** Of `triggered_at` when the order is about to go out. */
  readonly maxIdeaAgeMinutes: number | null
  /** Of the entry from the market price; target and stop may be ten times as far from the entry. */
  readonly maxEntryDeviationPct: number | null
  /** Only symbols that the market source knows. */
  readonly requireKnownSymbol: boolean
  /** Only these symbols; null for all. */
  readonly allowedSymbols: readonly string[] | null
  readonly deniedSymbols: readonly string[]
  /** Only in regular trading hours. */
  readonly marketHoursOnly: boolean
  /** What is held of a symbol and on order for it, this order included. */
  readonly maxPositionUsd: number | null
  /** Symbols that are held or on order. */
  readonly maxOpenPositions: number | null
  /** Loss of the account since the last close from which on nothing is ordered. */
  readonly maxPortfolioLossPerDayUsd: number | null
  /** No order for a symbol that is held or on order. */
  readonly noAddToPosition: boolean
}

export const HOUR_MS = 3_600_000

/** Orders of the last 24 hours, real and suppressed ones alike, without those that failed and the one in question. */
export interface RecentOrders {
  readonly count: number
  readonly notionalUsd: number
  /** Unix milliseconds of the last one on the same symbol; null when there is none. */
  readonly lastOfSymbolAtMs: number | null
}

/** Why nothing is decided and nothing is ordered while the switch that the store holds is on. */
export const SWITCHED_OFF = 'an operator has turned the kill switch on'

/** Why the order may not go out, or null. */
export function orderGuard(
  { notionalUsd, nowMs }: { readonly notionalUsd: number; readonly nowMs: number },
  recent: RecentOrders,
  guards: Guards,
): string | null {
  const { maxOrdersPerDay, maxNotionalPerDayUsd, symbolCooldownMinutes } = guards
  if (guards.killSwitch) return 'KILL_SWITCH is on'
  if (maxOrdersPerDay !== null && recent.count >= maxOrdersPerDay) return 'MAX_ORDERS_PER_DAY is reached'
  if (maxNotionalPerDayUsd !== null && recent.notionalUsd + notionalUsd > maxNotionalPerDayUsd) {
    return 'MAX_NOTIONAL_PER_DAY_USD would be exceeded'
  }
  const last = recent.lastOfSymbolAtMs
  if (symbolCooldownMinutes !== null && last !== null && nowMs - last < symbolCooldownMinutes * MINUTE_MS) {
    return 'SYMBOL_COOLDOWN_MINUTES have not passed since the last order of this symbol'
  }
  return null
}

/** Why no decision may be requested, or null. */
export function decisionGuard(decisionsOfLastHour: number, guards: Guards): string | null {
  if (guards.killSwitch) return 'KILL_SWITCH is on: nothing is decided and nothing is ordered'
  const { maxDecisionsPerHour } = guards
  return maxDecisionsPerHour !== null && decisionsOfLastHour >= maxDecisionsPerHour
    ? 'MAX_DECISIONS_PER_HOUR is reached: the idea was not decided'
    : null
}

/** Whether anything has to be counted before an order. */
export function countsOrders({ maxOrdersPerDay, maxNotionalPerDayUsd, symbolCooldownMinutes }: Guards): boolean {
  return maxOrdersPerDay !== null || maxNotionalPerDayUsd !== null || symbolCooldownMinutes !== null
}
