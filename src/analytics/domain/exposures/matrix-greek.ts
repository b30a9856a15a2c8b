/** What a matrix of exposures can hold. */
export const MATRIX_GREEKS = ['gamma', 'delta', 'vanna', 'charm', 'open_interest_change'] as const

export type MatrixGreek = (typeof MATRIX_GREEKS)[number]

export const MATRIX_UNITS: Readonly<Record<MatrixGreek, string>> = {
  gamma: 'USD per 1 % move, calls plus, puts minus',
  delta: 'USD of delta, signed deltas',
  vanna: 'USD of delta per volatility point, calls plus, puts minus',
  charm: 'USD of delta per calendar day, calls plus, puts minus',
  open_interest_change: 'contracts since the last chain of the session before',
}
