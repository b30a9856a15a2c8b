import { useState } from 'preact/hooks'
import { useAccount } from '../../accounts/session.tsx'
import { ask } from '../../client.ts'
import { format } from '../../format.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { addThisBrowser, serverKey, whyNot } from './push-browser.ts'
import type { Settings } from './use-settings.ts'

interface PushDevicesProps {
  readonly settings: Settings
  readonly reload: () => void
}

export function PushDevices({ settings, reload }: PushDevicesProps) {
  const { devices, configured } = settings.channels.push
  const { time_zone: zone } = useAccount()
  const submission = useSubmit()
  const key = serverKey(settings)
  const obstacle = whyNot(settings)
  const remove = async (id: string) => {
    if (await submission.run(() => ask('remove_push_device', { id }))) reload()
  }
  return (
    <>
      {configured ? null : <p class="quiet">The operator of this service has set up no push messages.</p>}
      <ul class="devices">
        {devices.map(({ id, label, created_at: createdAt }) => (
          <li key={id} class="row">
            <span>{label}</span>
            <small class="quiet">since {format.dateTime(createdAt, zone)}</small>
            <button
              type="button"
              class="link"
              aria-label={`Remove ${label}`}
              disabled={submission.isBusy}
              onClick={() => void remove(id)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <FormProblem of={submission} />
      {obstacle === null ? null : <p class="quiet">{obstacle}</p>}
      {configured && key !== null && obstacle === null ? <AddBrowser serverKey={key} reload={reload} /> : null}
      {configured ? <InstallHint /> : null}
    </>
  )
}

function InstallHint() {
  return (
    <details>
      <summary>On a phone or tablet</summary>
      <p>
        <strong>iPhone and iPad</strong> (iOS 16.4 or later): open this address in Safari, choose Share, then Add to
        Home Screen. Open Optionwire from the home screen, sign in, and add this browser here.
      </p>
      <p>
        <strong>Android</strong>: open the menu of the browser and choose Install app or Add to Home screen. Push
        messages also come without it.
      </p>
    </details>
  )
}

function AddBrowser({ serverKey: key, reload }: { readonly serverKey: string; readonly reload: () => void }) {
  const submission = useSubmit()
  const [label, setLabel] = useState('This browser')
  const add = async () => {
    if (await submission.run(() => addThisBrowser(key, label))) reload()
  }
  return (
    <SubmitForm of={submission} act="Add this browser" onSubmit={add} isPrimary={false} class="channel-form">
      <TextField
        label="Name of this browser"
        required
        maxLength={100}
        value={label}
        onValue={setLabel}
        error={submission.error('label')}
      />
    </SubmitForm>
  )
}
