import type { ComponentChildren } from 'preact'
import type { LedgerEntry, OrderResult, PlacedOrder } from '../../receiver/contract/ledger-entry.ts'
import { rationaleOf, skipReason } from '../../receiver/domain/skip-reason.ts'
import type { ReceiverKey } from '../client.ts'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { LedgerEvidence } from './ledger-evidence.tsx'
import { orderOutcome } from './order-outcome.ts'

type State = 'done' | 'stopped' | 'failed' | 'none'

/** From the idea to the end of the order, as far as an entry went. */
export function LedgerWay({ entry, receiver }: { readonly entry: LedgerEntry; readonly receiver: ReceiverKey }) {
  return (
    <>
      <ol class="ledger-way">
        <Received entry={entry} />
        <Step title="Evidence" state={entry.decision ? 'done' : 'none'}>
          <LedgerEvidence receiver={receiver} fingerprint={entry.fingerprint} version={entry.updated_at} />
        </Step>
        <Decided entry={entry} />
        <Gates entry={entry} />
        <Approved entry={entry} />
        <Ordered entry={entry} />
        <Outcome entry={entry} />
      </ol>
      <p class="ledger-fingerprint">
        <span class="mono">{entry.fingerprint}</span>, last written {format.dateTime(entry.updated_at)}
      </p>
    </>
  )
}

interface StepProps {
  readonly title: string
  readonly state: State
  readonly children: ComponentChildren
}

function Step({ title, state, children }: StepProps) {
  return (
    <li data-state={state}>
      <h3>{title}</h3>
      {children}
    </li>
  )
}

function Received({ entry: { payload, created_at: at } }: { readonly entry: LedgerEntry }) {
  const criteria = Object.keys(payload.matched_criteria).length > 0
  return (
    <Step title="Idea" state="done">
      <p>
        {payload.direction} {payload.strategy}
      </p>
      <dl>
        <Fact name="Alert">{payload.alert_name}</Fact>
        <Fact name="Model">{payload.model ?? '–'}</Fact>
        <Fact name="Entry">{format.price(payload.entry_price)}</Fact>
        <Fact name="Target">{format.price(payload.target_price)}</Fact>
        <Fact name="Stop">{format.price(payload.stop_price)}</Fact>
        <Fact name="Triggered">{payload.triggered_at}</Fact>
        <Fact name="Received">{format.dateTime(at)}</Fact>
      </dl>
      {criteria ? (
        <details>
          <summary>Criteria that matched</summary>
          <pre>{JSON.stringify(payload.matched_criteria, null, 2)}</pre>
        </details>
      ) : null}
    </Step>
  )
}

function Decided({ entry: { decision, error, status } }: { readonly entry: LedgerEntry }) {
  if (!decision) {
    return (
      <Step title="Decision" state={status === 'failed' ? 'failed' : 'none'}>
        <p>{error ?? (status === 'queued' ? 'It is being worked on.' : 'There is none.')}</p>
      </Step>
    )
  }
  const said = rationaleOf(decision)
  return (
    <Step title="Decision" state="done">
      <p>
        <b>{format.words(decision.action)}</b>, confidence {format.decimal(decision.confidence, 0)}
      </p>
      <p>{said}</p>
      {decision.risk_notes.length === 0 ? null : (
        <ul>
          {decision.risk_notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Step>
  )
}

function Gates({ entry: { decision } }: { readonly entry: LedgerEntry }) {
  const reason = skipReason(decision)
  if (!decision) {
    return (
      <Step title="Gates" state="none">
        <p>Not reached.</p>
      </Step>
    )
  }
  if (reason !== null) {
    return (
      <Step title="Gates" state="stopped">
        <p>Stopped it: {reason}.</p>
      </Step>
    )
  }
  return (
    <Step title="Gates" state={decision.action === 'skip' ? 'stopped' : 'done'}>
      <p>
        {decision.action === 'skip'
          ? 'The decision itself was to skip.'
          : `All passed, with ${format.usd(decision.notional_usd)} after the cap.`}
      </p>
    </Step>
  )
}

const APPROVAL_ENDS = { approved: 'Approved.', declined: 'Declined.', expired: 'Nobody answered in time.' } as const
const APPROVAL_STATES = { waiting: 'none', approved: 'done', declined: 'stopped', expired: 'stopped' } as const

/** Nothing where nobody was asked: APPROVAL is off, or the order is small. */
function Approved({ entry: { approval } }: { readonly entry: LedgerEntry }) {
  if (approval === undefined) return null
  const { id, state, requested_at: requestedAt, expires_at: expiresAt, answered_at: answeredAt } = approval
  return (
    <Step title="Approval" state={APPROVAL_STATES[state]}>
      {state === 'waiting' ? (
        <p>
          It waits until {format.dateTime(expiresAt)}: <a href={pathTo('approval', { id })}>review the order</a>.
        </p>
      ) : (
        <p>{APPROVAL_ENDS[state]}</p>
      )}
      <dl>
        <Fact name="Asked">{format.dateTime(requestedAt)}</Fact>
        {answeredAt === null ? null : <Fact name="Ended">{format.dateTime(answeredAt)}</Fact>}
      </dl>
    </Step>
  )
}

function Ordered({ entry: { order_result: order, status, decision, error } }: { readonly entry: LedgerEntry }) {
  if (!order) {
    const isFailed = status === 'failed' && decision !== null
    return (
      <Step title="Order" state={isFailed ? 'failed' : 'none'}>
        <p>{isFailed && error ? error : 'None was sent.'}</p>
      </Step>
    )
  }
  return (
    <Step title="Order" state="done">
      <p>
        {order.dry_run
          ? `Dry run: ${format.words(order.action)} for ${format.usd(order.notional)} was not sent.`
          : `${order.side} ${sizeOf(order)}: ${order.status}.`}
      </p>
      <OrderFacts order={order} />
    </Step>
  )
}

function OrderFacts({ order }: { readonly order: OrderResult }) {
  return (
    <dl>
      <Fact name="Symbol">{order.symbol}</Fact>
      {order.qty === undefined ? null : <Fact name="Shares">{order.qty}</Fact>}
      {order.style === undefined ? null : (
        <>
          <Fact name="Target">{format.price(order.take_profit)}</Fact>
          <Fact name="Stop">{format.price(order.stop_loss)}</Fact>
          <Fact name="Good">{order.time_in_force === 'gtc' ? 'until it is canceled' : 'for the day'}</Fact>
        </>
      )}
      {order.dry_run ? null : <Fact name="Order">{order.order_id}</Fact>}
      <Fact name="Client id">
        <span class="mono">{order.client_order_id}</span>
      </Fact>
    </dl>
  )
}

/** Of an order with exits the brokerage reports shares and no amount. */
function sizeOf({ notional, qty }: PlacedOrder): string {
  return notional === null && qty !== undefined ? `of ${qty} shares` : `for ${format.usd(notional)}`
}

function Outcome({ entry: { order_result: order } }: { readonly entry: LedgerEntry }) {
  const outcome = order === null || order.dry_run ? null : orderOutcome(order)
  if (outcome === null) {
    return (
      <Step title="Outcome" state="none">
        <p>{order === null || order.dry_run ? 'There is no order.' : 'The order is not followed (TRACK_ORDERS).'}</p>
      </Step>
    )
  }
  return (
    <Step title="Outcome" state={outcome.state}>
      <p>{outcome.text}</p>
      <dl>
        {outcome.facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </Step>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
