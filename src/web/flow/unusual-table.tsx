import './unusual-table.css'
import type { UnusualPrint } from '../../flow/contract/unusual-activity.ts'
import { format } from '../format.ts'
import { SymbolLink } from '../symbol/symbol-link.tsx'
import { Signed } from '../ui/figure.tsx'
import type { Column } from '../ui/table/column.ts'
import { NoPrints } from './no-prints.tsx'
import { OpeningTable } from './opening-table.tsx'
import { COMMON_FIELDS, Contract, ScoreMark, SENTIMENT_SIGNS } from './print-columns.tsx'
import { ScoreBreakdown } from './score-breakdown.tsx'

/** The fields that the table and its details show. */
export const UNUSUAL_FIELDS = [...COMMON_FIELDS, 'alert_types', 'score_breakdown', 'outcome'] as const

type Unusual = Pick<UnusualPrint, (typeof UNUSUAL_FIELDS)[number]>

function returned(field: keyof Unusual['outcome'], title: string): Column<Unusual> {
  return {
    title,
    field,
    sort: ({ outcome }) => outcome[field],
    cell: ({ outcome }) => <Signed sign={outcome[field]}>{format.signedPct(outcome[field], 1)}</Signed>,
  }
}

const COLUMNS: readonly Column<Unusual>[] = [
  { title: 'Score', field: 'unusual_score', cell: (print) => <ScoreMark score={print.unusual_score} /> },
  { title: 'Time', align: 'start', sort: (row) => row.executed_at, cell: ({ executed_at: at }) => format.time(at) },
  { title: 'Symbol', align: 'start', sort: (row) => row.symbol, cell: ({ symbol }) => <SymbolLink symbol={symbol} /> },
  { title: 'Contract', align: 'start', sort: (row) => row.strike, cell: (print) => <Contract print={print} /> },
  { title: 'Side', align: 'start', cell: ({ side_label: side }) => side },
  { title: 'Size', field: 'size', cell: ({ size }) => format.whole(size) },
  { title: 'Premium', field: 'premium', cell: ({ premium }) => <b>{format.usd(premium)}</b> },
  {
    title: 'Sentiment',
    align: 'start',
    sort: ({ sentiment }) => sentiment,
    cell: ({ sentiment }) => <Signed sign={SENTIMENT_SIGNS[sentiment]}>{sentiment}</Signed>,
  },
  { title: 'Type', align: 'start', cell: ({ trade_type: type }) => format.words(type) },
  {
    title: 'Patterns',
    align: 'start',
    sort: ({ alert_types: types }) => types.join(),
    cell: ({ alert_types: types }) => {
      const text = types.map(format.words).join(', ')
      return (
        <span class="unusual-types" title={text}>
          {text}
        </span>
      )
    },
  },
  returned('return_pct_5m', '5 min'),
  returned('return_pct_30m', '30 min'),
  returned('return_pct_1d', 'Next close'),
]

/** Unusual prints; each opens to the factors of its score. */
export function UnusualTable({ rows, asOf }: { readonly rows: readonly Unusual[]; readonly asOf: string }) {
  return (
    <OpeningTable
      label="Unusual prints, newest first"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ id }) => id}
      openLabel={(print) =>
        `Factors of the score of ${print.symbol} ${format.strike(print.strike)} ${print.option_type}`
      }
      detail={(print) => <ScoreBreakdown print={print} asOf={asOf} />}
      asOf={asOf}
      empty={<NoPrints />}
    />
  )
}
