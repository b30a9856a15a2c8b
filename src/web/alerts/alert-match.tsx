import { useState } from 'preact/hooks'
import type { AlertSource, FlowCriteria, IdeaCriteria } from '../../alerts/contract/criteria.ts'
import { flowTest, ideaTest } from '../../alerts/domain/criteria-test.ts'
import type { FlowPrint } from '../../flow/contract/flow-print.ts'
import { type AnswerOf, ask, Problem } from '../client.ts'
import { withFields } from '../flow/with-fields.ts'
import { format } from '../format.ts'
import { useSubmit } from '../submit.ts'
import { FormProblem } from '../ui/form/form-problem.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import { type CriteriaValues, criteriaOf, unreadable } from './criteria.ts'
import type { Draft } from './draft.ts'

type Idea = AnswerOf<'trade_ideas'>['data'][number]

/** The fields that the criteria compare and the table shows. */
const SUBJECT_FIELDS = [
  'id',
  'executed_at',
  'symbol',
  'option_symbol',
  'option_type',
  'strike',
  'expiration_date',
  'dte',
  'side',
  'side_label',
  'size',
  'premium',
  'volume_oi_ratio',
  'trade_type',
  'sentiment',
  'unusual_score',
  'alert_types',
] as const

type Print = Pick<FlowPrint, (typeof SUBJECT_FIELDS)[number]>

type Found =
  | { readonly source: 'option_flow'; readonly tested: number; readonly rows: readonly Print[] }
  | { readonly source: 'trade_idea'; readonly tested: number; readonly rows: readonly Idea[] }

const MAX_ROWS = 100

/** Tests the criteria, saved or not, on recent rows, with the same function as the service. */
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
  const { tested, rows, source } = found
  const what = source === 'option_flow' ? 'prints' : 'ideas'
  return (
    <>
      <p>
        <strong>{rows.length}</strong> of the last {tested} {what} would match.
      </p>
      {found.source === 'option_flow' ? (
        <Table label="Matching prints" columns={PRINTS} rows={found.rows} keyOf={({ id }) => id} />
      ) : (
        <Table label="Matching ideas" columns={IDEAS} rows={found.rows} keyOf={({ id }) => id} />
      )}
    </>
  )
}

async function prints({ values }: Draft): Promise<Found> {
  const criteria: FlowCriteria = readable('option_flow', values)
  const { symbols = [] } = criteria
  const queries = symbols.length === 0 ? [undefined] : symbols
  const pages = await Promise.all(
    queries.map((symbol) =>
      ask('options_flow', { limit: MAX_ROWS, fields: [...SUBJECT_FIELDS], ...(symbol !== undefined && { symbol }) }),
    ),
  )
  const all = pages.flatMap(({ data }) => data.filter(withFields(SUBJECT_FIELDS)))
  const test = flowTest(criteria)
  const rows = all.filter((row) => row.premium !== null && test({ ...row, premium: row.premium }))
  return { source: 'option_flow', tested: all.length, rows }
}

async function ideas({ values }: Draft): Promise<Found> {
  const criteria: IdeaCriteria = readable('trade_idea', values)
  const { data } = await ask('trade_ideas', { limit: MAX_ROWS })
  const test = ideaTest(criteria)
  return { source: 'trade_idea', tested: data.length, rows: data.filter((row) => test(row)) }
}

/** The values of the form have the types of their fields, except unreadable numbers. */
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
  { title: 'Type', align: 'start', cell: (row) => format.words(row.trade_type) },
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
