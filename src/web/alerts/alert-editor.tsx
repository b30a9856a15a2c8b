import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { allows, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { SOURCE_CAPABILITY } from '../../alerts/domain/alert-rule.ts'
import { planHasChannel } from '../../notifications/domain/delivery/channels.ts'
import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { ask } from '../client.ts'
import { useBell } from '../notifications/feed/provider.tsx'
import { SigningSecret } from '../notifications/signing-secret.tsx'
import { SnoozeControl } from '../notifications/snooze/snooze-control.tsx'
import { useSnoozes } from '../notifications/snooze/use-snoozes.ts'
import { PATHS, pathTo } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { CopyText } from '../ui/form/copy-text.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, PlanNotice } from '../ui/states.tsx'
import { AlertBacktest } from './alert-backtest.tsx'
import { AlertForm } from './alert-form.tsx'
import { AlertMatch } from './alert-match.tsx'
import { listOf } from './criteria.ts'
import { type Alert, changeOf, type Draft, draftOf, EMPTY_DRAFT, newAlertOf, PRESETS } from './draft.ts'
import './alerts.css'

/** A new rule, empty or from a preset. */
export function NewAlertPage() {
  const { isAllowed } = useBell()
  const { query, url, route } = useLocation()
  const submission = useSubmit()
  const [draft, setDraft] = useState<Draft>(() => presetOf(query['preset']) ?? EMPTY_DRAFT)
  const { plan } = useAccount()
  const isHeld = ({ source, channels }: Draft) =>
    allows(plan, SOURCE_CAPABILITY[source]) && (channels ?? []).every((channel) => planHasChannel(plan, channel))
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null)
  const save = () =>
    submission.run(async () => {
      const { id, signing_secret: secret } = await ask('create_alert', newAlertOf(draft))
      if (secret === null) route(pathTo('alert', { id }, { saved: 'yes' }))
      else setMade({ id, secret })
    })
  if (!isAllowed) return <Gated />
  if (made) return <Made {...made} />
  return (
    <>
      <h1>New alert</h1>
      <nav class="row alert-chips" aria-label="Presets">
        <span class="quiet">Start with</span>
        {PRESETS.map((preset) => (
          <button
            key={preset.id}
            type="button"
            class="chip-button"
            title={preset.note}
            disabled={!isHeld(preset.draft)}
            onClick={() => {
              setDraft(preset.draft)
              route(`${url.split('?')[0]}?preset=${preset.id}`, true)
            }}
          >
            {preset.title}
          </button>
        ))}
      </nav>
      <div class="grid" data-columns="2">
        <AlertForm draft={draft} onDraft={setDraft} submission={submission} save={save} savedRule={null} />
        <TryIt draft={draft} note="After saving you can test the alert on past sessions." />
      </div>
    </>
  )
}

/** An existing rule. */
export function AlertPage() {
  const { isAllowed } = useBell()
  const { params } = useRoute()
  const id = params['id'] ?? ''
  const query = useAnswer('show_alert', isAllowed ? { id } : null)
  if (!isAllowed) return <Gated />
  return (
    <>
      <p>
        <a href={PATHS.alerts}>Alerts</a>
      </p>
      <h1>{query.answer?.name ?? 'Alert'}</h1>
      <Answered of={query}>{(alert) => <Editor key={alert.id} alert={alert} reload={query.reload} />}</Answered>
    </>
  )
}

function Editor({ alert, reload }: { readonly alert: Alert; readonly reload: () => void }) {
  const { query } = useLocation()
  const submission = useSubmit()
  const snoozes = useSnoozes()
  const [draft, setDraft] = useState(() => draftOf(alert))
  const [secret, setSecret] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(query['saved'] === 'yes')
  const { id } = alert
  const save = () =>
    submission.run(async () => {
      const changed = await ask('change_alert', { id, ...changeOf(draft) })
      setSecret(changed.signing_secret)
      setDraft(draftOf(changed))
      setSaved(true)
      reload()
    })
  return (
    <div class="grid" data-columns="2">
      <AlertForm
        draft={draft}
        onDraft={(next) => {
          setSaved(false)
          setDraft(next)
        }}
        submission={submission}
        save={save}
        savedRule={alert}
        note={isSaved ? 'Saved.' : ''}
      />
      <div class="alert-side">
        <Panel title="Snooze">
          <p class="quiet">A snoozed alert stays on and raises nothing on any channel until the snooze ends.</p>
          <SnoozeControl alert={alert} snoozes={snoozes} />
        </Panel>
        <TryIt draft={draft} />
        {alert.webhook_url === null ? null : (
          <Panel title={`Webhook ${alert.webhook_url}`}>
            <SigningSecret
              fresh={secret}
              reveal={() => ask('reveal_alert_secret', { id })}
              rotate={() => ask('rotate_alert_secret', { id })}
            />
          </Panel>
        )}
      </div>
      {alert.source === 'option_flow' ? (
        <Panel title="Backtest" span={2}>
          <AlertBacktest id={id} />
        </Panel>
      ) : null}
    </div>
  )
}

function TryIt({ draft, note }: { readonly draft: Draft; readonly note?: string }) {
  if (draft.source === 'market_level') {
    return (
      <Panel title="When it notifies">
        <p>
          When the last two known values are on either side of the level: once for each crossing. It notifies again only
          after the value was the re-arm distance away from the level.
        </p>
        <p class="quiet">
          A right click or a long press on the chart of a symbol also creates such an alert, at the price under the
          pointer.
        </p>
      </Panel>
    )
  }
  if (draft.source === 'screen') {
    return (
      <Panel title="When it notifies">
        <p>Once a minute: when a symbol passes all filters now and did not at the comparison before.</p>
        <p>
          <a href={pathTo('screener', {}, screenIn(draft))}>See what passes in the screener</a>
        </p>
      </Panel>
    )
  }
  return (
    <Panel title="Try it">
      <AlertMatch draft={draft} />
      {note ? <p class="quiet">{note}</p> : null}
    </Panel>
  )
}

function screenIn({ values }: Draft): Readonly<Record<string, string>> {
  const text = (name: string) => listOf(String(values[name] ?? '')).join(',')
  return { filters: text('filters'), symbols: text('symbols') }
}

/** The answer that sets a URL contains its secret. */
function Made({ id, secret }: { readonly id: string; readonly secret: string }) {
  return (
    <section class="card alert-made">
      <h1>Alert created</h1>
      <p>Your receiver verifies each request with this secret. The page of the alert shows it again on request.</p>
      <CopyText label="Signing secret" text={secret} />
      <a class="button primary" href={pathTo('alert', { id })}>
        Go to the alert
      </a>
    </section>
  )
}

function Gated() {
  return (
    <>
      <h1>Alerts</h1>
      <PlanNotice plan={REQUIRED_PLAN.notifications} what="Alerts" />
    </>
  )
}

function presetOf(id: string | undefined): Draft | null {
  return PRESETS.find((preset) => preset.id === id)?.draft ?? null
}
