import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { allows } from '../../domain/accounts/plan.ts'
import { SOURCE_CAPABILITY } from '../../domain/alerts/alert-rule.ts'
import { planHasChannel } from '../../domain/notifications/channels.ts'
import { type Alert, changeOf, type Draft, draftOf, EMPTY_DRAFT, newAlertOf, PRESETS } from '../alerts/draft.ts'
import { useAnswer } from '../answer.ts'
import { ask } from '../client.ts'
import { useBell } from '../feed/provider.tsx'
import { AlertBacktest } from '../parts/alert-backtest.tsx'
import { AlertForm } from '../parts/alert-form.tsx'
import { AlertMatch } from '../parts/alert-match.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Panel } from '../parts/panel.tsx'
import { SigningSecret } from '../parts/signing-secret.tsx'
import { Answered, PlanNotice } from '../parts/states.tsx'
import { PATHS, pathTo } from '../paths.ts'
import { useAccount } from '../session.tsx'
import { useSubmit } from '../submit.ts'
import './alerts.css'

/** A new rule, from nothing or from a preset. */
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
        <span class="quiet">Begin with</span>
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
        <AlertForm draft={draft} onDraft={setDraft} submission={submission} save={save} known={null} />
        <Panel title="Try it">
          <AlertMatch draft={draft} />
          <p class="quiet">When it is saved, you can test it on whole sessions.</p>
        </Panel>
      </div>
    </>
  )
}

/** A rule that exists. */
export function AlertPage() {
  const { isAllowed } = useBell()
  const { params } = useRoute()
  const id = params['id'] ?? ''
  const asked = useAnswer('show_alert', isAllowed ? { id } : null)
  if (!isAllowed) return <Gated />
  return (
    <>
      <p>
        <a href={PATHS.alerts}>Alerts</a>
      </p>
      <h1>{asked.answer?.name ?? 'Alert'}</h1>
      <Answered of={asked}>{(alert) => <Editor key={alert.id} alert={alert} reload={asked.reload} />}</Answered>
    </>
  )
}

function Editor({ alert, reload }: { readonly alert: Alert; readonly reload: () => void }) {
  const { query } = useLocation()
  const submission = useSubmit()
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
        known={alert}
        note={isSaved ? 'Saved.' : ''}
      />
      <div class="alert-side">
        <Panel title="Try it">
          <AlertMatch draft={draft} />
        </Panel>
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

/** The secret of a new URL is in the answer that sets it. */
function Made({ id, secret }: { readonly id: string; readonly secret: string }) {
  return (
    <section class="card alert-made">
      <h1>The alert is made</h1>
      <p>Your receiver checks each call with this secret. You find it again on the page of the alert.</p>
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
      <PlanNotice plan="gamma" what="Alerts" />
    </>
  )
}

function presetOf(id: string | undefined): Draft | null {
  return PRESETS.find((preset) => preset.id === id)?.draft ?? null
}
