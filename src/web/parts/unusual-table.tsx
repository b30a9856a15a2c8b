import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import './unusual-table.css'
import { format } from '../format.ts'
import { Explained } from './explained.tsx'
import { Signed } from './figure.tsx'
import { Contract, ScoreMark } from './print-columns.tsx'
import { ScoreBreakdown, type Unusual } from './score-breakdown.tsx'
import { Empty } from './states.tsx'
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

interface UnusualTableProps {
  readonly rows: readonly Unusual[]
  readonly asOf: string
}

/** Prints that stand out; each opens to the reasons of its score. */
export function UnusualTable({ rows, asOf }: UnusualTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const turn = (id: string) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  if (rows.length === 0) return <Empty>No print of this session passes these filters.</Empty>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="scroll" aria-label="Prints that stand out, the newest first" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {COLUMNS.map(({ title, field, align = 'end' }) => (
              <th key={title} scope="col" data-align={align}>
                {field ? (
                  <Explained field={field} asOf={asOf}>
                    {title}
                  </Explained>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((print) => (
            <Fragment key={print.id}>
              <Row print={print} isOpen={opened.has(print.id)} onTurn={turn} />
              {opened.has(print.id) ? (
                <tr class="unusual-detail">
                  <td colSpan={COLUMNS.length + 1}>
                    <div>
                      <ScoreBreakdown print={print} asOf={asOf} />
                    </div>
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  readonly print: Unusual
  readonly isOpen: boolean
  readonly onTurn: (id: string) => void
}

function Row({ print, isOpen, onTurn }: RowProps) {
  return (
    <tr>
      <td>
        <button
          type="button"
          class="unusual-turn"
          aria-expanded={isOpen}
          aria-label={`Reasons of the score of ${print.symbol} ${format.strike(print.strike)} ${print.option_type}`}
          onClick={() => onTurn(print.id)}
        />
      </td>
      {COLUMNS.map(({ title, cell, align = 'end' }) => (
        <td key={title} data-align={align}>
          {cell(print)}
        </td>
      ))}
    </tr>
  )
}
