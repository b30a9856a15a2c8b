import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import './surface-panel.css'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated, withQuery } from '../../travel.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { CellTable } from '../../ui/table/cell-table.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

type Surface = AnswerOf<'volatility_surface'>

const USUAL_TENOR = 30
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Volatility by delta and days, its change since another session, and forward volatility. The address holds that session. */
export function SurfacePanel({ symbol }: { readonly symbol: string }) {
  const { query, url, route } = useLocation()
  const against = DATE.test(query['against'] ?? '') ? query['against'] : undefined
  const answer = useAnswer('volatility_surface', { symbol, against, ...useDated() })
  const error = answer.problem?.fields['against']
  return (
    <Panel title="Volatility surface" span={2}>
      <div class="surface-against">
        <TextField
          type="date"
          label="Change since the session of"
          value={against ?? ''}
          error={error}
          onValue={(date) => route(withQuery(url, { against: date || null }), true)}
        />
      </div>
      {error ? null : (
        <Answered of={answer}>
          {(surface) =>
            surface.slices.length === 0 ? (
              <Empty next="Choose another symbol or date.">{symbol} has no listed expirations.</Empty>
            ) : (
              <Views surface={surface} />
            )
          }
        </Answered>
      )}
    </Panel>
  )
}

function Views({ surface }: { readonly surface: Surface }) {
  const { symbol, against, slices, as_of: asOf } = surface
  return (
    <>
      <div class="pair">
        <Grid surface={surface} />
        {against === null ? null : <ChangeGrid surface={surface} />}
        <ForwardChart surface={surface} />
        <TenorSmile surface={surface} />
      </div>
      <details>
        <summary>Every expiration, and how well a smooth smile fits it</summary>
        <Table
          label={`Smiles of ${symbol} by expiration`}
          columns={SLICES}
          rows={slices}
          keyOf={({ expiration_date: date, settlement }) => `${date} ${settlement}`}
          asOf={asOf}
        />
      </details>
    </>
  )
}

/** `25Δ put`, `at the money`, `10Δ call`. */
function deltaTitle(delta: number): string {
  if (delta === 50) return 'at the money'
  return `${Math.abs(delta)}Δ ${delta < 0 ? 'put' : 'call'}`
}

function daysTitle(days: number): string {
  return `${days} days`
}

function Grid({ surface: { deltas, tenors, grid, forward_iv: forward } }: { readonly surface: Surface }) {
  const known = grid.flat().filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const share = (value: number | null) => (value === null || high === low ? 0 : (value - low) / (high - low))
  return (
    <CellTable
      label="Implied volatility by days and delta"
      corner="Days"
      columns={[...deltas.map(deltaTitle), 'Forward']}
      rows={tenors.map(format.whole)}
      cell={(row, column) => {
        if (column === deltas.length) return { text: format.decimal(forward[row]), share: 0, kind: 'level' }
        const value = grid[row]?.[column] ?? null
        return { text: format.decimal(value), share: share(value), kind: 'level' }
      }}
    />
  )
}

function ChangeGrid({ surface: { deltas, tenors, change, against } }: { readonly surface: Surface }) {
  const values = change ?? []
  const largest = Math.max(...values.flat().map((value) => Math.abs(value ?? 0)), 0.01)
  return (
    <CellTable
      label={`Change since ${against}, volatility points`}
      corner="Days"
      columns={deltas.map(deltaTitle)}
      rows={tenors.map(format.whole)}
      cell={(row, column) => {
        const value = values[row]?.[column] ?? null
        const kind = (value ?? 0) < 0 ? 'down' : 'up'
        return { text: format.change(value), share: Math.abs(value ?? 0) / largest, kind }
      }}
    />
  )
}

function ForwardChart({ surface }: { readonly surface: Surface }) {
  const { symbol, deltas, tenors, grid, forward_iv: forward } = surface
  const middle = deltas.indexOf(50)
  return (
    <SeriesChart
      label={`Volatility of ${symbol} at the money to each day, and between the days`}
      x={tenors}
      xTitle="Days"
      xFormat={format.whole}
      format={format.decimal}
      series={[
        { title: 'At the money', colour: 'accent', kind: 'joined', values: grid.map((row) => row[middle] ?? null) },
        { title: 'Forward, from the days before', colour: 'warm', kind: 'joined', values: forward },
      ]}
    />
  )
}

/** By delta at one number of days, now and in the session to compare with. */
function TenorSmile({ surface }: { readonly surface: Surface }) {
  const { symbol, deltas, tenors, grid, change, against } = surface
  const [chosen, setChosen] = useState(USUAL_TENOR)
  const row = Math.max(tenors.indexOf(chosen), 0)
  const now = grid[row] ?? []
  const before = change && now.map((value, column) => earlier(value, change[row]?.[column] ?? null))
  return (
    <div>
      <label class="row">
        Smile at{' '}
        <select value={tenors[row]} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {tenors.map((days) => (
            <option key={days} value={days}>
              {daysTitle(days)}
            </option>
          ))}
        </select>
      </label>
      <SeriesChart
        label={`Volatility of ${symbol} by delta at ${daysTitle(tenors[row] ?? 0)}`}
        x={deltas.map((_delta, index) => index)}
        xTitle="Delta"
        xFormat={(index) => (Number.isInteger(index) && index in deltas ? deltaTitle(deltas[index] ?? 0) : '')}
        format={format.decimal}
        series={[
          { title: 'Now', colour: 'accent', kind: 'joined', values: now },
          ...(before ? [{ title: format.date(against), colour: 'soft', kind: 'joined', values: before } as const] : []),
        ]}
      />
    </div>
  )
}

function earlier(value: number | null, points: number | null): number | null {
  return value === null || points === null ? null : value - points / 100
}

const SLICES: readonly Column<Surface['slices'][number]>[] = [
  {
    title: 'Expiration',
    align: 'start',
    sort: (row) => row.dte,
    cell: ({ expiration_date: date, settlement }) => `${format.shortDate(date)}${settlement === 'am' ? ' AM' : ''}`,
  },
  { title: 'Days', field: 'dte', cell: ({ dte }) => format.whole(dte) },
  { title: 'Forward', field: 'forward', cell: ({ forward }) => format.price(forward) },
  { title: 'ATM IV', field: 'atm_iv', cell: (row) => format.decimal(row.atm_iv) },
  { title: 'Risk reversal', field: 'rr25', cell: ({ rr25 }) => format.decimal(rr25) },
  { title: 'Butterfly', field: 'bf25', cell: ({ bf25 }) => format.decimal(bf25) },
  { title: 'Forward IV', field: 'forward_iv', cell: (row) => format.decimal(row.forward_iv) },
  { title: 'In quotes', field: 'within_quotes_pct', cell: (row) => format.pct(row.within_quotes_pct, 0) },
  { title: 'SVI off by', field: 'rms_iv_points', sort: rmsOf, cell: (row) => format.ratio(rmsOf(row)) },
  { title: 'Crosses next', align: 'start', cell: (row) => (row.crosses_next ? 'yes' : 'no') },
]

function rmsOf({ svi }: Surface['slices'][number]): number | null {
  return svi?.rms_iv_points ?? null
}
