/** What a matrix of exposures can hold. */
export const MATRIX_GREEKS = ['gamma', 'delta', 'vanna', 'charm', 'open_interest_change'] as const

export type MatrixGreek = (typeof MATRIX_GREEKS)[number]
