import { pathTo } from '../paths.ts'
import { useDate } from '../travel.ts'
import { Star } from '../watchlist/star.tsx'

interface SymbolLinkProps {
  readonly symbol: string
  /** Without the star that puts the symbol on the watchlist. */
  readonly isPlain?: boolean
}

/** A link to the page of a ticker, on the selected date. */
export function SymbolLink({ symbol, isPlain = false }: SymbolLinkProps) {
  const date = useDate()
  return (
    <>
      {isPlain ? null : <Star symbol={symbol} />}
      <a class="symbol" href={pathTo('symbol', { symbol }, { date })}>
        {symbol}
      </a>
    </>
  )
}
