import { useRef, useState } from 'preact/hooks'
import './flow.css'
import { useAnswer } from '../answer.ts'
import { format } from '../format.ts'
import { FlowFilters, useFlowQuery } from '../parts/flow-filters.tsx'
import { FlowSummary } from '../parts/flow-summary.tsx'
import { Panel } from '../parts/panel.tsx'
import { SourceLine } from '../parts/source-line.tsx'
import { Answered, Empty } from '../parts/states.tsx'
import { newRows } from '../parts/tape-rows.ts'
import { TapeTable } from '../parts/tape-table.tsx'
import { type Tape, useTape } from '../parts/use-tape.ts'
import { useDate, useDated } from '../travel.ts'

const SUMMARY_MS = 10_000

/** Option trades of the market as they happen. */
export function FlowPage() {
  const date = useDate()
  const filters = { ...useFlowQuery(), ...useDated() }
  const isLive = date === null
  const tape = useTape(filters, isLive)
  const summary = useAnswer('options_flow', { ...filters, limit: 1 }, { everyMs: isLive ? SUMMARY_MS : undefined })
  return (
    <>
      <h1>Flow</h1>
      <FlowFilters />
      <Answered of={summary}>
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

function TapePanel({ tape, isLive }: { readonly tape: Tape; readonly isLive: boolean }) {
  const [isPaused, setPaused] = useState(false)
  const [isAway, setAway] = useState(false)
  const [toTop, setToTop] = useState(0)
  const isHeld = isLive && (isPaused || isAway)
  const shown = useHeld(tape.rows, isHeld)
  const waiting = isHeld ? newRows(shown, tape.rows) : 0
  const first = useFirst(tape.answer === null ? null : tape.rows)
  const goOn = () => {
    setPaused(false)
    setToTop((count) => count + 1)
  }
  return (
    <Panel
      title="Tape"
      tools={
        isLive ? (
          <>
            <span class="tape-state" data-live={!isHeld}>
              {isHeld ? 'held' : 'live'}
            </span>
            <button type="button" aria-pressed={isPaused} onClick={() => (isPaused ? goOn() : setPaused(true))}>
              {isPaused ? 'Go on' : 'Pause'}
            </button>
          </>
        ) : null
      }
    >
      <Answered of={{ ...tape, isLoading: tape.answer === null }}>
        {(answer) =>
          shown.length === 0 ? (
            <Empty>No print of this session passes these filters.</Empty>
          ) : (
            <div class="tape">
              {waiting > 0 ? (
                <button type="button" class="primary tape-new" onClick={goOn}>
                  {format.whole(waiting)} new
                </button>
              ) : null}
              <TapeTable
                rows={shown}
                asOf={answer.as_of}
                isFresh={(id) => !first.has(id)}
                onAway={setAway}
                toTop={toTop}
              />
            </div>
          )
        }
      </Answered>
    </Panel>
  )
}

/** The rows, or while they are held those of the moment at which that began. */
function useHeld(rows: Tape['rows'], isHeld: boolean): Tape['rows'] {
  const held = useRef(rows)
  if (!isHeld) held.current = rows
  return held.current
}

const NONE: ReadonlySet<string> = new Set()

/** The rows that were there first, by their ids. */
function useFirst(rows: Tape['rows'] | null): ReadonlySet<string> {
  const first = useRef(NONE)
  if (rows === null) first.current = NONE
  else if (first.current === NONE) first.current = new Set(rows.map(({ id }) => id))
  return first.current
}
