import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Signed } from '../../ui/figure.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

type Change = AnswerOf<'what_changed'>

/** What moved since an earlier session, and why net GEX did. */
export function ChangePanel({ symbol }: { readonly symbol: string }) {
  const [since, setSince] = useState('')
  const query = useAnswer('what_changed', { symbol, ...(since === '' ? {} : { since }), ...useDated() })
  return (
    <Panel title="What changed" span={3}>
      <div class="exposure-since">
        <TextField
          type="date"
          label="Since the session of"
          hint="Empty: the session before."
          value={since}
          onValue={setSince}
          error={query.problem?.fields['since']}
        />
      </div>
      {query.problem?.status === 422 ? null : (
        <Answered of={query}>{(answer) => <Changed symbol={symbol} answer={answer} />}</Answered>
      )}
    </Panel>
  )
}

interface Part {
  readonly title: string
  readonly value: number | null
}

const PART_COLUMNS: readonly Column<Part>[] = [
  { title: 'By', align: 'start', cell: ({ title }) => title },
  {
    title: 'Net GEX',
    field: 'net_gex',
    cell: ({ value }) => <Signed sign={value}>{format.signedUsd(value)}</Signed>,
    sort: ({ value }) => value,
  },
]

function Changed({ symbol, answer }: { readonly symbol: string; readonly answer: Change }) {
  const { net_gex: gex } = answer
  const { parts } = gex
  const rows: readonly Part[] = [
    { title: 'Expiration', value: parts.by_expiration },
    { title: 'Time', value: parts.by_time },
    { title: 'Price', value: parts.by_price },
    { title: 'Volatility', value: parts.by_volatility },
    { title: 'Open interest', value: parts.by_open_interest },
  ]
  const strikes = answer.strikes.toSorted((a, b) => a.strike - b.strike)
  return (
    <div class="pair">
      <div>
        <ul>
          {answer.summary.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p class="quiet">
          Net GEX went from {format.signedUsd(gex.from)} to {format.signedUsd(gex.to)} since{' '}
          {format.dateTime(answer.since)}:
        </p>
        <Table label="Net GEX by cause" columns={PART_COLUMNS} rows={rows} keyOf={({ title }) => title} />
      </div>
      <SeriesChart
        label={`Change of net GEX of ${symbol} by strike`}
        x={strikes.map(({ strike }) => strike)}
        xTitle="Strike"
        xFormat={format.strike}
        format={format.usd}
        series={[
          {
            title: 'Change of net GEX, largest 20 strikes',
            colour: 'accent',
            kind: 'bars',
            values: strikes.map((row) => row.net_gex_change),
          },
        ]}
        marks={[{ at: answer.price.to, title: 'price', colour: 'ink' }]}
      />
    </div>
  )
}
