/** Where orders trade: the letters of the options exchanges on the consolidated tape, by their share of the trading. */
import type { Draws } from '../draws.ts'
import type { Profile } from '../profile.ts'

type Venue = readonly [code: string, share: number]

const ALL: readonly Venue[] = [
  ['C', 16], // Cboe
  ['N', 11], // NYSE Arca
  ['X', 11], // Nasdaq PHLX
  ['A', 8], // NYSE American
  ['B', 8], // BOX
  ['I', 7], // Nasdaq ISE
  ['M', 7], // MIAX
  ['E', 6], // Cboe EDGX
  ['Q', 5], // Nasdaq Options Market
  ['P', 4], // MIAX Pearl
  ['Z', 4], // Cboe BZX
  ['D', 3], // MIAX Emerald
  ['H', 3], // Nasdaq GEMX
  ['U', 3], // MEMX
  ['W', 3], // Cboe C2
  ['J', 2], // Nasdaq MRX
  ['S', 2], // MIAX Sapphire
  ['T', 2], // Nasdaq BX
]
const FLOORS: readonly Venue[] = [
  ['C', 4],
  ['X', 3],
  ['A', 2],
  ['N', 2],
  ['B', 2],
]
const HOME_EXCHANGE: readonly Venue[] = [['C', 1]]
const NASDAQ: readonly Venue[] = [
  ['X', 3],
  ['I', 3],
  ['H', 1],
]
const NASDAQ_FLOOR: readonly Venue[] = [['X', 1]]

export interface Venues {
  readonly electronic: readonly Venue[]
  readonly floor: readonly Venue[]
}

/** Index options are licensed to few exchanges: those on the S&P 500 and the Russell 2000 trade only at Cboe. */
export function venuesOf({ kind, symbol }: Profile): Venues {
  if (kind !== 'index') return { electronic: ALL, floor: FLOORS }
  return symbol === 'NDX'
    ? { electronic: NASDAQ, floor: NASDAQ_FLOOR }
    : { electronic: HOME_EXCHANGE, floor: HOME_EXCHANGE }
}

export function venue(venues: readonly Venue[], draws: Draws): string {
  let left = draws.share() * venues.reduce((sum, [, share]) => sum + share, 0)
  for (const [code, share] of venues) {
    left -= share
    if (left < 0) return code
  }
  return venues.at(-1)?.[0] ?? ''
}

/** Distinct exchanges, at most as many as exist. */
export function differentVenues(venues: readonly Venue[], count: number, draws: Draws): string[] {
  const left = [...venues]
  const chosen: string[] = []
  while (chosen.length < count && left.length > 0) {
    const code = venue(left, draws)
    chosen.push(code)
    left.splice(
      left.findIndex(([each]) => each === code),
      1,
    )
  }
  return chosen
}
