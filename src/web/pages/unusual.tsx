import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import type { InputOf } from '../client.ts'
import { format } from '../format.ts'
import { FlowFilters, useFlowQuery } from '../parts/flow-filters.tsx'
import { Pager, usePages } from '../parts/pager.tsx'
import { Panel } from '../parts/panel.tsx'
import { SourceLine } from '../parts/source-line.tsx'
import { Answered } from '../parts/states.tsx'
import { Switch } from '../parts/switch.tsx'
import { UnusualTable } from '../parts/unusual-table.tsx'
import { useDate, useDated, withQuery } from '../travel.ts'

const RENEW_MS = 10_000
const PAGE = 50
const SCORES = [
  ['60', '60'],
  ['70', '70'],
  ['80', '80'],
  ['90', '90'],
] as const

/** Option trades that stand out, with why, and what came of them. */
export function UnusualPage() {
  const { url, query, route } = useLocation()
  const least = SCORES.find(([score]) => score === query['min_score'])?.[0] ?? '70'
  const { min_unusual_score: _score, ...filters } = useFlowQuery()
  const input = { ...filters, min_score: Number(least), ...useDated() }
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
              label="Least score"
              options={SCORES}
              value={least}
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

/** The newest renew themselves; older pages stand still below a page that is asked for. */
function Found({ input, tools }: FoundProps) {
  const pages = usePages()
  const everyMs = useDate() === null && pages.number === 1 ? RENEW_MS : undefined
  const asked = useAnswer('unusual_activity', { ...input, limit: PAGE, ...pages.input }, { everyMs })
  return (
    <Answered of={asked}>
      {(answer) => (
        <>
          <SourceLine of={answer} />
          <Panel title={`${format.whole(answer.total)} prints`} tools={tools}>
            <UnusualTable rows={answer.data} asOf={answer.as_of} />
            <Pager pages={pages} next={answer.next_cursor} />
          </Panel>
        </>
      )}
    </Answered>
  )
}
