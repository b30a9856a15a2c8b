/** Of how many option trades the market before them is known, and why not of all. */
import type { TapePrints } from '../../../domain/options/option-tape.ts'
import type { Feeds } from '../feeds.ts'
import { MAX_QUOTED } from './live-quotes.ts'

const MOST = MAX_QUOTED.opra.toLocaleString('en-US')
const WHY: Readonly<Record<Feeds['options'], string>> = {
  opra: `Alpaca reports quotes at a print only by stream, of the ${MOST} busiest contracts of the symbols that are looked at`,
  indicative: 'Alpaca changes the quotes of its feed indicative, so none is taken for a print',
}

/** In steps of a tenth, so that the text does not change with every print. Reads every row. */
export function quotesSentence(
  { count, bid, ask, underlyingPrice }: TapePrints,
  { options }: Feeds,
): readonly string[] {
  if (count === 0) return []
  const quoted = shareOf(count, (row) => !Number.isNaN(bid[row]) || !Number.isNaN(ask[row]))
  const priced = shareOf(count, (row) => !Number.isNaN(underlyingPrice[row]))
  if (quoted === 'all' && priced === 'all') return []
  return [
    `${WHY[options]}: bid and ask are known at ${quoted} of these trades, the price of the underlying at ${priced}. Without a quote a side is that of the tick test.`,
  ]
}

function shareOf(count: number, isKnown: (row: number) => boolean): string {
  let known = 0
  for (let row = 0; row < count; row++) if (isKnown(row)) known++
  if (known === 0) return 'none'
  if (known === count) return 'all'
  const tenths = Math.floor((10 * known) / count)
  return tenths === 0 ? 'less than a tenth' : `at least ${10 * tenths} %`
}
