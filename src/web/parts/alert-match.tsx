import { useState } from 'preact/hooks'
import type { AlertSource, FlowCriteria, IdeaCriteria } from '../../domain/alerts/criteria.ts'
import { flowTest, ideaTest } from '../../domain/alerts/match.ts'
import { type CriteriaValues, criteriaOf, unreadable } from '../alerts/criteria.ts'
import type { Draft } from '../alerts/draft.ts'
import { type AnswerOf, ask, Problem } from '../client.ts'
import { format } from '../format.ts'
import { useSubmit } from '../submit.ts'
import { FormProblem } from './form-problem.tsx'
import { type Column, Table } from './table.tsx'

type Print = AnswerOf<'options_flow'>['data'][number]
type Idea = AnswerOf<'trade_ideas'>['data'][number]

type Found =
  | { readonly source: 'option_flow'; readonly looked: number; readonly rows: readonly Print[] }
  | { readonly source: 'trade_idea'; readonly looked: number; readonly rows: readonly Idea[] }

const MOST = 100

/** Tries the criteria, saved or not, on what came last, with the very function that the service uses. */
export function AlertMatch({ draft }: { readonly draft: Draft }) {
  const submission = useSubmit()
  const [found, setFound] = useState<Found | null>(null)
  const test = () =>
    submission.run(async () => setFound(draft.source === 'option_flow' ? await prints(draft) : await ideas(draft)))
  return (
    <div class="alert-match">
      <button type="button" disabled={submission.isBusy} onClick={() => void test()}>
        Test against the last {draft.source === 'option_flow' ? 'prints' : 'ideas'}
      </button>
      <FormProblem of={submission} />
      <div role="status">{found ? <FoundRows found={found} /> : null}</div>
    </div>
  )
}

function FoundRows({ found }: { readonly found: Found }) {
  const { looked, rows, source } = found
  const what = source === 'option_flow' ? 'prints' : 'ideas'
  return (
    <>
      <p>
        <strong>{rows.length}</strong> of the last {looked} {what} would match.
      </p>
      {found.source === 'option_flow' ? (
        <Table label="Prints that match" columns={PRINTS} rows={found.rows} keyOf={({ id }) => id} empty="" />
      ) : (
        <Table label="Ideas that match" columns={IDEAS} rows={found.rows} keyOf={({ id }) => id} empty="" />
      )}
    </>
  )
}

async function prints({ values }: Draft): Promise<Found> {
  const criteria: FlowCriteria = readable('option_flow', values)
  const { symbols = [] } = criteria
  const asked = symbols.length === 0 ? [undefined] : symbols
  const pages = await Promise.all(
    asked.map((symbol) => ask('options_flow', { limit: MOST, ...(symbol !== undefined && { symbol }) })),
  )
  const all = pages.flatMap(({ data }) => data)
  const test = flowTest(criteria)
  const rows = all.filter((row) => row.premium !== null && test({ ...row, premium: row.premium }))
  return { source: 'option_flow', looked: all.length, rows }
}

async function ideas({ values }: Draft): Promise<Found> {
  const criteria: IdeaCriteria = readable('trade_idea', values)
  const { data } = await ask('trade_ideas', { limit: MOST })
  const test = ideaTest(criteria)
  return { source: 'trade_idea', looked: data.length, rows: data.filter((row) => test(row)) }
}

/** Values of the form are what their fields say, but for numbers that cannot be read. */
function readable(source: AlertSource, values: CriteriaValues) {
  const criteria = criteriaOf(source, values)
  const titles = unreadable(source, criteria)
  if (titles.length > 0) throw new Problem(422, { detail: `Not a number: ${titles.join(', ')}.` })
  return JSON.parse(JSON.stringify(criteria))
}

const PRINTS: readonly Column<Print>[] = [
  { title: 'At', align: 'start', cell: (row) => format.dateTime(row.executed_at) },
  {
    title: 'Contract',
    align: 'start',
    cell: (row) => `${row.symbol} ${row.strike} ${row.option_type} ${row.expiration_date}`,
  },
  { title: 'Premium', field: 'premium', cell: (row) => format.usd(row.premium) },
  { title: 'Contracts', field: 'size', cell: (row) => format.whole(row.size) },
  { title: 'Side', align: 'start', cell: (row) => row.side_label },
  { title: 'Kind', align: 'start', cell: (row) => format.words(row.trade_type) },
  { title: 'Score', field: 'unusual_score', cell: (row) => row.unusual_score },
]

const IDEAS: readonly Column<Idea>[] = [
  { title: 'At', align: 'start', cell: (row) => format.dateTime(row.generated_at) },
  { title: 'Symbol', align: 'start', cell: (row) => row.symbol },
  { title: 'Direction', align: 'start', cell: (row) => row.direction },
  { title: 'Strategy', align: 'start', cell: (row) => row.strategy },
  { title: 'Confidence', cell: (row) => format.decimal(row.confidence, 0) },
  { title: 'Status', align: 'start', cell: (row) => row.status },
]
