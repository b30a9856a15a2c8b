import './screener.css'
import { useRef } from 'preact/hooks'
import { SCREEN_FIELDS, type ScreenField } from '../../analytics/domain/screener/screen-fields.ts'
import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { useDate, useDated } from '../travel.ts'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { ComparePanel } from './compare-panel.tsx'
import { fieldTitle } from './field-values.tsx'
import { areReadable, FilterChips } from './filter-chips.tsx'
import { ScreenChoices } from './screen-choices.tsx'
import { type ScreenQuery, useScreenQuery } from './screen-query.ts'
import { ScreenTable } from './screen-table.tsx'

const RENEW_MS = 60_000
const PAGE = 100

/** All symbols that pass filters, which can be saved, notify, and be compared. The address holds them. */
export function ScreenerPage() {
  const { query, change } = useScreenQuery()
  const { filters, symbols, sort, fields } = query
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const dated = useDated()
  const pages = usePages()
  const input = {
    filters: [...filters],
    symbols: symbols.length > 0 ? [...symbols] : undefined,
    sort: sort || undefined,
  }
  const answer = useAnswer(
    'screener',
    areReadable(filters)
      ? { ...input, fields: [...fields], quantiles: true, limit: PAGE, ...pages.input, ...dated }
      : null,
    { everyMs },
  )
  // Sliders keep their place and the focus while the rows of a changed filter load.
  const quantiles = useRef(answer.answer?.quantiles)
  quantiles.current = answer.answer?.quantiles ?? quantiles.current
  return (
    <>
      <h1>Screener</h1>
      <ScreenChoices screen={query} onScreen={change} />
      <FilterChips filters={filters} quantiles={quantiles.current} onFilters={(next) => change({ filters: next })} />
      {symbols.length > 0 ? (
        <p class="row">
          Only {symbols.join(', ')}
          <button type="button" class="link" onClick={() => change({ symbols: [] })}>
            Screen all symbols
          </button>
        </p>
      ) : null}
      {areReadable(filters) ? null : <Empty next="Correct or remove it above.">A filter cannot be read.</Empty>}
      <Answered of={answer}>{(found) => <Found of={found} query={query} change={change} />}</Answered>
      <Pager pages={pages} next={answer.answer?.next_cursor ?? null} />
      {query.compare.length > 0 ? (
        <ComparePanel symbols={query.compare} everyMs={everyMs} onClear={() => change({ compare: [] })} />
      ) : null}
    </>
  )
}

interface FoundProps {
  readonly of: AnswerOf<'screener'>
  readonly query: ScreenQuery
  readonly change: (changes: Partial<ScreenQuery>) => void
}

function Found({ of, query: { filters, sort, fields, compare }, change }: FoundProps) {
  const { data, total, screened, as_of: asOf } = of
  const isNarrow = useNarrow()
  return (
    <>
      <SourceLine of={of} />
      <Panel
        title={`${format.whole(total)} of ${format.whole(screened)} symbols pass`}
        tools={isNarrow ? <SortChoice sort={sort} onSort={(next) => change({ sort: next })} /> : null}
      >
        <ColumnChoice fields={fields} onFields={(next) => change({ fields: next })} />
        {data.length === 0 ? (
          <Empty
            next={
              filters.length === 0 ? null : (
                <button type="button" onClick={() => change({ filters: filters.slice(0, -1) })}>
                  Remove {filters.at(-1)}
                </button>
              )
            }
          >
            No symbol passes.
          </Empty>
        ) : (
          <>
            <ScreenTable
              rows={data}
              asOf={asOf}
              fields={fields}
              sort={sort}
              onSort={(next) => change({ sort: next })}
              compared={compare}
              onCompared={(next) => change({ compare: next })}
            />
            {compare.length === 0 ? <p class="quiet">Tick symbols to compare them side by side.</p> : null}
          </>
        )}
      </Panel>
    </>
  )
}

interface ColumnChoiceProps {
  readonly fields: readonly ScreenField[]
  readonly onFields: (fields: readonly ScreenField[]) => void
}

function ColumnChoice({ fields, onFields }: ColumnChoiceProps) {
  const shown = new Set(fields)
  const turn = (field: ScreenField) => {
    const next = new Set(shown)
    if (!next.delete(field)) next.add(field)
    // At least one is needed.
    if (next.size > 0) onFields(SCREEN_FIELDS.filter((each) => next.has(each)))
  }
  return (
    <details class="screen-columns">
      <summary>Columns</summary>
      <div class="screen-column-choice">
        {SCREEN_FIELDS.map((field) => (
          <label key={field} class="check">
            <input type="checkbox" checked={shown.has(field)} onChange={() => turn(field)} />
            {fieldTitle(field)}
          </label>
        ))}
      </div>
    </details>
  )
}

interface SortChoiceProps {
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** Cards have no heads to sort by. */
function SortChoice({ sort, onSort }: SortChoiceProps) {
  return (
    <label class="row">
      Order{' '}
      <select value={sort} onChange={(event) => onSort(event.currentTarget.value)}>
        <option value="">Symbol</option>
        {SCREEN_FIELDS.flatMap((field) => [
          <option key={`-${field}`} value={`-${field}`}>
            {fieldTitle(field)}, highest first
          </option>,
          <option key={field} value={field}>
            {fieldTitle(field)}, lowest first
          </option>,
        ])}
      </select>
    </label>
  )
}
