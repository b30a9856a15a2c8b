/** Candles and marks of a session from what the tape of its options knows. */
import type { PriceBar, PrintMark } from '../../charts/price-drawing.ts'
import { format } from '../../format.ts'

interface Bucket {
  readonly time: string
  readonly underlying_open?: number | null | undefined
  readonly underlying_high?: number | null | undefined
  readonly underlying_low?: number | null | undefined
  readonly underlying_price: number | null
  readonly call_volume: number
  readonly put_volume: number
}

/** One candle for each bucket that has prices; the volume is that of the options, contracts. */
export function intradayBars(buckets: readonly Bucket[]): PriceBar[] {
  return buckets.flatMap((it) =>
    it.underlying_price === null
      ? []
      : [
          {
            date: it.time,
            open: it.underlying_open ?? it.underlying_price,
            high: it.underlying_high ?? it.underlying_price,
            low: it.underlying_low ?? it.underlying_price,
            close: it.underlying_price,
            volume: it.call_volume + it.put_volume,
          },
        ],
  )
}

interface Print {
  readonly executed_at: string
  readonly premium: number | null
  readonly sentiment: 'bullish' | 'bearish' | 'neutral'
  readonly option_type: 'call' | 'put'
  readonly strike: number
}

const SIGNS = { bullish: 1, bearish: -1, neutral: 0 } as const

/** Bars between two marks with a text, so that texts do not cover each other. */
const TEXT_BARS = 12
const MAX_TEXTS = 4

/**
 * A mark on the bar in which each print was executed, in the order of the bars; prints before the first have none. The
 * first prints have a text, as far as there is room.
 */
export function printMarks(prints: readonly Print[], bars: readonly PriceBar[]): PrintMark[] {
  const named: number[] = []
  const found = prints.flatMap((print) => {
    const place = bars.findLastIndex(({ date }) => Date.parse(date) <= Date.parse(print.executed_at))
    const bar = bars[place]
    if (!bar) return []
    const hasRoom = named.length < MAX_TEXTS && named.every((other) => Math.abs(other - place) >= TEXT_BARS)
    if (hasRoom) named.push(place)
    return [{ place, date: bar.date, text: hasRoom ? textOf(print) : '', sign: SIGNS[print.sentiment] }]
  })
  return found.sort((a, b) => a.place - b.place).map(({ place: _, ...mark }) => mark)
}

function textOf({ strike, option_type: type, premium }: Print): string {
  return `${format.strike(strike)}${type === 'call' ? 'C' : 'P'} ${format.usd(premium)}`
}
