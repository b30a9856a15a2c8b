import type { QueryState } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { CalibrationNote } from '../volatility/calibration-note.tsx'

type Analysis = AnswerOf<'strategy_analysis'>

interface ChancesPanelProps {
  readonly analysis: QueryState<Analysis>
  /** Undefined while it loads. */
  readonly calibration: AnswerOf<'probability'>['calibration'] | undefined
  /** A leg is moving: the figures are of the legs before. */
  readonly isOld: boolean
}

/** Outcomes by measure, chances of touch, and risks, from the service. */
export function ChancesPanel({ analysis, calibration, isOld }: ChancesPanelProps) {
  // The legs show what is wrong with them.
  if (analysis.problem?.status === 422) return null
  return (
    <Panel title="Chances and risks" span={3}>
      <div data-old={isOld} class="strategy-chances">
        <Answered of={analysis}>{(answer) => <Chances answer={answer} />}</Answered>
      </div>
      <CalibrationNote of={calibration} />
    </Panel>
  )
}

function Chances({ answer }: { readonly answer: Analysis }) {
  return (
    <>
      <div>
        <h3>At the first expiration, {format.date(answer.first_expiration)}</h3>
        <Table
          label="Outcomes by measure"
          columns={OUTCOMES}
          rows={answer.outcomes}
          keyOf={({ measure }) => measure}
          asOf={answer.as_of}
        />
      </div>
      <div>
        <h3>Prices on the way</h3>
        <Table
          label="Chances of touching a price"
          columns={TOUCHES}
          rows={answer.touch}
          keyOf={({ price, role }) => `${role} ${price}`}
          asOf={answer.as_of}
          empty="No sold strike and no break-even."
        />
      </div>
      <div>
        <h3>Risks</h3>
        {answer.risks.length === 0 ? (
          <p class="quiet">Nothing unusual.</p>
        ) : (
          <ul class="strategy-risks">
            {answer.risks.map(({ kind, leg, text }) => (
              <li key={`${kind} ${leg}`}>{text}</li>
            ))}
          </ul>
        )}
        <p class="quiet">
          Margin: {answer.margin.rule || 'none'}. Opening and closing at once costs{' '}
          {format.usd(answer.liquidity.spread_cost)} in spreads.
        </p>
      </div>
    </>
  )
}

const MEASURES = { implied: 'Option prices', lognormal: 'One volatility', realized: 'Realized volatility' } as const

const OUTCOMES: readonly Column<Analysis['outcomes'][number]>[] = [
  { title: 'By', align: 'start', cell: ({ measure }) => MEASURES[measure] },
  { title: 'Profit', field: 'probability_of_profit', cell: (row) => format.decimal(row.probability_of_profit) },
  {
    title: 'Max profit',
    field: 'probability_of_max_profit',
    cell: (row) => format.decimal(row.probability_of_max_profit),
  },
  { title: 'Max loss', field: 'probability_of_max_loss', cell: (row) => format.decimal(row.probability_of_max_loss) },
  { title: 'Expected', field: 'expected_value', cell: (row) => format.signedUsd(row.expected_value) },
  { title: 'Worst 5 %', field: 'expected_shortfall', cell: (row) => format.signedUsd(row.expected_shortfall) },
]

const ROLES = { short_strike: 'sold strike', break_even: 'break-even' } as const

const TOUCHES: readonly Column<Analysis['touch'][number]>[] = [
  { title: 'Price', align: 'start', cell: ({ price, role }) => `${format.price(price)} ${ROLES[role]}` },
  { title: 'Ends beyond', field: 'close_beyond', cell: (row) => format.decimal(row.close_beyond) },
  { title: 'Touched', field: 'probability', cell: (row) => format.decimal(row.probability) },
]
