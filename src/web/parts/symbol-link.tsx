import { pathTo } from '../paths.ts'
import { useDate } from '../travel.ts'

/** A ticker that leads to its page, on the date that is looked at. */
export function SymbolLink({ symbol }: { readonly symbol: string }) {
  const date = useDate()
  return (
    <a class="symbol" href={pathTo('symbol', { symbol }, { date })}>
      {symbol}
    </a>
  )
}
