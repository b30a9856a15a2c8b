import { useState } from 'preact/hooks'
import { listOf } from '../../alerts/criteria.ts'
import { useAnswer } from '../../answer.ts'
import { ask } from '../../client.ts'
import { PATHS, pathTo } from '../../paths.ts'
import { type Submission, useSubmit } from '../../submit.ts'
import { Field } from '../../ui/form/field.tsx'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'

/** Symbols whose whale trades and unusual prints notify the account. */
export function WatchlistPanel() {
  const query = useAnswer('show_watchlist', {})
  return (
    <div id="watchlist">
      <Panel title="Watchlist">
        <p class="quiet">
          You are notified of whale trades and unusual prints of these symbols. <a href={PATHS.watchlist}>Watchlist</a>{' '}
          shows their figures, and sets the premium, score and size from which a print counts.
        </p>
        <Answered of={query}>{({ symbols }) => <Symbols symbols={symbols} reload={query.reload} />}</Answered>
      </Panel>
    </div>
  )
}

function Symbols({ symbols, reload }: { readonly symbols: readonly string[]; readonly reload: () => void }) {
  const submission = useSubmit()
  const [text, setText] = useState('')
  const [requested, setRequested] = useState<readonly string[]>([])
  const put = async (next: readonly string[]) => {
    setRequested(next)
    const isSaved = await submission.run(() => ask('replace_watchlist', { symbols: [...next] }))
    if (isSaved) reload()
    return isSaved
  }
  const add = async () => {
    const more = listOf(text).map((symbol) => symbol.toUpperCase())
    if (more.length > 0 && (await put([...new Set([...symbols, ...more])]))) setText('')
  }
  return (
    <>
      {symbols.length === 0 ? <Empty next="Add one below.">No symbol yet.</Empty> : null}
      <ul class="watchlist">
        {symbols.map((symbol) => (
          <li key={symbol}>
            <a href={pathTo('symbol', { symbol })}>{symbol}</a>
            <button
              type="button"
              aria-label={`Remove ${symbol}`}
              disabled={submission.isBusy}
              onClick={() => void put(symbols.filter((it) => it !== symbol))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field label="Add symbols" error={unknown(submission, requested)} hint="Several with commas.">
          {(ids) => (
            <input
              {...ids}
              list="symbols"
              autocapitalize="characters"
              autocomplete="off"
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" disabled={submission.isBusy}>
          Add
        </button>
        {submission.problem && unknown(submission, requested) === undefined ? <FormProblem of={submission} /> : null}
      </form>
    </>
  )
}

/** The service names the places of those that it does not know. */
function unknown({ problem }: Submission, requested: readonly string[]): string | undefined {
  const places = Object.keys(problem?.fields ?? {}).map((path) => Number(path.split('.')[1]))
  const symbols = places.flatMap((place) => requested[place] ?? [])
  return symbols.length === 0 ? undefined : `Not listed here: ${symbols.join(', ')}`
}
