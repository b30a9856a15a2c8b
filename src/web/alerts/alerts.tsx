import { useState } from 'preact/hooks'
import { REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { channelTitle } from '../../notifications/domain/delivery/channels.ts'
import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { ask } from '../client.ts'
import { format } from '../format.ts'
import { useBell } from '../notifications/feed/provider.tsx'
import { SnoozeControl } from '../notifications/snooze/snooze-control.tsx'
import { type Snoozes, useSnoozes } from '../notifications/snooze/use-snoozes.ts'
import { PATHS, pathTo } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { Confirm } from '../ui/dialog.tsx'
import { FormProblem } from '../ui/form/form-problem.tsx'
import { Answered, PlanNotice } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { SOURCE_TITLES, summaryOf } from './criteria.ts'
import { type Alert, PRESETS } from './draft.ts'
import './alerts.css'

const RENEW_MS = 15_000
/** The maximum of one answer; further alerts are on further pages. */
const PAGE = 100
/** With fewer alerts, presets are offered below them. */
const FEW = 5

/** The rules of the account. */
export function AlertsPage() {
  const { isAllowed } = useBell()
  return (
    <>
      <div class="alerts-head">
        <h1>Alerts</h1>
        {isAllowed ? (
          <a class="button primary" href={PATHS.newAlert}>
            New alert
          </a>
        ) : null}
      </div>
      {isAllowed ? <AlertPages /> : <PlanNotice plan={REQUIRED_PLAN.notifications} what="Alerts" />}
    </>
  )
}

function AlertPages() {
  const pages = usePages()
  const snoozes = useSnoozes()
  const query = useAnswer('list_alerts', { limit: PAGE, ...pages.input }, { everyMs: RENEW_MS })
  return (
    <Answered of={query}>
      {({ data, next_cursor: next }) => (
        <>
          <ul class="alerts">
            {data.map((alert) => (
              <AlertCard key={alert.id} alert={alert} snoozes={snoozes} reload={query.reload} />
            ))}
          </ul>
          {data.length < FEW && pages.number === 1 ? <Presets isFirst={data.length === 0} /> : null}
          <Pager pages={pages} next={next} />
        </>
      )}
    </Answered>
  )
}

function Presets({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <section class="alert-presets" aria-label="Presets">
      <p>
        {isFirst
          ? 'An alert notifies you of every print or trade idea that meets its criteria, or of a level that is crossed. Start with one of these:'
          : 'More presets:'}
      </p>
      <ul>
        {PRESETS.map(({ id, title, note }) => (
          <li key={id}>
            <a href={pathTo('newAlert', {}, { preset: id })}>{title}</a>
            <small>{note}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AlertCardProps {
  readonly alert: Alert
  readonly snoozes: Snoozes
  readonly reload: () => void
}

function AlertCard({ alert, snoozes, reload }: AlertCardProps) {
  const submission = useSubmit()
  const [isAsking, setAsking] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    const isDone = await submission.run(work)
    if (isDone) reload()
  }
  return (
    <li class="panel alert" data-enabled={alert.enabled}>
      <div class="alert-title">
        <h2>
          <a href={pathTo('alert', { id: alert.id })}>{alert.name}</a>
        </h2>
        <span class="badge">{SOURCE_TITLES[alert.source]}</span>
        {alert.priority === 'high' ? (
          <span class="badge" data-kind="danger">
            High
          </span>
        ) : null}
      </div>
      <p class="alert-summary">{summaryOf(alert.source, alert.criteria)}</p>
      <p class="quiet">
        {channelsText(alert)} ·{' '}
        {alert.cooldown_minutes === 0 ? 'no cooldown' : `cooldown ${alert.cooldown_minutes} min`}
        {alert.webhook_url === null ? '' : ` · webhook ${alert.webhook_url}`}
      </p>
      <Cooling alert={alert} />
      {alert.enabled ? <SnoozeControl alert={alert} snoozes={snoozes} /> : null}
      <div class="row alert-acts">
        <label class="check">
          <input
            type="checkbox"
            role="switch"
            aria-checked={alert.enabled}
            checked={alert.enabled}
            disabled={submission.isBusy}
            onChange={() => void run(() => ask('change_alert', { id: alert.id, enabled: !alert.enabled }))}
          />
          {alert.enabled ? 'On' : 'Off'}
        </label>
        <a href={pathTo('alert', { id: alert.id })} aria-label={`Edit ${alert.name}`}>
          Edit
        </a>
        <button type="button" class="link" aria-label={`Delete ${alert.name}`} onClick={() => setAsking(true)}>
          Delete
        </button>
      </div>
      {isAsking ? null : <FormProblem of={submission} />}
      {isAsking ? (
        <Confirm
          title="Delete the alert?"
          act="Delete"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={() => void run(() => ask('delete_alert', { id: alert.id }))}
          close={() => setAsking(false)}
        >
          <p>“{alert.name}” will send no more notifications. Earlier ones stay in the list.</p>
        </Confirm>
      ) : null}
    </li>
  )
}

function channelsText({ channels }: Alert): string {
  if (channels === null) return 'Channels of the settings'
  return channels.length === 0 ? 'The bell only' : `The bell, ${channels.map(channelTitle).join(', ')}`
}

/** Symbols in their cooldown period. */
function Cooling({ alert: { cooling, cooldown_minutes: minutes } }: { readonly alert: Alert }) {
  const { time_zone: zone } = useAccount()
  if (cooling.length === 0) return null
  return (
    <ul class="alert-cooling">
      {cooling.map(({ symbol, suppressed, next_possible_at: next }) => (
        <li key={symbol}>
          <strong>{symbol}</strong> notified at {format.time(firedAt(next, minutes), zone)}
          {suppressed > 0 ? `, ${suppressed} more ${suppressed === 1 ? 'match' : 'matches'} during the cooldown` : ''},
          next possible at {format.time(next, zone)}
        </li>
      ))}
    </ul>
  )
}

function firedAt(next: string, minutes: number): string {
  return new Date(Date.parse(next) - minutes * 60_000).toISOString()
}
