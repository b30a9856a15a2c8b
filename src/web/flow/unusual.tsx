import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import type { InputOf } from '../client.ts'
import { format } from '../format.ts'
import { useDate, useDated, withQuery } from '../travel.ts'
import { Switch } from '../ui/form/switch.tsx'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { FlowFilters, useFlowQuery } from './filters/flow-filters.tsx'
import { UNUSUAL_FIELDS, UnusualTable } from './unusual-table.tsx'
import { withFields } from './with-fields.ts'

const RENEW_MS = 10_000
const PAGE = 50
const SCORES = [
  ['70', '70'],
  ['80', '80'],
  ['90', '90'],
  ['95', '95'],
] as const

/** Unusual option trades, with the factors of their scores and later returns. */
export function UnusualPage() {
  const { url, query, route } = useLocation()
  const minScore = SCORES.find(([score]) => score === query['min_score'])?.[0] ?? '70'
  const { min_unusual_score: _score, ...filters } = useFlowQuery()
  const input = { ...filters, min_score: Number(minScore), ...useDated() }
  return (
    <>
      <h1>Unusual activity</h1>
      <FlowFilters scores={false} />
      <Found
        key={JSON.stringify(input)}
        input={input}
        tools={
          <>
            <span class="quiet">Score from</span>
            <Switch
              label="Minimum score"
              options={SCORES}
              value={minScore}
              onChange={(score) => route(withQuery(url, { min_score: score }), true)}
            />
          </>
        }
      />
    </>
  )
}

interface FoundProps {
  readonly input: InputOf<'unusual_activity'>
  readonly tools: ComponentChildren
}

/** The first page updates automatically; older pages do not. */
function Found({ input, tools }: FoundProps) {
  const pages = usePages()
  const everyMs = useDate() === null && pages.number === 1 ? RENEW_MS : undefined
  const state = useAnswer(
    'unusual_activity',
    { ...input, sort: 'newest', fields: [...UNUSUAL_FIELDS], limit: PAGE, ...pages.input },
    { everyMs },
  )
  return (
    <Answered of={state}>
      {(answer) => (
        <>
          <SourceLine of={answer} />
          <Panel title={`${format.whole(answer.total)} prints`} tools={tools}>
            <UnusualTable rows={answer.data.filter(withFields(UNUSUAL_FIELDS))} asOf={answer.as_of} />
            <Pager pages={pages} next={answer.next_cursor} />
          </Panel>
        </>
      )}
    </Answered>
  )
}
