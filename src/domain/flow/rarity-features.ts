/**
 * The eight numbers by which a print is compared with others of its kind. Each says by itself how far the print stands
 * out; how rare that is, the ranks within its liquidity class and days to expiry tell. NaN is unknown.
 */
import type { TradingSession } from '../market/trading-calendar.ts'
import { isGatherable, overOpenInterest } from './accumulation.ts'
import { aggressorOf, type Draft, premiumOf, priceOf, tradeTypeOf } from './draft.ts'
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

/** Dates that make prints before them telling. */
export interface SymbolCalendar {
  /** Calendar days until the next earnings report; NaN when unknown. */
  readonly daysToEarnings: number
  /** Instants of the session's macro events, epoch milliseconds. */
  readonly eventsMs: readonly number[]
}

export const NO_CALENDAR: SymbolCalendar = { daysToEarnings: Number.NaN, eventsMs: [] }

const EARNINGS_DAYS = 7
const MINUTE = 60_000

/**
 * Places in the evidence of a row: first the ranks of the factors and of their combination, then the features, then what
 * the sentences about them quote.
 */
export const EVIDENCE = {
  rank: 0,
  joint: 8,
  feature: 9,
  usualSize: 17,
  usualPremium: 18,
  expectedVolume: 19,
  minutesToClose: 20,
  minutesToEvent: 21,
  daysToEarnings: 22,
  emptiness: 23,
  buys: 24,
  sells: 25,
  overOpenInterest: 26,
  count: 27,
} as const

export interface FeatureSurroundings {
  readonly usual: UsualFlow
  readonly calendar: SymbolCalendar
  /** Null on a date without a session. */
  readonly session: TradingSession | null
}

/** Writes the features of a draft and what they were made of into evidence that is all unknown. */
export function writeFeatures(
  draft: Draft,
  evidence: number[],
  { usual, calendar, session }: FeatureSurroundings,
): void {
  const { contract, size } = draft
  const premium = premiumOf(draft)
  const usualSize = usual.sizeOf(contract)
  const usualPremium = usual.premiumAt(draft.executedAtMs)
  const expectedVolume = usual.expectedVolume(contract, draft.executedAtMs)
  const volume = draft.volume >= 0 ? draft.volume : contract.seenVolume
  evidence[EVIDENCE.usualSize] = usualSize
  evidence[EVIDENCE.usualPremium] = usualPremium
  evidence[EVIDENCE.expectedVolume] = expectedVolume
  evidence[EVIDENCE.daysToEarnings] = calendar.daysToEarnings
  writeGathering(draft, evidence)
  const first = EVIDENCE.feature
  evidence[first] = Math.log(size / usualSize) / usual.sizeDeviationOf(contract)
  evidence[first + 1] = Math.log(premium / usualPremium)
  evidence[first + 2] = volumeOiFeature(size, volume, contract.identity.openInterest)
  evidence[first + 3] = volumeResidual(volume, expectedVolume)
  evidence[first + 4] = executionFeature(draft)
  evidence[first + 5] = orderTypeFeature(draft)
  evidence[first + 6] = timingFeature(draft.executedAtMs, evidence, calendar, session)
  evidence[first + 7] = strikeFeature(draft)
}

/** What was bought of the contract so far, where the row buys more of it and it is one that would be gathered. */
function writeGathering(draft: Draft, evidence: number[]): void {
  const { contract, delta, size } = draft
  const { openInterest, dte } = contract.identity
  if (aggressorOf(draft) !== 1 || !isGatherable({ delta, dte })) return
  evidence[EVIDENCE.buys] = contract.buys + 1
  evidence[EVIDENCE.sells] = contract.sells
  evidence[EVIDENCE.overOpenInterest] = overOpenInterest({ netSize: contract.netSize + size, openInterest })
}

/** Share of the open interest that the print and the day amount to. */
function volumeOiFeature(size: number, volume: number, openInterest: number): number {
  if (!(openInterest > 0)) return Number.NaN
  return Math.log1p((10 * size) / openInterest) + Math.log1p(volume / openInterest)
}

/** How widely the volume of a day scatters around its mean: a Poisson count whose rate is gamma of this shape. */
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
function executionFeature(draft: Draft): number {
  if (draft.lowQuality || draft.kind !== 'regular' || draft.packaged) return Number.NaN
  const { bid, ask } = draft
  return Math.abs(priceOf(draft) - 0.5 * (bid + ask)) / (0.5 * (ask - bid))
}

function orderTypeFeature(draft: Draft): number {
  const type = tradeTypeOf(draft)
  if (type === 'sweep') return draft.legs + 2 * draft.exchanges.length
  return type === 'block' ? 1 : 0
}

function timingFeature(
  executedAtMs: number,
  evidence: number[],
  { daysToEarnings, eventsMs }: SymbolCalendar,
  session: TradingSession | null,
): number {
  const toClose = session ? (session.closeMs - executedAtMs) / MINUTE : Number.NaN
  let toEvent = Number.NaN
  for (const ms of eventsMs) {
    const minutes = (ms - executedAtMs) / MINUTE
    if (minutes >= 0 && !(minutes >= toEvent)) toEvent = minutes
  }
  evidence[EVIDENCE.minutesToClose] = toClose
  evidence[EVIDENCE.minutesToEvent] = toEvent
  const close = toClose >= 0 ? Math.exp(-toClose / 20) : 0
  const event = toEvent >= 0 ? Math.exp(-toEvent / 30) : 0
  const earnings = daysToEarnings >= 0 && daysToEarnings <= EARNINGS_DAYS ? 1 - daysToEarnings / (EARNINGS_DAYS + 1) : 0
  return close + 1.5 * event + 1.5 * earnings
}

/** Far out of the money and short of time is rare. */
function strikeFeature({ delta, contract }: Draft): number {
  return -Math.log(Math.abs(delta) + 0.01) - 0.3 * Math.log1p(contract.identity.dte)
}
