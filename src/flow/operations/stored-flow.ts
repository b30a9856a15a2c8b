/** Past sessions of a live source that are stored completely: a page is read from the store instead of the tape. */

import { nextTurn } from '../../lib/node/next-turn.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { DateWindow } from '../../market/operations/date-window.ts'
import type { Dated } from '../../market/operations/envelope.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { FlowFilters } from '../domain/flow-filter.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import { addSums, type FlowSums, inUsd, noFlow } from '../domain/sums/flow-sums.ts'
import type { FlowMinute } from '../domain/sums/net-flow.ts'
import type { FlowDay } from '../store/flow-totals.ts'
import type { FlowContext } from './context.ts'
import { type FlowPageRequest, firstPage, placeOf } from './flow-page.ts'
import { servedWindow } from './market-flow.ts'

/** A busy session of one underlying takes hundreds of megabytes as rows. */
export const FLOW_ROW_DAYS = 30

/** The earliest session (New York date) whose rows the retention keeps. */
export function flowRowsFrom(now: Date): string {
  return newYorkDate(now.getTime() - FLOW_ROW_DAYS * DAY_MS)
}

type StoredParts = Pick<FlowContext, 'store' | 'market' | 'now'>

export interface StoredFlow {
  readonly dated: Dated
  readonly window: DateWindow
  readonly rows: readonly FlowRow[]
  readonly nextCursor: string | null
  /** Sums of all matching rows, USD. */
  sums(): Promise<FlowSums>
}

/**
 * Null if the session is not stored completely, the query extends beyond it, or it asks for open interest, which the
 * store has in no column of its own.
 */
export async function storedFlow(
  parts: StoredParts,
  view: MarketView,
  filters: FlowFilters,
  request: FlowPageRequest,
): Promise<StoredFlow | null> {
  if (filters.minVolumeOiRatio !== undefined) return null
  const days = await wholeDays(parts, view, filters)
  const [first] = days
  if (!first) return null
  const { sessionDate } = first
  const { asOfMs: momentMs } = await view.moment()
  const openMs = sessionOn(sessionDate)?.openMs ?? momentMs
  const firstMs = days.reduce((first, day) => Math.min(first, day.firstMs), openMs)
  const lastMs = days.reduce((last, day) => Math.max(last, day.lastMs), firstMs)
  const bounded = {
    ...filters,
    sinceMs: Math.max(filters.sinceMs ?? firstMs, firstMs),
    untilMs: Math.min(filters.untilMs ?? lastMs + 1, lastMs + 1),
  }
  const found = await parts.store.flowRows.page({
    filters: bounded,
    sessionDate,
    sort: request.sort,
    after: placeOf(request),
    limit: request.limit + 1,
  })
  const warnings = filters.symbol === undefined ? [] : first.warnings
  return {
    ...firstPage(found, request),
    dated: { asOfMs: momentMs, sessionDate, warnings },
    window: servedWindow(firstMs, momentMs, filters),
    sums: () => sumsOf(parts, days, filters),
  }
}

export interface StoredMinutes {
  readonly minutes: readonly FlowMinute[]
  /** Warnings of the source about its tape. */
  readonly warnings: readonly string[]
}

/** A past session by minute; null if it is not stored completely. */
export async function storedMinutes(
  parts: StoredParts,
  { source }: MarketView,
  symbol: string,
  date: string,
): Promise<StoredMinutes | null> {
  if (!parts.market.capabilities.keepsTape) return null
  const { flowTotals } = parts.store
  const day = await flowTotals.day(symbol, date)
  if (!day?.isWhole || day.source !== source) return null
  const minutes = await flowTotals.minutes(symbol, date)
  return minutes.length > 0 ? { minutes, warnings: day.warnings } : null
}

/** Days of one symbol, or of every symbol of the source; empty if any of them is missing. */
async function wholeDays(parts: StoredParts, view: MarketView, filters: FlowFilters): Promise<FlowDay[]> {
  const { date, source } = view
  const { symbol, sinceMs } = filters
  if (date === undefined || !parts.market.capabilities.keepsTape || date < flowRowsFrom(parts.now())) return []
  if (symbol !== undefined && sinceMs !== undefined && newYorkDate(sinceMs) < date) return []
  const days = (await parts.store.flowTotals.days(date)).filter((day) => day.isWhole && day.source === source)
  if (symbol !== undefined) return days.filter((day) => day.symbol === symbol)
  const stored = new Set(days.map((day) => day.symbol))
  const listed = (await parts.market.listings()).filter(({ printsFrom }) => printsFrom !== null)
  return listed.every((each) => stored.has(each.symbol)) ? days : []
}

async function sumsOf({ store }: StoredParts, days: readonly FlowDay[], filters: FlowFilters): Promise<FlowSums> {
  const { symbol: _symbol, ...narrowing } = filters
  const isNarrowed = Object.values(narrowing).some((bound) => bound !== undefined)
  const sums = noFlow()
  for (const day of days) {
    addSums(sums, isNarrowed ? await store.flowRows.sums(day.symbol, day.sessionDate, narrowing) : day.sums)
    await nextTurn()
  }
  return inUsd(sums)
}
