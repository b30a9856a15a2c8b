/**
 * Alert types: named patterns that a print completes, with all thresholds in one table. Premiums are in USD, sizes in
 * contracts, windows in milliseconds.
 */
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { OptionType } from '../../../market/domain/options/chain.ts'
import type { Direction } from '../tape/print-side.ts'

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

export const ALERT_THRESHOLDS = {
  aggressive: { size: 50, premium: 25_000 },
  whale: { premium: 500_000, size: 1_000 },
  /** Size over open interest. */
  volumeSpike: { share: 0.1 },
  /** Implied volatility over the lowest of the window. */
  ivSpike: { ratio: 1.2, windowMs: 60 * MINUTE_MS },
  shortTerm: { dte: 7, size: 100, premium: 50_000 },
  consistent: { buys: 3, size: 200, windowMs: 30 * MINUTE_MS },
  /** Sizes within this share of the present one are similar. */
  repeated: { prints: 3, tolerance: 0.2, windowMs: 5 * MINUTE_MS },
} as const

/** How strong a pattern is, 0 to 100. It is no part of the score. */
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

/** Inputs of the rules; NaN is unknown and matches no rule. */
export interface AlertFacts {
  readonly optionType: OptionType
  /** 0 when unknown. */
  readonly aggressor: Direction
  readonly size: number
  readonly premium: number
  readonly openInterest: number
  readonly dte: number
  /** Implied volatility of the contract over its lowest within the hour before. */
  readonly volatilityRatio: number
  /** Number and size of the buys of the contract within 30 minutes, including this one. */
  readonly buys: number
  readonly boughtSize: number
  /** Similar prints within five minutes, including this one. */
  readonly similar: number
}

type Rule = (facts: AlertFacts) => boolean

const { aggressive, whale, volumeSpike, ivSpike, shortTerm, consistent, repeated } = ALERT_THRESHOLDS

const RULES: Readonly<Record<AlertType, Rule>> = {
  aggressive_call_buying: (facts) => isAggressive(facts, 'call', 1),
  aggressive_put_buying: (facts) => isAggressive(facts, 'put', 1),
  aggressive_call_selling: (facts) => isAggressive(facts, 'call', -1),
  aggressive_put_selling: (facts) => isAggressive(facts, 'put', -1),
  whale_trade: ({ premium, size }) => premium >= whale.premium || size >= whale.size,
  volume_spike: ({ size, openInterest }) => openInterest > 0 && size >= volumeSpike.share * openInterest,
  iv_spike: ({ volatilityRatio }) => volatilityRatio >= ivSpike.ratio,
  short_term_options_activity: ({ dte, size, premium }) =>
    dte <= shortTerm.dte && size >= shortTerm.size && premium >= shortTerm.premium,
  consistent_call_buying: (facts) => isConsistent(facts, 'call'),
  consistent_put_buying: (facts) => isConsistent(facts, 'put'),
  repeated_activity: ({ similar }) => similar >= repeated.prints,
}

function isAggressive({ optionType, aggressor, size, premium }: AlertFacts, type: OptionType, by: Direction): boolean {
  return aggressor === by && optionType === type && size >= aggressive.size && premium >= aggressive.premium
}

function isConsistent({ optionType, aggressor, buys, boughtSize }: AlertFacts, type: OptionType): boolean {
  return aggressor === 1 && optionType === type && buys >= consistent.buys && boughtSize >= consistent.size
}

const IN_ORDER = ALERT_TYPES.map((type, place) => ({ bit: 1 << place, applies: RULES[type] }))

/** By the bits of its types. A session has hundreds of thousands of rows, and a dozen different combinations. */
const COMBINATIONS = new Map<number, readonly AlertType[]>()

/** In the order of `ALERT_TYPES`; the same list for the same types. */
export function alertTypesOf(facts: AlertFacts): readonly AlertType[] {
  let bits = 0
  for (const { bit, applies } of IN_ORDER) if (applies(facts)) bits |= bit
  return alertTypesIn(bits)
}

/** Types as bits, the first of `ALERT_TYPES` lowest. */
export function alertBits(types: readonly AlertType[]): number {
  let bits = 0
  for (const type of types) bits |= 1 << ALERT_TYPES.indexOf(type)
  return bits
}

/** The reverse of `alertBits`; the same list for the same bits. */
export function alertTypesIn(bits: number): readonly AlertType[] {
  const known = COMBINATIONS.get(bits)
  if (known) return known
  const types = ALERT_TYPES.filter((_, place) => bits & (1 << place))
  COMBINATIONS.set(bits, types)
  return types
}

/** Highest base of the patterns, 0 without any. */
export function alertBase(types: readonly AlertType[]): number {
  let base = 0
  for (const type of types) base = Math.max(base, ALERT_BASES[type])
  return base
}
