/** Option strategies by name: which contracts they consist of, relative to the price. */

export const TEMPLATES = [
  'long_call',
  'long_put',
  'cash_secured_put',
  'covered_call',
  'protective_put',
  'collar',
  'call_vertical',
  'put_vertical',
  'straddle',
  'strangle',
  'iron_condor',
  'iron_butterfly',
  'butterfly',
  'calendar',
  'diagonal',
  'ratio_spread',
  'risk_reversal',
  'jade_lizard',
] as const

export type TemplateName = (typeof TEMPLATES)[number]

/**
 * Where the strike of a leg is. `side`: by delta, 0.50 for a bought leg and 0.30 for a sold one; `money`: by delta, 0.50;
 * `out`: by delta, 0.30; `same`: that of the first leg by delta; `beyond`: one width further out of the money than the first
 * leg of its right by delta; `above` and `below`: one width from the first leg by delta.
 */
export type StrikePlace = 'side' | 'money' | 'out' | 'same' | 'beyond' | 'above' | 'below'

export interface RecipeLeg {
  /** Contracts of one unit; negative is sold. 100 shares for the stock. */
  readonly count: number
  /** `chosen` is the type that the caller chooses, a call where none is given. */
  readonly right: 'call' | 'put' | 'chosen' | 'stock'
  readonly place: StrikePlace
  /** Of the second expiration. */
  readonly isFar?: boolean
  /** The count is the ratio that the caller chooses. */
  readonly byRatio?: boolean
}

const STOCK: RecipeLeg = { count: 100, right: 'stock', place: 'same' }

export const RECIPES: Readonly<Record<TemplateName, readonly RecipeLeg[]>> = {
  long_call: [{ count: 1, right: 'call', place: 'side' }],
  long_put: [{ count: 1, right: 'put', place: 'side' }],
  cash_secured_put: [{ count: -1, right: 'put', place: 'side' }],
  covered_call: [STOCK, { count: -1, right: 'call', place: 'side' }],
  protective_put: [STOCK, { count: 1, right: 'put', place: 'side' }],
  collar: [STOCK, { count: 1, right: 'put', place: 'out' }, { count: -1, right: 'call', place: 'out' }],
  call_vertical: [
    { count: 1, right: 'call', place: 'side' },
    { count: -1, right: 'call', place: 'beyond' },
  ],
  put_vertical: [
    { count: 1, right: 'put', place: 'side' },
    { count: -1, right: 'put', place: 'beyond' },
  ],
  straddle: [
    { count: 1, right: 'call', place: 'money' },
    { count: 1, right: 'put', place: 'same' },
  ],
  strangle: [
    { count: 1, right: 'put', place: 'out' },
    { count: 1, right: 'call', place: 'out' },
  ],
  iron_condor: [
    { count: 1, right: 'put', place: 'beyond' },
    { count: -1, right: 'put', place: 'out' },
    { count: -1, right: 'call', place: 'out' },
    { count: 1, right: 'call', place: 'beyond' },
  ],
  iron_butterfly: [
    { count: 1, right: 'put', place: 'below' },
    { count: -1, right: 'put', place: 'same' },
    { count: -1, right: 'call', place: 'money' },
    { count: 1, right: 'call', place: 'above' },
  ],
  butterfly: [
    { count: 1, right: 'chosen', place: 'below' },
    { count: -2, right: 'chosen', place: 'money' },
    { count: 1, right: 'chosen', place: 'above' },
  ],
  calendar: [
    { count: -1, right: 'chosen', place: 'money' },
    { count: 1, right: 'chosen', place: 'same', isFar: true },
  ],
  diagonal: [
    { count: -1, right: 'chosen', place: 'out' },
    { count: 1, right: 'chosen', place: 'money', isFar: true },
  ],
  ratio_spread: [
    { count: 1, right: 'chosen', place: 'side' },
    { count: -1, right: 'chosen', place: 'beyond', byRatio: true },
  ],
  risk_reversal: [
    { count: -1, right: 'put', place: 'out' },
    { count: 1, right: 'call', place: 'out' },
  ],
  jade_lizard: [
    { count: -1, right: 'put', place: 'out' },
    { count: -1, right: 'call', place: 'out' },
    { count: 1, right: 'call', place: 'beyond' },
  ],
}

/** Places that are found by delta, and the absolute delta where the caller gives none. */
export function usualDelta({ place }: Pick<RecipeLeg, 'place'>, isSold: boolean): number | null {
  if (place === 'side') return isSold ? SOLD : BOUGHT
  if (place === 'money') return BOUGHT
  return place === 'out' ? SOLD : null
}

const BOUGHT = 0.5
const SOLD = 0.3
