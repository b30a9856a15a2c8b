import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ContractPlace } from '../symbol/contract/contract-place.tsx'
import './flow.css'
import { useAnswer } from '../answer.ts'
import { readStored, writeStored } from '../browser.ts'
import { format } from '../format.ts'
import type { MarketState } from '../market-state.ts'
import { useDate, useDated } from '../travel.ts'
import { Panel } from '../ui/panel.tsx'
import { marketWords, SourceLine, useMarketState } from '../ui/source-line.tsx'
import { Answered } from '../ui/states.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { FlowFilters, useFlowQuery } from './filters/flow-filters.tsx'
import { FlowSummary } from './flow-summary.tsx'
import { NoPrints } from './no-prints.tsx'
import { OPTIONAL_COLUMNS } from './tape/tape-columns.tsx'
import { newRows } from './tape/tape-rows.ts'
import { TapeTable } from './tape/tape-table.tsx'
import { readView, storedView, type TapeView } from './tape/tape-view.ts'
import { TapeViewMenu } from './tape/tape-view-menu.tsx'
import { type Tape, useTape } from './tape/use-tape.ts'

const SUMMARY_MS = 10_000
/** Name of the stored view of the tape. */
const TAPE_VIEW = 'tape_view'

/** Live option trades of the market. */
export function FlowPage() {
  const date = useDate()
  const filters = { ...useFlowQuery(), ...useDated() }
  const isLive = date === null
  const tape = useTape(filters, isLive)
  const summary = useAnswer('options_flow', { ...filters, limit: 1 }, { everyMs: isLive ? SUMMARY_MS : undefined })
  return (
    <>
      <h1>Flow</h1>
      <ContractPlace />
      <FilterSheet>
        <FlowFilters />
      </FilterSheet>
      <Answered of={summary} work={isLive ? undefined : `Reading the trades of ${format.date(date)}.`}>
        {(answer) => (
          <>
            <SourceLine of={tape.answer ?? answer} />
            <FlowSummary of={answer} />
          </>
        )}
      </Answered>
      {/* What went wrong with the filters stands above already. */}
      {summary.answer === null && summary.problem ? null : <TapePanel tape={tape} isLive={isLive} />}
    </>
  )
}

/** On a phone the filters are behind a button, so that the tape begins on the first screen. */
function FilterSheet({ children }: { readonly children: ComponentChildren }) {
  const isNarrow = useNarrow()
  if (!isNarrow) return <>{children}</>
  return (
    <details class="filter-sheet">
      <summary>Filters</summary>
      {children}
    </details>
  )
}

function TapePanel({ tape, isLive }: { readonly tape: Tape; readonly isLive: boolean }) {
  const [isPaused, setPaused] = useState(false)
  const [isAway, setAway] = useState(false)
  const [toTop, setToTop] = useState(0)
  const isHeld = isLive && (isPaused || isAway)
  const visible = useHeld(tape.rows, isHeld)
  const waiting = isHeld ? newRows(visible, tape.rows) : 0
  const fresh = useFresh(visible)
  const isNarrow = useNarrow()
  const [view, setView] = useState(() => readView(readStored(TAPE_VIEW), OPTIONAL_COLUMNS))
  const show = (next: TapeView) => {
    setView(next)
    writeStored(TAPE_VIEW, storedView(next))
  }
  const goOn = () => {
    setPaused(false)
    setToTop((count) => count + 1)
  }
  return (
    <Panel
      title="Tape"
      tools={
        <>
          {isNarrow ? null : <TapeViewMenu view={view} onView={show} />}
          {isLive ? (
            <>
              {tape.answer ? <TapeState of={tape.answer} isHeld={isHeld} /> : null}
              <button type="button" aria-pressed={isPaused} onClick={() => (isPaused ? goOn() : setPaused(true))}>
                {isPaused ? 'Resume' : 'Pause'}
              </button>
            </>
          ) : null}
        </>
      }
    >
      <Answered of={{ ...tape, isLoading: tape.answer === null }}>
        {(answer) =>
          visible.length === 0 ? (
            <NoPrints />
          ) : (
            <div class="tape" data-density={view.density}>
              {waiting > 0 ? (
                <button type="button" class="primary tape-new" onClick={goOn}>
                  {format.whole(waiting)} new
                </button>
              ) : null}
              <TapeTable
                rows={visible}
                asOf={answer.as_of}
                isFresh={(id) => fresh.has(id)}
                onAway={setAway}
                toTop={toTop}
                view={view}
              />
            </div>
          )
        }
      </Answered>
    </Panel>
  )
}

/** States in which prints arrive. */
const MOVING: ReadonlySet<MarketState> = new Set(['open', 'replay'])

/** A tape is live only while its market is open and the service answers. */
function TapeState({ of, isHeld }: { readonly of: NonNullable<Tape['answer']>; readonly isHeld: boolean }) {
  const state = useMarketState(of)
  const isLive = state === 'open' && !isHeld
  return (
    <span class="tape-state" data-live={isLive}>
      {isHeld && MOVING.has(state) ? 'Paused' : state === 'open' ? 'Live' : marketWords(state, of)}
    </span>
  )
}

/** The rows; while the tape is paused, the rows at the time of the pause. */
function useHeld(rows: Tape['rows'], isHeld: boolean): Tape['rows'] {
  const held = useRef(rows)
  if (!isHeld) held.current = rows
  return held.current
}

const NONE: ReadonlySet<string> = new Set()

/** The ids of the rows that arrived with the last update; none of the first load. */
function useFresh(rows: Tape['rows']): ReadonlySet<string> {
  const last = useRef({ rows, fresh: NONE })
  if (last.current.rows !== rows) {
    const before = new Set(last.current.rows.map(({ id }) => id))
    const arrived = rows.filter(({ id }) => !before.has(id)).map(({ id }) => id)
    last.current = { rows, fresh: before.size === 0 ? NONE : new Set(arrived) }
  }
  return last.current.fresh
}
