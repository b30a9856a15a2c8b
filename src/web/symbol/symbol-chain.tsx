import { useMemo } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { type AnswerOf, type InputOf, urlOf } from '../client.ts'
import { format } from '../format.ts'
import { useDate, useDated, withQuery } from '../travel.ts'
import { Choice } from '../ui/form/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { CHAIN_FIELDS, ChainTable } from './chain-table.tsx'
import { ContractPlace } from './contract/contract-place.tsx'
import { ExpirationSelect } from './expiration-select.tsx'
import { SymbolHead } from './symbol-head.tsx'

const RENEW_MS = 10_000
const AROUND = ['10', '20', '40'] as const
const OPEN_INTERESTS = ['100', '1000', '5000'] as const

/** All contracts of one expiration. */
export function SymbolChainPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const term = useAnswer('iv_term_structure', { symbol, ...useDated() })
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolChain" />
      <ContractPlace />
      <Answered of={term}>
        {(answer) =>
          answer.points.length === 0 ? (
            <Empty next="Choose another symbol or date.">{symbol} has no listed expirations.</Empty>
          ) : (
            <Chain symbol={symbol} term={answer} />
          )
        }
      </Answered>
    </>
  )
}

interface ChainProps {
  readonly symbol: string
  readonly term: AnswerOf<'iv_term_structure'>
}

function Chain({ symbol, term }: ChainProps) {
  const { url, query, route } = useLocation()
  const dated = useDated()
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const expirations = term.points
  const chosen = expirations.find(({ expiration_date: date }) => date === query['expiration'])
  const expiration = (chosen ?? expirations[0])?.expiration_date ?? ''
  const [around, openInterest] = [one(AROUND, query['strikes']), one(OPEN_INTERESTS, query['open_interest'])]
  const filters = useMemo<InputOf<'options_chain'>>(
    () => ({
      symbol,
      expiration_date: expiration,
      ...(around ? { strikes_around_atm: Number(around) } : {}),
      ...(openInterest ? { min_open_interest: Number(openInterest) } : {}),
      ...dated,
    }),
    [symbol, expiration, around, openInterest, dated.date],
  )
  const state = useAnswer('options_chain', { ...filters, fields: [...CHAIN_FIELDS] }, { everyMs })
  const change = (changes: Readonly<Record<string, string | null>>) => route(withQuery(url, changes), true)
  return (
    <>
      <SourceLine of={state.answer ?? term} />
      <Panel
        title="Chain"
        tools={
          <>
            <ExpirationSelect
              label="Expiration"
              expirations={expirations}
              value={expiration}
              onChange={(date) => change({ expiration: date })}
            />
            <Choice
              label="Strikes"
              all="all"
              options={AROUND.map((count) => [count, `${count} each side`])}
              value={around}
              onChange={(strikes) => change({ strikes })}
            />
            <Choice
              label="Open interest"
              all="any"
              options={OPEN_INTERESTS.map((count) => [count, `from ${format.whole(Number(count))}`])}
              value={openInterest}
              onChange={(min) => change({ open_interest: min })}
            />
            <a class="button" href={urlOf('options_chain', filters, { format: 'csv' })} download>
              CSV
            </a>
          </>
        }
      >
        <Answered of={state}>
          {(chain) => (
            <>
              {chain.data.length === 0 ? (
                <Empty
                  next={
                    <button type="button" class="link" onClick={() => change({ strikes: null, open_interest: null })}>
                      Show all contracts
                    </button>
                  }
                >
                  No contracts match these filters.
                </Empty>
              ) : (
                <ChainTable chain={chain} expiration={expiration} />
              )}
              <ChainFoot chain={chain} />
            </>
          )}
        </Answered>
      </Panel>
    </>
  )
}

function ChainFoot({ chain }: { readonly chain: AnswerOf<'options_chain'> }) {
  const expiration = chain.expirations.at(-1)
  return (
    <p class="chain-foot">
      <span>
        {format.whole(chain.total)} contracts, price {format.price(chain.underlying_price)}
        {expiration ? `, forward ${format.price(expiration.forward)}, ATM IV ${format.decimal(expiration.atm_iv)}` : ''}
      </span>
      <span>Shaded rows are in the money. Bars are relative to the largest open interest.</span>
    </p>
  )
}

function one<const Names extends readonly string[]>(names: Names, name: string | undefined): Names[number] | null {
  return names.find((it) => it === name) ?? null
}
