import { useState } from 'preact/hooks'
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { SENTIMENT_SIGNS } from '../../flow/print-columns.tsx'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Signed } from '../../ui/figure.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { ContractLink } from '../contract/contract-link.tsx'

type Change = AnswerOf<'what_changed'>

/** What moved between two instants, and why net GEX did. */
export function ChangePanel({ symbol }: { readonly symbol: string }) {
  const [since, setSince] = useState(NOT_CHOSEN)
  const [until, setUntil] = useState(NOT_CHOSEN)
  const range = { since: textOf(since), until: textOf(until) }
  const query = useAnswer('what_changed', { symbol, ...range, ...useDated() })
  const fields = query.problem?.fields ?? {}
  return (
    <Panel title="What changed" span={3}>
      <div class="exposure-ends">
        <EndFields
          label="Since"
          hint="Empty: the session before."
          value={since}
          onValue={setSince}
          error={fields['since']}
        />
        <EndFields label="Until" hint="Empty: now." value={until} onValue={setUntil} error={fields['until']} />
      </div>
      {query.problem?.status === 422 ? null : (
        <Answered of={query}>{(answer) => <Changed symbol={symbol} answer={answer} />}</Answered>
      )}
    </Panel>
  )
}

const NOT_CHOSEN = { date: '', time: '' }

/** A session, and a time of New York in it; empty where not chosen. */
type End = typeof NOT_CHOSEN

interface EndFieldsProps {
  readonly label: string
  readonly hint: string
  readonly value: End
  readonly onValue: (value: End) => void
  readonly error: string | undefined
}

function EndFields({ label, hint, value, onValue, error }: EndFieldsProps) {
  return (
    <div class="exposure-end">
      <TextField
        type="date"
        label={`${label} the session of`}
        hint={hint}
        value={value.date}
        onValue={(date) => onValue({ ...value, date })}
        error={error}
      />
      <TextField
        type="time"
        label={`${label}, New York time`}
        hint={value.date === '' ? 'Choose the session first.' : 'Empty: its last chain. Else a kept minute.'}
        disabled={value.date === ''}
        value={value.time}
        onValue={(time) => onValue({ ...value, time })}
      />
    </div>
  )
}

/** A date, an instant, or nothing. */
function textOf({ date, time }: End): string | undefined {
  if (date === '') return undefined
  if (time === '') return date
  const [hours, minutes] = time.split(':').map(Number)
  return new Date(newYorkInstant(date, 60 * (hours ?? 0) + (minutes ?? 0))).toISOString()
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
    <>
      <div class="pair">
        <div>
          <ul>
            {answer.summary.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p class="quiet">
            Net GEX went from {format.signedUsd(gex.from)} to {format.signedUsd(gex.to)} from{' '}
            {format.dateTime(answer.since)} to {format.dateTime(answer.as_of)}
            {rows.some(({ value }) => value !== null)
              ? ':'
              : '. Kept minutes hold no chain, so its causes are unknown.'}
          </p>
          {rows.some(({ value }) => value !== null) ? (
            <Table label="Net GEX by cause" columns={PART_COLUMNS} rows={rows} keyOf={({ title }) => title} />
          ) : null}
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
      <LargestTrades symbol={symbol} answer={answer} />
    </>
  )
}

type Trade = Change['flow']['largest'][number]

function LargestTrades({
  symbol,
  answer: { flow, as_of: asOf },
}: {
  readonly symbol: string
  readonly answer: Change
}) {
  if (flow.largest.length === 0) return null
  return (
    <>
      <h3>Largest trades between</h3>
      <Table
        label={`Largest trades of ${symbol} between the two instants`}
        columns={tradeColumns(symbol)}
        rows={flow.largest}
        keyOf={({ executed_at: time, option_symbol: contract, size }) => `${time} ${contract} ${size}`}
        asOf={asOf}
      />
    </>
  )
}

function tradeColumns(symbol: string): readonly Column<Trade>[] {
  return [
    { title: 'Time', align: 'start', cell: ({ executed_at: time }) => format.dateTime(time) },
    {
      title: 'Contract',
      align: 'start',
      cell: ({ option_symbol: contract }) => (
        <ContractLink optionSymbol={contract} symbol={symbol}>
          {contract.replace(/ +/, ' ')}
        </ContractLink>
      ),
    },
    { title: 'Size', field: 'size', cell: ({ size }) => format.whole(size) },
    { title: 'Premium', field: 'premium', cell: ({ premium }) => format.usd(premium) },
    {
      title: 'Sentiment',
      cell: ({ sentiment }) => <Signed sign={SENTIMENT_SIGNS[sentiment]}>{sentiment}</Signed>,
    },
  ]
}
