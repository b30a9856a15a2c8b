import { lastSessionBefore, nextTradingDay, sessionOn } from '../../../market/domain/calendar/trading-calendar.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { MinuteBars } from '../../../market/domain/stocks/minute-bars.ts'
import { nullIfNotFound } from '../../../market/operations/null-if-not-found.ts'
import type { Resolution, ScoreHorizon } from '../../domain/scorecard/measured-idea.ts'
import type { PathBar } from '../../domain/scorecard/price-path.ts'
import type { ScorePrices } from '../../ports/score-prices.ts'

/** Minutes that cover less of a session leave too much open: its daily bar is used instead. */
const MIN_COVERAGE = 0.8
const MINUTE_MS = 60_000
/** Closes of one session that differ by more have a split between them. */
const SPLIT_GAP = 0.15

/** The bars of a symbol from a decision to the close of a horizon, in the share scale of the decision's session. */
export interface SymbolPath {
  readonly bars: readonly PathBar[]
  readonly resolution: Resolution
  /** Whether the first bar begins at the decision or later, so that its open is a price to trade at. */
  readonly opensAfterDecision: boolean
  readonly isFirstMinute: boolean
  readonly endDate: string
}

/** The session of a decision, or the last one before it, and those up to the horizon. */
export function sessionsOf(decidedMs: number, horizon: ScoreHorizon): readonly string[] {
  const dates = [lastSessionBefore(decidedMs).date]
  while (dates.length <= horizon) dates.push(nextTradingDay(dates.at(-1) ?? ''))
  return dates
}

/**
 * Null where a daily bar of one of the sessions is missing: an exit in a gap would be missed. Of the session of the
 * decision only what came after it counts: its minutes from then on, or its close alone, because its high and low may
 * lie before.
 */
export async function symbolPath(
  prices: ScorePrices,
  symbol: string,
  decidedMs: number,
  horizon: ScoreHorizon,
): Promise<SymbolPath | null> {
  const dates = sessionsOf(decidedMs, horizon)
  const [first = '', endDate = ''] = [dates[0], dates.at(-1)]
  const daily = await dailyBarsOf(prices, symbol, first, endDate)
  if (daily === null) return null
  const stretches: Stretch[] = []
  for (const date of dates) {
    const bar = daily.bars.get(date)
    const session = sessionOn(date)
    if (!bar || !session) return null
    if (decidedMs >= session.closeMs) continue
    const minutes = minutesIn(await prices.minuteBars(symbol, date), session, bar, daily.scale)
    stretches.push(stretchOf({ bar, minutes, session, scale: daily.scale }, decidedMs))
  }
  const kinds = new Set(stretches.map(({ kind }) => kind))
  const isFirstMinute = stretches[0]?.kind === 'minute'
  const isDuring = decidedMs < (sessionOn(first)?.closeMs ?? 0)
  return {
    bars: stretches.flatMap(({ bars }) => bars),
    resolution: kinds.size > 1 ? 'mixed' : kinds.has('minute') ? 'minute' : 'daily',
    opensAfterDecision: isFirstMinute || !isDuring,
    isFirstMinute,
    endDate,
  }
}

/** What is known of one session after the decision. */
interface Stretch {
  readonly kind: 'minute' | 'daily'
  readonly bars: readonly PathBar[]
}

interface SessionPrices {
  readonly bar: DailyBar
  readonly minutes: readonly PathBar[] | null
  readonly session: { readonly openMs: number; readonly closeMs: number }
  readonly scale: number
}

function stretchOf({ bar, minutes, session, scale }: SessionPrices, decidedMs: number): Stretch {
  const after = (minutes ?? []).filter(({ endMs }) => endMs - MINUTE_MS >= decidedMs)
  if (after.length > 0) return { kind: 'minute', bars: after }
  const isDuring = session.openMs <= decidedMs
  const day = isDuring ? closeOf(bar, session.closeMs, scale) : scaled(bar, session.closeMs, scale)
  return { kind: 'daily', bars: [day] }
}

/** Bars as the end of the horizon knows them, and the factor from their share scale to that of the first session. */
async function dailyBarsOf(prices: ScorePrices, symbol: string, from: string, to: string) {
  const [own, end] = [await nullIfNotFound(prices.viewAt(from)), await nullIfNotFound(prices.viewAt(to))]
  const then = own && (await nullIfNotFound(own.dailyBars(symbol, { from, to: from })))
  const all = end && (await nullIfNotFound(end.dailyBars(symbol, { from, to })))
  const bars = new Map((all ?? []).map((bar) => [bar.date, bar]))
  const scale = (then?.at(-1)?.close ?? Number.NaN) / (bars.get(from)?.close ?? Number.NaN)
  return Number.isFinite(scale) && scale > 0 ? { bars, scale } : null
}

function minutesIn(
  minutes: MinuteBars | null,
  { openMs, closeMs }: { readonly openMs: number; readonly closeMs: number },
  bar: DailyBar,
  scale: number,
): readonly PathBar[] | null {
  if (minutes === null) return null
  const rows = Array.from({ length: minutes.count }, (_, row) => row).filter((row) => {
    const startMs = minutes.startMs[row] ?? Number.NaN
    return startMs >= openMs && startMs < closeMs && Number.isFinite(minutes.close[row])
  })
  const last = rows.at(-1)
  if (last === undefined || rows.length * MINUTE_MS < MIN_COVERAGE * (closeMs - openMs)) return null
  const ratio = bar.close / (minutes.close[last] ?? Number.NaN)
  const factor = scale * (Math.abs(ratio - 1) > SPLIT_GAP ? ratio : 1)
  const at = (column: Float64Array, row: number) => factor * (column[row] ?? Number.NaN)
  return rows.map((row) => ({
    endMs: (minutes.startMs[row] ?? Number.NaN) + MINUTE_MS,
    open: at(minutes.open, row),
    high: at(minutes.high, row),
    low: at(minutes.low, row),
    close: at(minutes.close, row),
  }))
}

function scaled({ open, high, low, close }: DailyBar, endMs: number, scale: number): PathBar {
  return { endMs, open: scale * open, high: scale * high, low: scale * low, close: scale * close }
}

function closeOf({ close }: DailyBar, endMs: number, scale: number): PathBar {
  const price = scale * close
  return { endMs, open: price, high: price, low: price, close: price }
}
