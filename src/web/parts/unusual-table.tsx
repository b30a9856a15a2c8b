import './unusual-table.css'
import { format } from '../format.ts'
import { Signed } from './figure.tsx'
import { OpeningTable } from './opening-table.tsx'
import { Contract, ScoreMark } from './print-columns.tsx'
import { ScoreBreakdown, type Unusual } from './score-breakdown.tsx'
import { SymbolLink } from './symbol-link.tsx'
import type { Column } from './table.tsx'

const SENTIMENT_SIGNS = { bullish: 1, bearish: -1, neutral: 0 } as const

function returned(field: keyof Unusual['outcome'], title: string): Column<Unusual> {
  return {
    title,
    field,
    cell: ({ outcome }) => <Signed sign={outcome[field]}>{format.signedPct(outcome[field], 1)}</Signed>,
  }
}

const COLUMNS: readonly Column<Unusual>[] = [
  { title: 'Score', field: 'unusual_score', cell: (print) => <ScoreMark score={print.unusual_score} /> },
  { title: 'Time', align: 'start', cell: ({ executed_at: at }) => format.time(at) },
  { title: 'Symbol', align: 'start', cell: ({ symbol }) => <SymbolLink symbol={symbol} /> },
  { title: 'Contract', align: 'start', cell: (print) => <Contract print={print} /> },
  { title: 'Side', align: 'start', cell: ({ side_label: side }) => side },
  { title: 'Size', field: 'size', cell: ({ size }) => format.whole(size) },
  { title: 'Premium', field: 'premium', cell: ({ premium }) => <b>{format.usd(premium)}</b> },
  {
    title: 'Lean',
    align: 'start',
    cell: ({ sentiment }) => <Signed sign={SENTIMENT_SIGNS[sentiment]}>{sentiment}</Signed>,
  },
  { title: 'Kind', align: 'start', cell: ({ trade_type: type }) => format.words(type) },
  {
    title: 'Patterns',
    align: 'start',
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

/** Prints that stand out; each opens to the reasons of its score. */
export function UnusualTable({ rows, asOf }: { readonly rows: readonly Unusual[]; readonly asOf: string }) {
  return (
    <OpeningTable
      label="Prints that stand out, the newest first"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ id }) => id}
      openLabel={(print) =>
        `Reasons of the score of ${print.symbol} ${format.strike(print.strike)} ${print.option_type}`
      }
      detail={(print) => <ScoreBreakdown print={print} asOf={asOf} />}
      asOf={asOf}
      empty="No print of this session passes these filters."
    />
  )
}
