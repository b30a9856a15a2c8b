import { useEffect } from 'preact/hooks'
import { useAnswer } from '../answer.ts'
import { format } from '../format.ts'
import { rememberSymbol } from '../palette/recent.ts'
import { type PageName, pathTo } from '../paths.ts'
import { useDate, useDated } from '../travel.ts'
import { Signed } from '../ui/figure.tsx'
import { MarketBadge } from '../ui/source-line.tsx'
import { Star } from '../watchlist/star.tsx'

const RENEW_MS = 5_000

const TABS: readonly (readonly [PageName, string])[] = [
  ['symbol', 'Overview'],
  ['symbolVolatility', 'Volatility'],
  ['symbolExposure', 'Exposure'],
  ['symbolFlow', 'Flow'],
  ['symbolChain', 'Chain'],
  ['symbolStrategy', 'Strategy'],
  ['symbolEvents', 'Events'],
]

/** Name and price of a symbol, above the tabs of its pages. The search offers the symbol again. */
export function SymbolHead({ symbol, page }: { readonly symbol: string; readonly page: PageName }) {
  const date = useDate()
  const dated = useDated()
  const { answer } = useAnswer('stock_quote', { symbol, ...dated }, { everyMs: date === null ? RENEW_MS : undefined })
  useEffect(() => rememberSymbol(symbol.toUpperCase()), [symbol])
  return (
    <>
      <div class="symbol-head">
        <h1>{symbol.toUpperCase()}</h1>
        <Star symbol={symbol.toUpperCase()} />
        {answer ? (
          <p class="price">
            {format.price(answer.price)}{' '}
            <Signed sign={answer.change}>
              {format.change(answer.change)} ({format.signedPct(answer.change_pct)})
            </Signed>{' '}
            <MarketBadge of={answer} />
          </p>
        ) : null}
      </div>
      <nav aria-label={`Pages of ${symbol}`}>
        <ul class="tabs">
          {TABS.map(([name, title]) => (
            <li key={name}>
              <a href={pathTo(name, { symbol }, { date })} aria-current={name === page ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
