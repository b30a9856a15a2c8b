import { useEffect, useState } from 'preact/hooks'
import { LEDGER_STATUSES, type LedgerStatus } from '../../domain/trade-ideas/ledger-entry.ts'
import { format } from '../format.ts'
import { findProvider, type LedgerQuestion } from '../ledger-client.ts'
import { Choice } from '../parts/choice.tsx'
import { Field } from '../parts/field.tsx'
import { LedgerTable } from '../parts/ledger-table.tsx'
import { Pager, usePages } from '../parts/pager.tsx'
import { Panel } from '../parts/panel.tsx'
import { Answered } from '../parts/states.tsx'
import { useLedger } from '../parts/use-ledger.ts'

const USUAL_PROVIDER = 'optionomics-neutral'
const STATUSES = LEDGER_STATUSES.map((status) => [status, format.words(status)] as const)

interface Key {
  readonly provider: string
  readonly secret: string
}

/** The receiver's ledger for its operator: from idea to order. The secret is kept in memory until the page is left. */
export function LedgerPage() {
  const [key, setKey] = useState<Key | null>(null)
  return (
    <>
      <h1>Ledger</h1>
      {key ? <Ledger lock={key} onClose={() => setKey(null)} /> : <Unlock onOpen={setKey} />}
    </>
  )
}

function Unlock({ onOpen }: { readonly onOpen: (key: Key) => void }) {
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
      <p>
        What trade-idea webhooks became: the decision, the gates, the order. It is for the operator of this service, who
        has the webhook secret.
      </p>
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
          Open the ledger
        </button>
      </form>
    </section>
  )
}

function Ledger({ lock, onClose }: { readonly lock: Key; readonly onClose: () => void }) {
  const [status, setStatus] = useState<LedgerStatus | null>(null)
  const [symbol, setSymbol] = useState('')
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
      <Entries key={`${status} ${symbol}`} question={{ ...lock, status, symbol }} />
    </>
  )
}

function Entries({ question }: { readonly question: LedgerQuestion }) {
  const pages = usePages()
  const asked = useLedger({ ...question, ...pages.input })
  return (
    <Panel title="Entries">
      <Answered of={asked}>
        {({ entries, nextCursor, unread }) => (
          <>
            {unread > 0 ? <p class="stale">{unread} entries could not be read: reload the page.</p> : null}
            <LedgerTable entries={entries} />
            <Pager pages={pages} next={nextCursor} />
          </>
        )}
      </Answered>
    </Panel>
  )
}
