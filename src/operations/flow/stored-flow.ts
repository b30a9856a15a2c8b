/** Past sessions of a live source that are stored whole: a page costs what its rows cost, and nothing is read anew. */
import type { FlowFilters } from '../../domain/flow/flow-filter.ts'
import type { FlowRow } from '../../domain/flow/flow-row.ts'
import { addSums, type FlowSums, inUsd, noFlow } from '../../domain/flow/flow-sums.ts'
import type { FlowMinute } from '../../domain/flow/net-flow.ts'
import { newYorkDate } from '../../domain/market/new-york-time.ts'
import { sessionOn } from '../../domain/market/trading-calendar.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { MarketView } from '../../ports/market-source.ts'
import type { FlowDay } from '../../store/flow-totals.ts'
import type { DateWindow } from '../analytics/date-window.ts'
import type { PageQuestion } from '../analytics/row-page.ts'
import type { Context } from '../context.ts'
import type { Dated } from '../envelope.ts'
import { firstPage, placeOf } from './flow-page.ts'
import { servedWindow } from './market-flow.ts'

/** A busy session of one underlying takes some hundred megabytes as rows. */
export const FLOW_ROW_DAYS = 30

const DAY_MS = 86_400_000
/** Sources whose tapes are written down: the others have theirs at any time. */
const WRITTEN_DOWN: ReadonlySet<string> = new Set(['alpaca'])

/** The first session (New York date) whose rows are all stored, if any of it are. */
export function flowRowsFrom(now: Date): string {
  return newYorkDate(now.getTime() - FLOW_ROW_DAYS * DAY_MS)
}

type StoredParts = Pick<Context, 'store' | 'market' | 'now'>

export interface StoredFlow {
  readonly dated: Dated
  readonly window: DateWindow
  readonly rows: readonly FlowRow[]
  readonly nextCursor: string | null
  /** Of all rows that pass, USD. */
  sums(): Promise<FlowSums>
}

/** Null where the session is not stored whole, or the question reaches beyond it. */
export async function storedFlow(
  parts: StoredParts,
  view: MarketView,
  filters: FlowFilters,
  question: PageQuestion,
): Promise<StoredFlow | null> {
  const days = await wholeDays(parts, view, filters)
  const [first] = days
  if (!first) return null
  const { sessionDate } = first
  const { asOfMs: momentMs } = await view.moment()
  const openMs = sessionOn(sessionDate)?.openMs ?? momentMs
  const firstMs = days.reduce((least, day) => Math.min(least, day.firstMs), openMs)
  const lastMs = days.reduce((most, day) => Math.max(most, day.lastMs), firstMs)
  const bounded = {
    ...filters,
    sinceMs: Math.max(filters.sinceMs ?? firstMs, firstMs),
    untilMs: Math.min(filters.untilMs ?? lastMs + 1, lastMs + 1),
  }
  const { limit, cursor } = question
  const found = await parts.store.flowRows.page({
    filters: bounded,
    sessionDate,
    after: placeOf(cursor),
    limit: limit + 1,
  })
  const warnings = filters.symbol === undefined ? [] : first.warnings
  return {
    ...firstPage(found, limit),
    dated: { asOfMs: momentMs, sessionDate, warnings },
    window: servedWindow(firstMs, momentMs, filters),
    sums: () => sumsOf(parts, days, filters),
  }
}

export interface StoredMinutes {
  readonly minutes: readonly FlowMinute[]
  /** What the source said of its tape. */
  readonly warnings: readonly string[]
}

/** A past session by the minute; null where it is not stored whole. */
export async function storedMinutes(
  parts: StoredParts,
  { source }: MarketView,
  symbol: string,
  date: string,
): Promise<StoredMinutes | null> {
  if (!WRITTEN_DOWN.has(source)) return null
  const { flowTotals } = parts.store
  const day = await flowTotals.day(symbol, date)
  if (!day?.isWhole || day.source !== source) return null
  const minutes = await flowTotals.minutes(symbol, date)
  return minutes.length > 0 ? { minutes, warnings: day.warnings } : null
}

/** Of one symbol, or of every symbol that the source has; none where one of them is missing. */
async function wholeDays(parts: StoredParts, view: MarketView, filters: FlowFilters): Promise<FlowDay[]> {
  const { date, source } = view
  const { symbol, sinceMs } = filters
  if (date === undefined || !WRITTEN_DOWN.has(source) || date < flowRowsFrom(parts.now())) return []
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
