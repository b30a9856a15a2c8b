import { useState } from 'preact/hooks'
import { channelTitle } from '../../notifications/domain/delivery/channels.ts'
import { useAccount } from '../accounts/session.tsx'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { Failed, Waiting } from '../ui/states.tsx'
import { Table } from '../ui/table/table.tsx'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { type Delivery, useDeliveries } from './feed/use-deliveries.ts'

const KIND: Readonly<Record<string, string>> = { sent: 'accent', failed: 'danger', throttled: 'warm' }

/** The deliveries of a notification besides the bell, each with its reason and a button to send it again. */
export function DeliveryList({ row }: { readonly row: NotificationRow }) {
  const { found, problem, reload } = useDeliveries(row)
  if (row.deliveries.length === 0) {
    return (
      <p class="quiet">
        In the bell only. Add <a href={PATHS.settings}>channels</a> to receive it elsewhere.
      </p>
    )
  }
  if (problem) return <Failed problem={problem} reload={reload} />
  if (found === null) return <Waiting />
  return (
    <ul class="deliveries">
      {found.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} reload={reload} />
      ))}
      {row.deliveries
        .filter((summary) => !found.some(({ channel }) => channel === summary.channel))
        .map(({ channel, status, reason }) => (
          <li key={channel}>
            <DeliveryHead channel={channel} status={status} reason={reason} />
          </li>
        ))}
    </ul>
  )
}

function DeliveryHead({ channel, status, reason }: Pick<Delivery, 'channel' | 'status' | 'reason'>) {
  return (
    <>
      <strong>{channelTitle(channel)}</strong>{' '}
      <span class="badge" data-kind={KIND[status]}>
        {status}
      </span>{' '}
      {reason === null ? null : <span>{reason}</span>}
    </>
  )
}

function DeliveryRow({ delivery, reload }: { readonly delivery: Delivery; readonly reload: () => void }) {
  const submission = useSubmit()
  const [result, setResult] = useState<AnswerOf<'redeliver'> | null>(null)
  const again = async () => {
    setResult(null)
    const isDone = await submission.run(async () => setResult(await ask('redeliver', { id: delivery.id })))
    if (isDone) reload()
  }
  return (
    <li>
      <div class="row">
        <span>
          <DeliveryHead {...delivery} />{' '}
          {delivery.endpoint === null ? null : <span class="quiet">{delivery.endpoint}</span>}
        </span>
        <button type="button" disabled={submission.isBusy} onClick={again}>
          {submission.isBusy ? 'Sending…' : delivery.status === 'pending' ? 'Send now' : 'Send again'}
        </button>
      </div>
      <div role="status">
        {result ? (
          <p class={result.status === 'sent' ? 'delivery-sent' : 'error'}>
            {result.status === 'failed' ? 'Failed. ' : ''}
            {result.detail}
          </p>
        ) : null}
        {submission.problem ? <p class="error">{submission.problem.message}</p> : null}
      </div>
      {delivery.attempts.length === 0 ? null : <Attempts delivery={delivery} />}
    </li>
  )
}

type Attempt = Delivery['attempts'][number]

function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const { time_zone: zone } = useAccount()
  const count = delivery.attempts.length
  return (
    <details>
      <summary>{count === 1 ? '1 attempt' : `${count} attempts`}</summary>
      <Table
        label={`Attempts by ${channelTitle(delivery.channel)}, ${delivery.id}`}
        rows={delivery.attempts}
        keyOf={(it) => `${it.started_at} ${it.cause}`}
        columns={[
          { title: 'At', align: 'start', cell: (it: Attempt) => format.dateTime(it.started_at, zone) },
          { title: 'Cause', align: 'start', cell: ({ cause }) => (cause === 'auto' ? 'automatic' : cause) },
          { title: 'Outcome', align: 'start', cell: ({ outcome }) => outcome ?? 'unknown' },
          { title: 'Status', cell: (it) => it.status_code ?? it.error_code ?? '–' },
          { title: 'ms', cell: ({ ms }) => format.whole(ms) },
          { title: 'Answer', align: 'start', cell: ({ response }) => <Response text={response} /> },
        ]}
      />
    </details>
  )
}

const SHOWN_CHARACTERS = 120

function Response({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <>–</>
  return <code title={text}>{text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}</code>
}
