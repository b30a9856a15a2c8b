/** Where market data come from: invented, played again from files, Cboe's delayed quotes, Alpaca's feeds. */
export const SOURCES = ['simulated', 'replay', 'cboe', 'alpaca'] as const

export type SourceName = (typeof SOURCES)[number]
