import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { LEDGER_STATUSES, type LedgerStatus } from '../../receiver/domain/ledger-status.ts'
import type { ReceiverKey } from '../client.ts'
import { format } from '../format.ts'
import { Choice } from '../ui/form/choice.tsx'
import { Field } from '../ui/form/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { findProvider, type LedgerQuery } from './ledger-client.ts'
import { LedgerTable } from './ledger-table.tsx'
import { useLedger } from './use-ledger.ts'

const USUAL_PROVIDER = 'optionomics-neutral'
const PAGE = 25
const STATUSES = LEDGER_STATUSES.map((status) => [status, format.words(status)] as const)

/** The receiver's ledger for its operator: from idea to order. The secret is kept in memory until the page is left. */
export function LedgerPage() {
  const [key, setKey] = useState<ReceiverKey | null>(null)
  return (
    <>
      <h1>Ledger</h1>
      {key ? (
        <Ledger lock={key} onClose={() => setKey(null)} />
      ) : (
        <Unlock
          onOpen={setKey}
          action="Open the ledger"
          about="What trade-idea webhooks became: the decision, the gates, the order."
        />
      )}
    </>
  )
}

interface UnlockProps {
  readonly onOpen: (key: ReceiverKey) => void
  /** Text of the button. */
  readonly action: string
  /** What it opens, in a sentence. */
  readonly about: string
}

/** Asks for the webhook secret, which opens what belongs to the operator. */
export function Unlock({ onOpen, action, about }: UnlockProps) {
  const [provider, setProvider] = useState<string | null>(null)
  const [found, setFound] = useState(USUAL_PROVIDER)
  const [secret, setSecret] = useState('')
  useEffect(() => {
    void findProvider().then((name) => name !== null && setFound(name))
  }, [])
  const open = (event: Event) => {
    event.preventDefault()
    onOpen({ provider: (provider ?? found).trim(), secret: secret.trim() })
  }
  return (
    <section class="card">
      <p>{about} It is for the operator of this service, who has the webhook secret.</p>
      <form onSubmit={open}>
        <Field label="Receiver" hint="The segment of its address, WEBHOOK_PROVIDER.">
          {(ids) => (
            <input
              {...ids}
              type="text"
              required
              pattern="[a-z0-9\-]{1,40}"
              autocomplete="off"
              value={provider ?? found}
              onInput={(event) => setProvider(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Webhook secret" hint="Kept in the memory of this page alone, and gone when you leave it.">
          {(ids) => (
            <input
              {...ids}
              type="password"
              required
              autocomplete="off"
              value={secret}
              onInput={(event) => setSecret(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="primary">
          {action}
        </button>
      </form>
    </section>
  )
}

function Ledger({ lock, onClose }: { readonly lock: ReceiverKey; readonly onClose: () => void }) {
  const [status, setStatus] = useState<LedgerStatus | null>(null)
  const [symbol, setSymbol] = useState((useLocation().query['symbol'] ?? '').toUpperCase())
  return (
    <>
      <search class="filters">
        <Choice label="Status" all="all" options={STATUSES} value={status} onChange={setStatus} />
        <label class="row">
          Symbol{' '}
          <input
            type="text"
            list="symbols"
            placeholder="all"
            autocomplete="off"
            value={symbol}
            onChange={(event) => setSymbol(event.currentTarget.value.trim().toUpperCase())}
          />
        </label>
        <button type="button" onClick={onClose}>
          Close the ledger
        </button>
      </search>
      <Entries
        key={`${status} ${symbol}`}
        query={{ ...lock, input: { ...(status && { status }), symbol, limit: PAGE } }}
      />
    </>
  )
}

function Entries({ query }: { readonly query: LedgerQuery }) {
  const pages = usePages()
  const page = useLedger({ ...query, input: { ...query.input, ...pages.input } })
  return (
    <Panel title="Entries">
      <Answered of={page}>
        {({ data, next_cursor: next, kill_switch: stopped }) => (
          <>
            {stopped ? (
              <p class="stale" role="status">
                The kill switch is on
                {stopped === 'setting' ? ' (KILL_SWITCH in the settings)' : ', turned on by an operator'}: nothing is
                decided and nothing is ordered.
              </p>
            ) : null}
            <LedgerTable
              entries={data}
              receiver={query}
              isFiltered={Boolean(query.input.status || query.input.symbol)}
            />
            <Pager pages={pages} next={next} />
          </>
        )}
      </Answered>
    </Panel>
  )
}
