import { useLocation } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import type { AnswerOf, InputOf } from '../client.ts'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { useDate, useDated, withQuery } from '../travel.ts'
import { Signed } from '../ui/figure.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { SymbolFilter } from '../ui/form/symbol-filter.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { Table } from '../ui/table/table.tsx'
import { Confidence, DirectionBadge, type Idea, IdeaTrack, outcomeWords, signedR } from './idea-cells.tsx'
import { IdeasSource } from './ideas-source.tsx'
import { TrackRecordPanels } from './track-record-panels.tsx'

const RENEW_MS = 30_000
const PAGE = 15
const STATUSES = [
  ['all', 'All'],
  ['open', 'Open'],
  ['closed', 'Closed'],
  ['expired', 'Expired'],
] as const
const DIRECTIONS = [
  ['all', 'All'],
  ['bullish', 'Bullish'],
  ['bearish', 'Bearish'],
  ['neutral', 'Neutral'],
] as const
const SYMBOL = /^[A-Z][A-Z0-9.]{0,9}$/

/** Trade ideas from the service's own analytics, and their results. */
export function IdeasPage() {
  const { url, query, route } = useLocation()
  const dated = useDated()
  const status = STATUSES.find(([name]) => name === query['status'])?.[0] ?? 'all'
  const direction = DIRECTIONS.find(([name]) => name === query['direction'])?.[0] ?? 'all'
  const given = (query['symbol'] ?? '').toUpperCase()
  const symbol = SYMBOL.test(given) ? given : undefined
  const input = { status, direction, ...(symbol === undefined ? {} : { symbol }), ...dated }
  const change = (changes: Readonly<Record<string, string | null>>) => route(withQuery(url, changes), true)
  return (
    <>
      <h1>Trade ideas</h1>
      <search class="filters">
        <SymbolFilter value={symbol} onValue={(symbol) => change({ symbol })} />
        <Switch label="Status" options={STATUSES} value={status} onChange={(name) => change({ status: name })} />
        <Switch
          label="Direction"
          options={DIRECTIONS}
          value={direction}
          onChange={(name) => change({ direction: name })}
        />
      </search>
      <Ideas key={JSON.stringify(input)} input={input} symbol={symbol} />
    </>
  )
}

interface IdeasProps {
  readonly input: InputOf<'trade_ideas'>
  readonly symbol: string | undefined
}

function Ideas({ input, symbol }: IdeasProps) {
  const pages = usePages()
  const everyMs = useDate() === null && pages.number === 1 ? RENEW_MS : undefined
  const state = useAnswer('trade_ideas', { ...input, limit: PAGE, ...pages.input }, { everyMs })
  return (
    <Answered of={state}>
      {(answer) => (
        <>
          <IdeasSource ideas={answer.data} />
          <div class="grid">
            <Panel title="Ideas" span={3} tools={<a href="#track-record">Track record</a>}>
              <IdeaTable answer={answer} />
              <Pager pages={pages} next={answer.next_cursor} />
            </Panel>
            <TrackRecordPanels symbol={symbol} />
          </div>
        </>
      )}
    </Answered>
  )
}

/** Filters can be taken back; without any, only time brings ideas. */
function NextIdeas() {
  const { query } = useLocation()
  const isFiltered = ['status', 'direction', 'symbol', 'date'].some((name) => query[name])
  return isFiltered ? <a href={pathTo('ideas')}>Show all ideas</a> : <>New ones appear while the market is open.</>
}

function IdeaTable({ answer }: { readonly answer: AnswerOf<'trade_ideas'> }) {
  return (
    <Table
      label="Ideas, newest first"
      columns={COLUMNS}
      rows={answer.data}
      keyOf={({ id }) => id}
      empty={<Empty next={<NextIdeas />}>No ideas here yet.</Empty>}
    />
  )
}

const COLUMNS: readonly Column<Idea>[] = [
  {
    title: 'Idea',
    align: 'start',
    sort: ({ symbol, strategy }) => `${symbol} ${strategy}`,
    cell: ({ id, symbol, strategy }) => (
      <>
        <a class="symbol" href={pathTo('idea', { id })}>
          {symbol}
        </a>{' '}
        {strategy}
      </>
    ),
  },
  {
    title: 'Direction',
    align: 'start',
    sort: (idea) => idea.direction,
    cell: ({ direction }) => <DirectionBadge direction={direction} />,
  },
  { title: 'Pipeline', align: 'start', cell: ({ pipeline }) => pipeline },
  { title: 'Confidence', field: 'confidence', cell: ({ confidence }) => <Confidence confidence={confidence} /> },
  { title: 'Stop', field: 'stop_price', cell: (idea) => format.price(idea.stop_price) },
  {
    title: 'Progress',
    align: 'start',
    sort: (idea) => idea.current_price / idea.entry_price,
    cell: (idea) => <IdeaTrack idea={idea} />,
  },
  { title: 'Target', field: 'target_price', cell: (idea) => format.price(idea.target_price) },
  {
    title: 'State',
    field: 'outcome_r',
    align: 'start',
    cell: ({ outcome_r: r, ...idea }) => (
      <>
        {outcomeWords(idea)} {r === null ? null : <Signed sign={r}>{signedR(r)}</Signed>}
      </>
    ),
  },
  {
    title: 'Created',
    align: 'start',
    sort: (idea) => idea.generated_at,
    cell: ({ generated_at: at }) => format.dateTime(at),
  },
]
