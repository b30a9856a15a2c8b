/** The levels that a rule on `market_level` watches, and what each compares. */

export const LEVEL_KINDS = [
  'price',
  'gamma_flip',
  'call_wall',
  'put_wall',
  'support',
  'resistance',
  'iv_rank',
  'net_gex',
  'earnings_days',
] as const
export type LevelKind = (typeof LEVEL_KINDS)[number]

export const LEVEL_DIRECTIONS = ['above', 'below'] as const
export type LevelSide = (typeof LEVEL_DIRECTIONS)[number]

interface KindDefinition {
  readonly title: string
  /** Whether the user gives the number; the other levels come from the market. */
  readonly hasValue: boolean
  /** The only direction that has a meaning; undefined where both have one. */
  readonly only?: LevelSide
  /** What `rearm_distance` is a percentage of, or the unit in which it counts itself. */
  readonly rearmUnit: 'percent_of_level' | 'points' | 'percent_of_gross_gex' | 'none'
  /** Unless the rule says otherwise, in `rearmUnit`. */
  readonly rearm: number
  /** Support lies below the price by definition, so the level of the reading before is the one that is crossed. */
  readonly keepsLevel?: true
}

const ofPrice = { hasValue: false, rearmUnit: 'percent_of_level', rearm: 0.25 } as const

export const LEVEL_DEFINITIONS: Readonly<Record<LevelKind, KindDefinition>> = {
  price: { ...ofPrice, title: 'Price', hasValue: true },
  gamma_flip: { ...ofPrice, title: 'Gamma flip' },
  call_wall: { ...ofPrice, title: 'Call wall' },
  put_wall: { ...ofPrice, title: 'Put wall' },
  support: { ...ofPrice, title: 'Support', only: 'below', keepsLevel: true },
  resistance: { ...ofPrice, title: 'Resistance', only: 'above', keepsLevel: true },
  iv_rank: { title: 'IV rank', hasValue: true, rearmUnit: 'points', rearm: 2 },
  net_gex: { title: 'Sign of net GEX', hasValue: false, rearmUnit: 'percent_of_gross_gex', rearm: 2 },
  earnings_days: { title: 'Days to earnings', hasValue: true, only: 'below', rearmUnit: 'none', rearm: 0 },
}
