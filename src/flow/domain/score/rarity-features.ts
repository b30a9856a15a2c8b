/**
 * The eight features by which prints of a cell are ranked against each other: the higher, the more unusual. NaN is
 * unknown.
 */
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { TradingSession } from '../../../market/domain/calendar/trading-calendar.ts'
import { type PendingRow, premiumOf, priceOf, tradeTypeOf } from '../tape/pending-row.ts'
import type { SketchRange } from './rank-sketch.ts'
import type { UsualFlow } from './usual-flow.ts'

export const FACTORS = [
  'size',
  'premium',
  'volume_oi',
  'history',
  'execution',
  'order_type',
  'timing',
  'strike',
] as const

export type Factor = (typeof FACTORS)[number]

export const FEATURE_RANGES: Readonly<Record<Factor, SketchRange>> = {
  size: { low: -6, high: 9 },
  premium: { low: -8, high: 10 },
  volume_oi: { low: 0, high: 8 },
  history: { low: -8, high: 16 },
  execution: { low: 0, high: 4 },
  order_type: { low: 0, high: 24 },
  timing: { low: 0, high: 4 },
  strike: { low: -4, high: 5 },
}

/** Scheduled events that make earlier prints more significant. */
export interface SymbolCalendar {
  /** Calendar days until the next earnings report; NaN when unknown. */
  readonly daysToEarnings: number
  /** Instants of the session's macro events, epoch milliseconds. */
  readonly eventsMs: readonly number[]
}

export const NO_CALENDAR: SymbolCalendar = { daysToEarnings: Number.NaN, eventsMs: [] }

const EARNINGS_DAYS = 7

/**
 * Indices into the evidence of a row: the ranks of the factors and of their combination, and values quoted in the reasons.
 */
export const EVIDENCE = {
  rank: 0,
  joint: 8,
  usualSize: 9,
  usualPremium: 10,
  expectedVolume: 11,
  minutesToClose: 12,
  minutesToEvent: 13,
  daysToEarnings: 14,
  /** Of the contract and the strikes near it. */
  buys: 15,
  sells: 16,
  overOpenInterest: 17,
  /** Logarithm of the odds that the model gives. */
  accumulation: 18,
  count: 19,
} as const

/**
 * Indices into what the model learns of a row: the features, in the order of the factors, how empty the place of their
 * combination is, and the sum of the points; of a trade that may belong to an accumulation, `ACCUMULATION_FEATURES` follow.
 * A row that is reported needs none of it.
 */
export const FEATURES = { first: 0, emptiness: 8, points: 9, count: 10, accumulation: 10 } as const

export interface FeatureSurroundings {
  readonly usual: UsualFlow
  readonly calendar: SymbolCalendar
  /** Null on a date without a session. */
  readonly session: TradingSession | null
}

/** Writes the features of a row, and their inputs to `evidence`. Both must be all NaN. */
export function writeFeatures(
  row: PendingRow,
  features: number[],
  evidence: number[],
  { usual, calendar, session }: FeatureSurroundings,
): void {
  const { contract, size } = row
  const premium = premiumOf(row)
  const usualSize = usual.sizeOf(contract)
  const usualPremium = usual.premiumAt(row.executedAtMs)
  const expectedVolume = usual.expectedVolume(contract, row.executedAtMs)
  const volume = row.volume >= 0 ? row.volume : contract.seenVolume
  evidence[EVIDENCE.usualSize] = usualSize
  evidence[EVIDENCE.usualPremium] = usualPremium
  evidence[EVIDENCE.expectedVolume] = expectedVolume
  evidence[EVIDENCE.daysToEarnings] = calendar.daysToEarnings
  const { first } = FEATURES
  features[first] = Math.log(size / usualSize) / usual.sizeDeviationOf(contract)
  features[first + 1] = Math.log(premium / usualPremium)
  features[first + 2] = volumeOiFeature(size, volume, contract.openInterest)
  features[first + 3] = volumeResidual(volume, expectedVolume)
  features[first + 4] = executionFeature(row)
  features[first + 5] = orderTypeFeature(row)
  features[first + 6] = timingFeature(row.executedAtMs, evidence, calendar, session)
  features[first + 7] = strikeFeature(row)
}

/** Size of the print and volume of the day relative to open interest. */
function volumeOiFeature(size: number, volume: number, openInterest: number): number {
  if (!(openInterest > 0)) return Number.NaN
  return Math.log1p((10 * size) / openInterest) + Math.log1p(volume / openInterest)
}

/** Dispersion of daily volume: a Poisson count with a gamma-distributed rate of this shape. */
const SHAPE = 1.2

/**
 * Standard deviations by which a Poisson-gamma count exceeds its mean, on the scale on which its variance is constant
 * (Anscombe 1948): grows with the tail probability.
 */
function volumeResidual(volume: number, expected: number): number {
  const scale = (count: number) => Math.asinh(Math.sqrt((count + 0.375) / SHAPE))
  return 2 * Math.sqrt(SHAPE) * (scale(volume) - scale(expected))
}

/** Distance from the middle of the quote in half spreads: 1 at bid and ask. */
function executionFeature(row: PendingRow): number {
  if (row.lowQuality || row.kind !== 'regular' || row.packaged) return Number.NaN
  const { bid, ask } = row
  return Math.abs(priceOf(row) - 0.5 * (bid + ask)) / (0.5 * (ask - bid))
}

function orderTypeFeature(row: PendingRow): number {
  const type = tradeTypeOf(row)
  if (type === 'sweep') return row.legs + 2 * row.exchanges.length
  return type === 'block' ? 1 : 0
}

function timingFeature(
  executedAtMs: number,
  evidence: number[],
  { daysToEarnings, eventsMs }: SymbolCalendar,
  session: TradingSession | null,
): number {
  const toClose = session ? (session.closeMs - executedAtMs) / MINUTE_MS : Number.NaN
  let toEvent = Number.NaN
  for (const ms of eventsMs) {
    const minutes = (ms - executedAtMs) / MINUTE_MS
    if (minutes >= 0 && !(minutes >= toEvent)) toEvent = minutes
  }
  evidence[EVIDENCE.minutesToClose] = toClose
  evidence[EVIDENCE.minutesToEvent] = toEvent
  const close = toClose >= 0 ? Math.exp(-toClose / 20) : 0
  const event = toEvent >= 0 ? Math.exp(-toEvent / 30) : 0
  const earnings = daysToEarnings >= 0 && daysToEarnings <= EARNINGS_DAYS ? 1 - daysToEarnings / (EARNINGS_DAYS + 1) : 0
  return close + 1.5 * event + 1.5 * earnings
}

/** Higher for contracts further out of the money and closer to expiry. */
function strikeFeature({ delta, contract }: PendingRow): number {
  return -Math.log(Math.abs(delta) + 0.01) - 0.3 * Math.log1p(contract.dte)
}
