import type { PriceLine } from './price-lines.ts'

interface IdeaPrices {
  readonly direction: 'bullish' | 'bearish' | 'neutral'
  readonly entry_price: number
  readonly target_price: number
  readonly stop_price: number
  readonly exit_price: number | null
}

/** Entry, target, stop and exit of a trade idea over candles. A neutral idea has the ends of a range. */
export function ideaLines(idea: IdeaPrices): PriceLine[] {
  const isRange = idea.direction === 'neutral'
  const line = (price: number, title: string, colour: PriceLine['colour']): PriceLine => ({
    price,
    title,
    colour,
    width: 2,
    stroke: 'solid',
  })
  return [
    line(idea.target_price, isRange ? 'Upper end' : 'Target', isRange ? 'warm' : 'up'),
    { ...line(idea.entry_price, 'Entry', 'cool'), stroke: 'dashed' },
    line(idea.stop_price, isRange ? 'Lower end' : 'Stop', isRange ? 'warm' : 'down'),
    ...(idea.exit_price === null ? [] : [line(idea.exit_price, 'Exit', 'ink')]),
  ]
}
