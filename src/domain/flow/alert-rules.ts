/**
 * Patterns that a print completes, by name, with every threshold in one table. Premiums are USD, sizes contracts,
 * windows milliseconds.
 */
import type { OptionType } from '../market/chain.ts'
import type { Direction } from './print-side.ts'

export const ALERT_TYPES = [
  'aggressive_call_buying',
  'aggressive_put_buying',
  'aggressive_call_selling',
  'aggressive_put_selling',
  'whale_trade',
  'volume_spike',
  'iv_spike',
  'short_term_options_activity',
  'consistent_call_buying',
  'consistent_put_buying',
  'repeated_activity',
] as const

export type AlertType = (typeof ALERT_TYPES)[number]

const MINUTE = 60_000

export const ALERT_THRESHOLDS = {
  aggressive: { size: 50, premium: 25_000 },
  whale: { premium: 500_000, size: 1_000 },
  /** Size over open interest. */
  volumeSpike: { share: 0.1 },
  /** Implied volatility over the lowest of the window. */
  ivSpike: { ratio: 1.2, windowMs: 60 * MINUTE },
  shortTerm: { dte: 7, size: 100, premium: 50_000 },
  consistent: { buys: 3, size: 200, windowMs: 30 * MINUTE },
  /** Sizes within this share of the present one are similar. */
  repeated: { prints: 3, tolerance: 0.2, windowMs: 5 * MINUTE },
} as const

/** From this premium on a print is a whale for the notification of that name, which is narrower than the pattern. */
export const WHALE_NOTIFICATION_PREMIUM = 500_000

/** The least score of a row that shows the pattern. */
export const ALERT_BASES: Readonly<Record<AlertType, number>> = {
  aggressive_call_buying: 85,
  aggressive_put_buying: 85,
  aggressive_call_selling: 80,
  aggressive_put_selling: 80,
  whale_trade: 95,
  volume_spike: 70,
  iv_spike: 75,
  short_term_options_activity: 70,
  consistent_call_buying: 75,
  consistent_put_buying: 75,
  repeated_activity: 65,
}

/** What the rules look at; NaN is unknown and completes nothing. */
export interface AlertFacts {
  readonly optionType: OptionType
  /** Of the row: 0 where nobody is known to have been aggressive. */
  readonly aggressor: Direction
  readonly size: number
  readonly premium: number
  readonly openInterest: number
  readonly dte: number
  /** Implied volatility of the contract over its lowest within the hour before. */
  readonly volatilityRatio: number
  /** Buys of the contract within the half hour, this one included: how many, and their contracts. */
  readonly buys: number
  readonly boughtSize: number
  /** Similar prints within five minutes, this one included. */
  readonly similar: number
}

const NONE: readonly AlertType[] = []

/** In the order of `ALERT_TYPES`. */
export function alertTypesOf(facts: AlertFacts): readonly AlertType[] {
  const found = [
    ...aggressive(facts),
    ...(isWhale(facts) ? (['whale_trade'] as const) : NONE),
    ...(isVolumeSpike(facts) ? (['volume_spike'] as const) : NONE),
    ...(facts.volatilityRatio >= ALERT_THRESHOLDS.ivSpike.ratio ? (['iv_spike'] as const) : NONE),
    ...(isShortTerm(facts) ? (['short_term_options_activity'] as const) : NONE),
    ...consistent(facts),
    ...(facts.similar >= ALERT_THRESHOLDS.repeated.prints ? (['repeated_activity'] as const) : NONE),
  ]
  return found.length > 0 ? found : NONE
}

/** Highest base of the patterns, 0 without any. */
export function alertBase(types: readonly AlertType[]): number {
  let base = 0
  for (const type of types) base = Math.max(base, ALERT_BASES[type])
  return base
}

function aggressive({ optionType, aggressor, size, premium }: AlertFacts): readonly AlertType[] {
  const least = ALERT_THRESHOLDS.aggressive
  if (aggressor === 0 || !(size >= least.size && premium >= least.premium)) return NONE
  if (aggressor > 0) return optionType === 'call' ? ['aggressive_call_buying'] : ['aggressive_put_buying']
  return optionType === 'call' ? ['aggressive_call_selling'] : ['aggressive_put_selling']
}

function isWhale({ premium, size }: AlertFacts): boolean {
  return premium >= ALERT_THRESHOLDS.whale.premium || size >= ALERT_THRESHOLDS.whale.size
}

function isVolumeSpike({ size, openInterest }: AlertFacts): boolean {
  return openInterest > 0 && size >= ALERT_THRESHOLDS.volumeSpike.share * openInterest
}

function isShortTerm({ dte, size, premium }: AlertFacts): boolean {
  const { dte: most, size: leastSize, premium: leastPremium } = ALERT_THRESHOLDS.shortTerm
  return dte <= most && size >= leastSize && premium >= leastPremium
}

function consistent({ optionType, aggressor, buys, boughtSize }: AlertFacts): readonly AlertType[] {
  const least = ALERT_THRESHOLDS.consistent
  if (aggressor <= 0 || buys < least.buys || boughtSize < least.size) return NONE
  return optionType === 'call' ? ['consistent_call_buying'] : ['consistent_put_buying']
}
