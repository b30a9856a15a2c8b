import { useMemo, useState } from 'preact/hooks'
import './contract-drawer.css'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { PRINT_COLUMNS, PRINT_FIELDS, type Print, TIME } from '../../flow/print-columns.tsx'
import { withFields } from '../../flow/with-fields.ts'
import { format } from '../../format.ts'
import { pathTo } from '../../paths.ts'
import { useDate, useDated } from '../../travel.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { MarketBadge } from '../../ui/source-line.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table/table.tsx'
import { legsWith } from '../strategy/strategy-state.ts'
import { type ContractLines, type ContractName, contractLines, contractName } from './contract-lines.ts'
import { ContractSessions } from './contract-sessions.tsx'

const RENEW_MS = 10_000
const MAX_PRINTS = 200
const SHOWN_PRINTS = 25
/** The first column of the table names the contract, which the title does. */
const COLUMNS = [TIME, ...PRINT_COLUMNS.slice(1)]

interface ContractDrawerProps {
  readonly symbol: string
  readonly optionSymbol: string
  readonly close: () => void
}

/** One contract: its quote and greeks, price, volatility, delta and volume over the session, and its prints. */
export function ContractDrawer({ symbol, optionSymbol, close }: ContractDrawerProps) {
  const name = contractName(optionSymbol)
  if (!name) {
    return (
      <Dialog title="No such contract" close={close} kind="drawer">
        <Empty next="Close this and choose one in the tape or the chain.">The address names no contract.</Empty>
      </Dialog>
    )
  }
  const title = `${symbol} ${format.strike(name.strike)} ${name.type} ${format.shortDate(name.expiration)}`
  return (
    <Dialog title={title} close={close} kind="drawer">
      <button type="button" class="icon contract-close" aria-label="Close" onClick={close}>
        <span aria-hidden="true">×</span>
      </button>
      <Quote symbol={symbol} optionSymbol={optionSymbol} name={name} />
      <IntoBuilder symbol={symbol} optionSymbol={optionSymbol} />
      <Session symbol={symbol} optionSymbol={optionSymbol} title={title} />
      <ContractSessions symbol={symbol} optionSymbol={optionSymbol} title={title} />
    </Dialog>
  )
}

/** Adds the contract to the newest strategy of its symbol. */
function IntoBuilder({ symbol, optionSymbol }: { readonly symbol: string; readonly optionSymbol: string }) {
  const date = useDate()
  const target = (quantity: number) =>
    pathTo('symbolStrategy', { symbol }, { legs: legsWith(symbol, quantity, optionSymbol), date })
  return (
    <p class="row">
      <a class="button" href={target(1)}>
        Buy in the builder
      </a>
      <a class="button" href={target(-1)}>
        Sell in the builder
      </a>
    </p>
  )
}

type Contract = AnswerOf<'options_chain'>['data'][number]

interface QuoteProps {
  readonly symbol: string
  readonly optionSymbol: string
  readonly name: ContractName
}

function Quote({ symbol, optionSymbol, name: { expiration, type, strike } }: QuoteProps) {
  const input = { symbol, expiration_date: expiration, option_type: type, strike_min: strike, strike_max: strike }
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const query = useAnswer('options_chain', { ...input, ...useDated() }, { everyMs })
  return (
    <Answered of={query}>
      {(chain) => {
        const contract = chain.data.find((row) => row.option_symbol === optionSymbol)
        return contract ? (
          <>
            <MarketBadge of={chain} />
            <Greeks contract={contract} asOf={chain.as_of} />
          </>
        ) : (
          <Empty next={<a href={pathTo('symbolChain', { symbol })}>Choose one in the chain</a>}>
            The chain has no such contract now.
          </Empty>
        )
      }}
    </Answered>
  )
}

function Greeks({ contract, asOf }: { readonly contract: Partial<Contract>; readonly asOf: string }) {
  const figures = [
    ['Mid', 'mid', format.price(contract.mid), `${format.price(contract.bid)} × ${format.price(contract.ask)}`],
    ['Last', 'last', format.price(contract.last), ''],
    ['Volume', 'volume', format.whole(contract.volume), ''],
    ['Open interest', 'open_interest', format.whole(contract.open_interest), 'of the evening before'],
    ['IV', 'implied_volatility', format.decimal(contract.implied_volatility), ''],
    ['Delta', 'delta', format.ratio(contract.delta, 3), ''],
    ['Gamma', 'gamma', format.greek(contract.gamma), ''],
    ['Theta', 'theta', format.ratio(contract.theta, 3), 'a day'],
    ['Vega', 'vega', format.ratio(contract.vega, 3), 'a point'],
  ] as const
  return (
    <Figures>
      {figures.map(([label, field, value, note]) => (
        <Figure key={field} label={label} field={field} asOf={asOf} value={value} note={note} />
      ))}
    </Figures>
  )
}

const SHOWN = [
  ['price', 'Price'],
  ['implied_volatility', 'IV'],
  ['delta', 'Delta'],
  ['volume', 'Volume'],
] as const
type Shown = (typeof SHOWN)[number][0]

interface SessionProps {
  readonly symbol: string
  readonly optionSymbol: string
  readonly title: string
}

function Session({ symbol, optionSymbol, title }: SessionProps) {
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const input = { symbol, option_symbol: optionSymbol, limit: MAX_PRINTS, fields: [...PRINT_FIELDS], ...useDated() }
  const query = useAnswer('options_flow', input, { everyMs })
  return (
    <Answered of={query}>
      {({ data, total, as_of: asOf }) => {
        const prints = data.filter(withFields(PRINT_FIELDS))
        if (prints.length === 0)
          return <Empty next="Its earlier sessions are below.">It has not traded in this session.</Empty>
        return (
          <>
            {prints.length < 2 ? null : <OverTime prints={prints} title={title} />}
            <h3>Prints of the session: {format.whole(total)}</h3>
            <Table
              label={`The newest prints of ${title}`}
              columns={COLUMNS}
              rows={prints.slice(0, SHOWN_PRINTS)}
              keyOf={({ id }) => id}
              asOf={asOf}
            />
          </>
        )
      }}
    </Answered>
  )
}

interface ShownLine {
  readonly values: readonly (number | null)[]
  readonly text: (value: number | null) => string
}

function shownOf(shown: Shown, lines: ContractLines): ShownLine {
  const all: Readonly<Record<Shown, ShownLine>> = {
    price: { values: lines.prices, text: (value) => format.price(value) },
    implied_volatility: { values: lines.volatilities, text: (value) => format.decimal(value) },
    delta: { values: lines.deltas, text: (value) => format.ratio(value) },
    volume: { values: lines.volumes, text: (value) => format.count(value) },
  }
  return all[shown]
}

function OverTime({ prints, title }: { readonly prints: readonly Print[]; readonly title: string }) {
  const [shown, setShown] = useState<Shown>('price')
  const lines = useMemo(() => contractLines(prints), [prints])
  const { values, text } = shownOf(shown, lines)
  const name = SHOWN.find(([it]) => it === shown)?.[1] ?? ''
  const series = useMemo(() => [{ title: name, colour: 'accent', kind: 'joined', values } as const], [name, values])
  return (
    <>
      <Switch label="Over time" options={SHOWN} value={shown} onChange={setShown} />
      <SeriesChart
        label={`${name} of ${title} at its prints`}
        isTime
        x={lines.times}
        xTitle="At the prints, New York time"
        xFormat={(seconds) => format.time(new Date(seconds * 1000).toISOString()).slice(0, 5)}
        format={text}
        series={series}
      />
    </>
  )
}
