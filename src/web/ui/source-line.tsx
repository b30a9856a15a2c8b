import { useEffect, useState } from 'preact/hooks'
import { SOURCE_DEFINITIONS } from '../../market/sources/index.ts'
import { connection } from '../client.ts'
import { format } from '../format.ts'
import { type Dated, type MarketState, marketState } from '../market-state.ts'
import { useDate } from '../travel.ts'

interface SourceLineProps {
  readonly of: Dated & { readonly source: string; readonly warnings: readonly string[] }
}

/** Whether the market of an answer is open, now and on this page. */
export function useMarketState(of: Dated): MarketState {
  const date = useDate()
  const [isUp, setUp] = useState(connection.isUp)
  useEffect(() => {
    const changed = () => setUp(connection.isUp)
    connection.listeners.add(changed)
    return () => {
      connection.listeners.delete(changed)
    }
  }, [])
  return marketState(of, { isPast: date !== null, isUp })
}

export function MarketBadge({ of }: { readonly of: Dated }) {
  const state = useMarketState(of)
  return (
    <span class="badge market-state" data-state={state}>
      {marketWords(state, of)}
    </span>
  )
}

/** The state of the market in words; a replay names its session. */
export function marketWords(state: MarketState, { session_date: session }: Dated): string {
  return state === 'replay' ? `Replay of ${format.shortDate(session)}` : MARKET_WORDS[state]
}

const MARKET_WORDS: Readonly<Record<Exclude<MarketState, 'replay'>, string>> = {
  open: 'Market open',
  closed: 'Market closed',
  past: 'Past session',
  unknown: 'Not connected',
}

const TITLES: ReadonlyMap<string, string> = new Map(SOURCE_DEFINITIONS.map(({ name, title }) => [name, title]))

/** The source and age of a page's numbers, with a clear mark for simulated markets. */
export function SourceLine({ of }: SourceLineProps) {
  const { as_of: asOf, session_date: session, source, warnings } = of
  return (
    <div class="source" data-source={source}>
      <p>
        <MarketBadge of={of} />
        <strong>{TITLES.get(source) ?? source}</strong>
        <span>
          as of <time dateTime={asOf}>{format.dateTime(asOf)}</time>, session of {format.date(session)}
        </span>
      </p>
      {warnings.length === 0 ? null : (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
