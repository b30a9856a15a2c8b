import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { useMailToken } from '../accounts/mail-token.ts'
import { useAnswer } from '../answer.ts'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { Answered } from '../ui/states.tsx'
import './approval.css'

type Approval = AnswerOf<'show_approval'>

const RENEW_MS = 5_000

/** One order that waits for a yes, for a phone: what it is, why, what can be lost, and the two answers. */
export function ApprovalPage() {
  const id = useRoute().params['id'] ?? ''
  const key = useMailToken('key')
  const query = useAnswer('show_approval', { id }, { everyMs: RENEW_MS })
  return (
    <>
      <p>
        <a href={pathTo('approvals')}>All orders that wait</a>
      </p>
      {query.answer === null ? <h1>Approve an order</h1> : null}
      <Answered of={query}>
        {(approval) => (
          <article class="card approval">
            <h1>{approval.order.words}</h1>
            <Order approval={approval} />
            {approval.state === 'waiting' ? (
              <Answers approval={approval} linkKey={key} reload={query.reload} />
            ) : (
              <Ended approval={approval} />
            )}
          </article>
        )}
      </Answered>
    </>
  )
}

function Order({ approval: { idea, decision, order, risk } }: { readonly approval: Approval }) {
  return (
    <>
      {order.dry_run ? <p class="badge">Dry run: nothing is sent even after a yes</p> : null}
      <dl>
        <dt>Size</dt>
        <dd>
          {format.usd(order.notional_usd)}, {sharesOf(order.shares)} at {format.price(order.price)}
        </dd>
        <dt>Loss at the stop</dt>
        <dd>{format.usd(risk.loss_at_stop_usd)}</dd>
        <dt>Gain at the target</dt>
        <dd>{format.usd(risk.gain_at_target_usd)}</dd>
        <dt>Exits</dt>
        <dd>
          {order.style === 'notional'
            ? 'none are placed'
            : `target ${format.price(order.take_profit)}, stop ${format.price(order.stop_loss)}`}
        </dd>
        <dt>Idea</dt>
        <dd>
          {idea.direction} {idea.strategy}, “{idea.alert_name}”: entry {format.price(idea.entry_price)}, target{' '}
          {format.price(idea.target_price)}, stop {format.price(idea.stop_price)}
        </dd>
        <dt>Decision</dt>
        <dd>
          {format.words(decision.action)}, confidence {format.decimal(decision.confidence, 2)}
        </dd>
      </dl>
      <p>{decision.rationale}</p>
      {decision.risk_notes.length === 0 ? null : (
        <ul>
          {decision.risk_notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

interface AnswersProps {
  readonly approval: Approval
  /** Of the link that led here; empty where none did. */
  readonly linkKey: string
  readonly reload: () => void
}

/** Opening the page changes nothing: an answer is a button, and a yes a second one. */
function Answers({ approval, linkKey, reload }: AnswersProps) {
  const submission = useSubmit()
  const [isSure, setSure] = useState(false)
  const { id, expires_at: expiresAt, answer_key: ownKey, order, risk } = approval
  const answer = async (said: 'yes' | 'no') => {
    const key = linkKey === '' ? (ownKey ?? '') : linkKey
    await submission.run(() => ask('answer_approval', { id, answer: said, key }))
    reload()
  }
  return (
    <>
      <p class="quiet">
        Answer by {format.dateTime(expiresAt)}; without an answer nothing is ordered. After a yes the gates are checked
        again
        {risk.max_drift_pct === null ? '' : `, and the price may have moved by ${risk.max_drift_pct} % at most`}.
      </p>
      {isSure ? (
        <p class="approval-answers">
          <button type="button" class="primary" disabled={submission.isBusy} onClick={() => void answer('yes')}>
            Confirm: {order.words}
          </button>
          <button type="button" disabled={submission.isBusy} onClick={() => setSure(false)}>
            Back
          </button>
        </p>
      ) : (
        <p class="approval-answers">
          <button type="button" class="primary" disabled={submission.isBusy} onClick={() => setSure(true)}>
            Approve
          </button>
          <button type="button" disabled={submission.isBusy} onClick={() => void answer('no')}>
            Decline
          </button>
        </p>
      )}
      {submission.problem ? (
        <p class="error" role="alert">
          {submission.problem.message}
        </p>
      ) : null}
    </>
  )
}

function sharesOf(count: number): string {
  const shares = Number(count.toFixed(4))
  return shares === 1 ? '1 share' : `${shares} shares`
}

const ENDS = {
  waiting: 'It waits.',
  approved: 'Approved. The ledger shows what became of the order.',
  declined: 'Declined: nothing is ordered.',
  expired: 'Nobody answered in time: nothing is ordered.',
} as const

function Ended({ approval: { state, answered_by: by, answered_at: at, idea } }: { readonly approval: Approval }) {
  return (
    <p role="status">
      <b>{ENDS[state]}</b>
      {by === null || at === null ? null : ` By ${by}, ${format.dateTime(at)}.`}{' '}
      <a href={pathTo('ledger', {}, { symbol: idea.symbol })}>Ledger</a>
    </p>
  )
}
