import { pathTo } from '../paths.ts'
import { useDate } from '../travel.ts'

/** A link to the page of a ticker, on the selected date. */
export function SymbolLink({ symbol }: { readonly symbol: string }) {
  const date = useDate()
  return (
    <a class="symbol" href={pathTo('symbol', { symbol }, { date })}>
      {symbol}
    </a>
  )
}
