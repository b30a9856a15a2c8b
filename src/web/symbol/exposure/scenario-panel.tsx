import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

type Scenario = AnswerOf<'scenario'>

interface Move {
  readonly pct: number
  readonly points: number
  readonly days: number
}

const SLIDERS = [
  { name: 'pct', title: 'Price', unit: '%', min: -15, max: 15 },
  { name: 'points', title: 'Volatility', unit: 'points', min: -20, max: 40 },
  { name: 'days', title: 'Days that pass', unit: '', min: 0, max: 30 },
] as const

/** The exposures after a move of price, volatility and time. */
export function ScenarioPanel({ symbol }: { readonly symbol: string }) {
  const dated = useDated()
  /** `shown` follows the finger; `requested` is the last request. */
  const [shown, setShown] = useState<Move>({ pct: -3, points: 0, days: 0 })
  const [requested, setRequested] = useState(shown)
  const { pct, points, days } = requested
  const query = useAnswer('scenario', { symbol, price_pct: [pct], iv_points: points, days, ...dated })
  return (
    <Panel title="What if">
      {SLIDERS.map(({ name, title, unit, min, max }) => (
        <label key={name} class="exposure-slider">
          <span>
            {title} <b>{`${signed(shown[name], name !== 'days')} ${unit}`}</b>
          </span>
          <input
            type="range"
            min={min}
            max={max}
            value={shown[name]}
            aria-valuetext={`${signed(shown[name], name !== 'days')} ${unit}`}
            onInput={(event) => setShown({ ...shown, [name]: Number(event.currentTarget.value) })}
            onChange={(event) => setRequested({ ...shown, [name]: Number(event.currentTarget.value) })}
          />
        </label>
      ))}
      <Answered of={query}>{(answer) => <Comparison answer={answer} />}</Answered>
    </Panel>
  )
}

function signed(value: number, hasSign: boolean): string {
  return hasSign && value > 0 ? `+${value}` : String(value).replace('-', '−')
}

interface Compared {
  readonly title: string
  readonly before: string
  readonly after: string
}

const FIGURES: readonly (readonly [keyof Scenario['before'], string, (value: number | null) => string])[] = [
  ['underlying_price', 'Price', format.price],
  ['net_gex', 'Net GEX', format.signedUsd],
  ['net_dex', 'Net DEX', format.signedUsd],
  ['net_vanna_exposure', 'Vanna', format.signedUsd],
  ['net_charm_exposure', 'Charm', format.signedUsd],
  ['gamma_flip', 'Gamma flip', format.price],
  ['call_wall', 'Call wall', format.strike],
  ['put_wall', 'Put wall', format.strike],
]

const COLUMNS: readonly Column<Compared>[] = [
  { title: 'Figure', align: 'start', cell: ({ title }) => title },
  { title: 'Now', cell: ({ before }) => before },
  { title: 'Then', cell: ({ after }) => after },
]

function Comparison({ answer }: { readonly answer: Scenario }) {
  const [after] = answer.rows
  if (!after) return null
  const rows = FIGURES.map(([field, title, text]) => {
    const [from, to] = [answer.before[field], after[field]]
    return { title, before: text(numberOf(from)), after: text(numberOf(to)) }
  })
  return (
    <>
      <Table label="Exposures now and then" columns={COLUMNS} rows={rows} keyOf={({ title }) => title} />
      <p class="quiet">
        To stay hedged, dealers of the stated convention would {(after.hedge_usd ?? 0) < 0 ? 'sell' : 'buy'}{' '}
        {format.usd(after.hedge_usd === null ? null : Math.abs(after.hedge_usd))} of stock. Open interest is held.
      </p>
    </>
  )
}

function numberOf(value: number | string | null): number | null {
  return typeof value === 'number' ? value : null
}
