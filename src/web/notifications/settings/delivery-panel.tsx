import { useState } from 'preact/hooks'
import { useSession } from '../../accounts/session.tsx'
import { format } from '../../format.ts'
import { useSubmit } from '../../submit.ts'
import { Field } from '../../ui/form/field.tsx'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/relative-time.tsx'
import type { Settings, SettingsChange, SettingsState } from './use-settings.ts'

interface PanelProps {
  readonly settings: Settings
  readonly state: SettingsState
}

const FREQUENCIES: readonly (readonly [Settings['frequency'], string])[] = [
  ['realtime', 'At once'],
  ['hourly', 'Every hour, as one message'],
  ['daily', 'Every day, as one message'],
]

/** Whether and when messages go, and the clock by which that is read. Each choice is saved when it is made. */
export function DeliveryPanel({ settings, state }: PanelProps) {
  const submission = useSubmit()
  const save = (change: SettingsChange) => void submission.run(() => state.save(change))
  return (
    <Panel title="Delivery">
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          aria-checked={settings.enabled}
          checked={settings.enabled}
          onChange={(event) => save({ enabled: event.currentTarget.checked })}
        />
        Also send outside the app
      </label>
      {settings.enabled ? null : <p class="stale">Off: new notifications appear in the bell only.</p>}
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          aria-checked={settings.sound}
          checked={settings.sound}
          onChange={(event) => save({ sound: event.currentTarget.checked })}
        />
        Play a sound
      </label>
      <small class="quiet">Browsers allow a sound only after your first click or key on the page.</small>
      <Field
        label="E-mail, SMS, push and chat go"
        hint="High priority always goes at once; webhooks serve programs and are never gathered."
      >
        {(ids) => (
          <select
            {...ids}
            value={settings.frequency}
            onChange={(event) => {
              const chosen = FREQUENCIES.find(([value]) => value === event.currentTarget.value)
              if (chosen) save({ frequency: chosen[0] })
            }}
          >
            {FREQUENCIES.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {settings.frequency === 'daily' ? (
        <Field label="Daily at" error={submission.error('digest_time')}>
          {(ids) => (
            <input
              {...ids}
              type="time"
              required
              value={settings.digest_time}
              onChange={(event) => save({ digest_time: event.currentTarget.value })}
            />
          )}
        </Field>
      ) : null}
      <TimeZone settings={settings} state={state} />
      <FormProblem of={submission} />
    </Panel>
  )
}

function TimeZone({ settings, state }: PanelProps) {
  const { time_zone: zone } = settings
  const { renew } = useSession()
  const submission = useSubmit()
  const now = useNow()
  const [zones] = useState(() => [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort())
  const change = async (chosen: string) => {
    if (await submission.run(() => state.save({ time_zone: chosen }))) renew()
  }
  return (
    <Field
      label="Time zone"
      error={submission.error('time_zone')}
      hint={`It is ${format.dateTime(new Date(now).toISOString(), zone)} there.`}
    >
      {(ids) => (
        <select {...ids} value={zone} onChange={(event) => void change(event.currentTarget.value)}>
          {zones.map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
