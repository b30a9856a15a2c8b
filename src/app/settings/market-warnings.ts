import type { Config } from './config.ts'

/** Warnings at the start about the terms of the market source. */
export function marketWarnings({ market }: Pick<Config, 'market'>): string[] {
  if (market.source !== 'cboe') return []
  return [
    'MARKET_SOURCE=cboe is for personal use: the terms of Cboe restrict automated collection and redistribution of its quotes. Do not run this service for others; MARKET_SOURCE=alpaca or replay are the alternatives.',
  ]
}
