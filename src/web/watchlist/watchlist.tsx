import { useState } from 'preact/hooks'
import './watchlist.css'
import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { AddSymbols } from './add-symbols.tsx'
import { BoundsDialog } from './bounds-dialog.tsx'
import { WatchlistTable } from './watchlist-table.tsx'

const RENEW_MS = 5_000
/** While option figures are still being computed. */
const SOON_MS = 1_500

type Watchlist = AnswerOf<'show_watchlist'>

/** Which bounds are being edited: those of all symbols, or of one. */
type Edited = { readonly symbol: string | null }

/** The symbols that the account watches, with their figures of now. */
export function WatchlistPage() {
  const [isPending, setPending] = useState(true)
  const query = useAnswer('show_watchlist', { figures: 'available' }, { everyMs: isPending ? SOON_MS : RENEW_MS })
  const pending = (query.answer?.pending ?? []).length > 0
  if (query.answer !== null && pending !== isPending) setPending(pending)
  return (
    <>
      <h1>Watchlist</h1>
      <Answered of={query}>{(answer) => <Watched of={answer} reload={query.reload} />}</Answered>
    </>
  )
}

function Watched({ of, reload }: { readonly of: Watchlist; readonly reload: () => void }) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const {
    data = [],
    pending = [],
    symbols,
    as_of = '',
    session_date = '',
    source = 'simulated',
    warnings = [],
    is_replay,
  } = of
  return (
    <>
      <SourceLine of={{ as_of, session_date, source, warnings, is_replay }} />
      <Panel
        title={symbols.length === 1 ? '1 symbol' : `${format.whole(symbols.length)} symbols`}
        tools={
          <>
            {pending.length > 0 ? (
              <span role="status">Option figures of {format.whole(pending.length)} symbols are being computed</span>
            ) : null}
            {symbols.length > 0 ? (
              <a href={pathTo('screener', {}, { symbols: symbols.slice(0, 50).join(',') })}>Compare in the screener</a>
            ) : null}
            <button type="button" onClick={() => setEdited({ symbol: null })}>
              Notification thresholds
            </button>
          </>
        }
      >
        <AddSymbols onAdded={reload} />
        {data.length === 0 ? (
          <Empty next="Add one above, or click the star beside a symbol on any page.">
            No symbol is on your watchlist yet.
          </Empty>
        ) : (
          <WatchlistTable
            rows={data}
            asOf={as_of}
            onBounds={(symbol) => setEdited({ symbol })}
            onStar={reload}
            of={of}
          />
        )}
      </Panel>
      {edited ? (
        <BoundsDialog
          of={of}
          symbol={edited.symbol}
          close={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            reload()
          }}
        />
      ) : null}
    </>
  )
}
