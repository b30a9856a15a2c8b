/** How well a volatility is known: fitted to a quote, between quoted strikes, or beyond them. */
export const IV_ORIGINS = ['quoted', 'interpolated', 'extrapolated'] as const

export type IvOrigin = (typeof IV_ORIGINS)[number]
