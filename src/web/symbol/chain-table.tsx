import { useMemo } from 'preact/hooks'
import './chain-table.css'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Explained } from '../ui/explained.tsx'
import { VirtualRows } from '../ui/table/virtual-rows.tsx'
import { nearestStrike, type StrikeRow, strikeRows } from './chain-rows.ts'
import { ContractLink } from './contract/contract-link.tsx'

type Chain = AnswerOf<'options_chain'>
type Contract = Chain['data'][number]
type Side = 'call' | 'put'

/** The requested fields; the rest of a chain is not sent. */
export const CHAIN_FIELDS = [
  'strike',
  'option_type',
  'bid',
  'ask',
  'mid',
  'volume',
  'open_interest',
  'implied_volatility',
  'iv_status',
  'delta',
  'gamma',
  'in_the_money',
] as const

interface ChainColumn {
  readonly field: 'open_interest' | 'volume' | 'implied_volatility' | 'delta' | 'gamma' | 'bid' | 'mid' | 'ask'
  readonly title: string
  readonly text: (value: number | null | undefined) => string
}

/** From the outside to the strike; mirrored for puts. */
const COLUMNS: readonly ChainColumn[] = [
  { field: 'open_interest', title: 'OI', text: format.whole },
  { field: 'volume', title: 'Volume', text: format.whole },
  { field: 'implied_volatility', title: 'IV', text: (value) => format.decimal(value) },
  { field: 'delta', title: 'Delta', text: (value) => format.ratio(value, 3) },
  { field: 'gamma', title: 'Gamma', text: format.greek },
  { field: 'bid', title: 'Bid', text: format.price },
  { field: 'mid', title: 'Mid', text: format.price },
  { field: 'ask', title: 'Ask', text: format.price },
]
const COLUMNS_OF = { call: COLUMNS, put: COLUMNS.toReversed() } as const
/** In rem, in the order of `COLUMNS`. */
const SIDE_WIDTHS = [5, 5, 4.2, 4.2, 4.6, 4.6, 4.6, 4.6]
const WIDTHS = [...SIDE_WIDTHS, 4.8, ...SIDE_WIDTHS.toReversed()]

interface ChainTableProps {
  readonly chain: Chain
  readonly expiration: string
}

/** Calls, strikes and puts of one expiration, initially scrolled to the price. */
export function ChainTable({ chain, expiration }: ChainTableProps) {
  const { data, underlying_price: price, symbol, as_of: asOf } = chain
  const rows = useMemo(() => strikeRows(data), [data])
  const atm = nearestStrike(rows, price)
  const maxOpenInterest = useMemo(() => Math.max(1, ...data.map((row) => row.open_interest ?? 0)), [data])
  return (
    <div class="chain-table">
      <VirtualRows
        label={`Options of ${symbol} expiring ${format.date(expiration)}`}
        head={<ChainHead asOf={asOf} />}
        headRows={2}
        widths={WIDTHS}
        count={rows.length}
        start={atm}
        startKey={`${symbol} ${expiration} ${rows.length}`}
        row={(index, rowIndex) => {
          const row = rows[index]
          return row ? (
            <StrikeCells key={row.key} {...{ symbol, row, rowIndex, maxOpenInterest }} isAtm={index === atm} />
          ) : null
        }}
      />
    </div>
  )
}

function ChainHead({ asOf }: { readonly asOf: string }) {
  const heads = (side: Side) =>
    COLUMNS_OF[side].map(({ field, title }) => (
      <th key={`${side} ${field}`} scope="col">
        <Explained field={field} asOf={asOf}>
          {title}
        </Explained>
      </th>
    ))
  return (
    <>
      <tr aria-rowindex={1}>
        <th class="chain-group" scope="colgroup" colSpan={COLUMNS.length}>
          Calls
        </th>
        <td class="chain-strike" />
        <th class="chain-group" scope="colgroup" colSpan={COLUMNS.length}>
          Puts
        </th>
      </tr>
      <tr aria-rowindex={2}>
        {heads('call')}
        <th class="chain-strike" scope="col">
          <Explained field="strike" asOf={asOf}>
            Strike
          </Explained>
        </th>
        {heads('put')}
      </tr>
    </>
  )
}

interface StrikeCellsProps {
  readonly symbol: string
  readonly row: StrikeRow<Contract>
  readonly rowIndex: number
  readonly isAtm: boolean
  /** The largest open interest, for the width of the bars. */
  readonly maxOpenInterest: number
}

function StrikeCells({ symbol, row, rowIndex, isAtm, maxOpenInterest }: StrikeCellsProps) {
  return (
    <tr aria-rowindex={rowIndex} data-atm={isAtm}>
      <SideCells symbol={symbol} contract={row.call} side="call" maxOpenInterest={maxOpenInterest} />
      <th class="chain-strike" scope="row">
        {format.strike(row.strike)}
      </th>
      <SideCells symbol={symbol} contract={row.put} side="put" maxOpenInterest={maxOpenInterest} />
    </tr>
  )
}

interface SideCellsProps {
  readonly symbol: string
  readonly contract: Contract | null
  readonly side: Side
  readonly maxOpenInterest: number
}

function SideCells({ symbol, contract, side, maxOpenInterest }: SideCellsProps) {
  const money = contract?.in_the_money ? 'in' : 'out'
  return (
    <>
      {COLUMNS_OF[side].map(({ field, text }) => {
        const value = contract?.[field]
        if (field === 'open_interest') {
          const share = { '--share': `${(100 * (value ?? 0)) / maxOpenInterest}%` }
          return (
            <td key={field} class="chain-share" data-side={side} style={share}>
              {text(value)}
            </td>
          )
        }
        return (
          <td key={field} data-money={money} title={field === 'implied_volatility' ? reasonOf(contract) : undefined}>
            {field === 'mid' && contract ? (
              <ContractLink
                symbol={symbol}
                optionSymbol={contract.option_symbol ?? ''}
                label={`Contract ${format.strike(contract.strike)} ${side}, mid ${text(value)}`}
              >
                {text(value)}
              </ContractLink>
            ) : (
              text(value)
            )}
          </td>
        )
      })}
    </>
  )
}

/** Why volatility is missing, or its source if it is not the contract's own quote. */
function reasonOf(contract: Contract | null): string | undefined {
  const status = contract?.iv_status
  return status === undefined || status === 'ok' ? undefined : format.words(status)
}
