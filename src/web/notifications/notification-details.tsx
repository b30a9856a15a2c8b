import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { ask } from '../client.ts'
import { PATHS, pathTo } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { DeliveryList } from './delivery-list.tsx'
import { detailRows } from './feed/detail-rows.ts'
import type { NotificationRow } from './feed/notification-reducer.ts'
import { SnoozeControl } from './snooze/snooze-control.tsx'
import { useSnoozes } from './snooze/use-snoozes.ts'

/** The details of a notification: facts, reason, links and deliveries. */
export function NotificationDetails({ row }: { readonly row: NotificationRow }) {
  const { time_zone: zone } = useAccount()
  const facts = detailRows(row, zone)
  return (
    <div class="notification-details">
      {facts.length === 0 ? null : (
        <dl class="notification-facts">
          {facts.map(({ name, title, text }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Why row={row} />
      <SymbolLinks row={row} />
      <DeliveryList row={row} />
    </div>
  )
}

function Why({ row }: { readonly row: NotificationRow }) {
  if (row.type === 'custom_alert') return <OwnAlert row={row} />
  const { approval_id: approval } = row.details
  if (typeof approval === 'string') {
    return (
      <p>
        <a href={pathTo('approval', { id: approval })}>Review the order</a>
      </p>
    )
  }
  if (row.type === 'account') return <p class="quiet">You get this because it is about your account.</p>
  if (row.type === 'system_update') {
    return <p class="quiet">You get this because the operator of the service sent it to all accounts.</p>
  }
  const what = row.type === 'whale_trade' ? 'a print of 500K or more' : 'an unusual print'
  return (
    <p class="quiet">
      You get this because {row.symbol ?? 'the symbol'} is on your <a href={PATHS.watchlist}>watchlist</a>, and this is{' '}
      {what}.
    </p>
  )
}

/** The rule that raised it, with its snooze; only its name where it was deleted. */
function OwnAlert({ row }: { readonly row: NotificationRow }) {
  const { alert_id: id, details } = row
  const { answer: alert, reload } = useAnswer('show_alert', id === null ? null : { id })
  const submission = useSubmit()
  const snoozes = useSnoozes()
  const off = async (alertId: string) => {
    if (await submission.run(() => ask('change_alert', { id: alertId, enabled: false }))) reload()
  }
  return (
    <>
      <p class="row">
        <span class="quiet">You get this because your alert “{String(details['alert_name'] ?? '')}” matched.</span>
        {alert ? (
          <>
            <a href={pathTo('alert', { id: alert.id })}>Edit the alert</a>
            <a href={pathTo('notifications', {}, { alert: alert.id })}>All of this alert</a>
            {alert.enabled ? (
              <button type="button" class="link" disabled={submission.isBusy} onClick={() => void off(alert.id)}>
                Switch off
              </button>
            ) : (
              <span class="badge">off</span>
            )}
          </>
        ) : (
          <a href={pathTo('alerts')}>Alerts</a>
        )}
        {submission.problem ? <span class="error">{submission.problem.message}</span> : null}
      </p>
      {alert ? <SnoozeControl alert={alert} snoozes={snoozes} /> : null}
    </>
  )
}

function SymbolLinks({ row: { symbol, details } }: { readonly row: NotificationRow }) {
  if (symbol === null) return null
  const { expiration_date: expiration, idea_id: idea } = details
  return (
    <p class="row">
      {typeof idea === 'string' ? <a href={pathTo('idea', { id: idea })}>Trade idea</a> : null}
      <a href={pathTo('symbol', { symbol })}>{symbol}</a>
      <a
        href={pathTo(
          'symbolChain',
          { symbol },
          { expiration_date: typeof expiration === 'string' ? expiration : null },
        )}
      >
        Option chain
      </a>
      <a href={pathTo('symbolFlow', { symbol })}>Flow</a>
    </p>
  )
}
