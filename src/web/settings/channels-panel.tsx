import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { FormProblem } from '../parts/form-problem.tsx'
import { Panel } from '../parts/panel.tsx'
import { SigningSecret } from '../parts/signing-secret.tsx'
import { TextField } from '../parts/text-field.tsx'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { ChannelRow } from './channel-row.tsx'
import { PhoneForm } from './phone-form.tsx'
import { PushDevices } from './push-devices.tsx'
import type { Settings, SettingsChange, SettingsState } from './use-settings.ts'

interface ChannelsPanelProps {
  readonly settings: Settings
  readonly state: SettingsState
}

/** The ways besides the bell. A rule may name its own. */
export function ChannelsPanel({ settings, state }: ChannelsPanelProps) {
  const { email, sms, push } = settings.channels
  const row = { settings, state }
  return (
    <Panel title="Channels" span={2}>
      <p class="quiet">The bell is always there. These are used where an alert names no channels of its own.</p>
      <ul class="channels">
        <ChannelRow {...row} channel="email" missing={email.verified ? null : 'address not confirmed'}>
          <p class="quiet">
            {email.address} · <a href={PATHS.account}>Account</a>
          </p>
        </ChannelRow>
        <ChannelRow {...row} channel="sms" missing={sms.verified ? null : 'number not verified'}>
          <PhoneForm settings={settings} reload={state.reload} />
        </ChannelRow>
        <ChannelRow {...row} channel="push" missing={push.devices.length > 0 ? null : 'no device'}>
          <PushDevices settings={settings} reload={state.reload} />
        </ChannelRow>
        <ChannelRow {...row} channel="slack" missing={settings.channels.slack.url === null ? 'no URL' : null}>
          <UrlForm {...row} channel="slack" example="https://hooks.slack.com/services/…" />
        </ChannelRow>
        <ChannelRow {...row} channel="discord" missing={settings.channels.discord.url === null ? 'no URL' : null}>
          <UrlForm {...row} channel="discord" example="https://discord.com/api/webhooks/…" />
        </ChannelRow>
        <ChannelRow {...row} channel="webhook" missing={settings.channels.webhook.url === null ? 'no URL' : null}>
          <UrlForm {...row} channel="webhook" example="https://hooks.example.com/optionwire" />
          <WebhookSecret settings={settings} />
        </ChannelRow>
      </ul>
    </Panel>
  )
}

interface UrlFormProps extends ChannelsPanelProps {
  readonly channel: 'slack' | 'discord' | 'webhook'
  readonly example: string
}

/** The URL is a secret: only its scheme and host are shown again. */
function UrlForm({ channel, settings, state, example }: UrlFormProps) {
  const { url: known } = settings.channels[channel]
  const submission = useSubmit()
  const [url, setUrl] = useState('')
  const save = (next: string | null) => submission.run(() => state.save({ channels: urlChange(channel, next) }))
  return (
    <form
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save(url.trim()).then((isSaved) => isSaved && setUrl(''))
      }}
    >
      <TextField
        label={known === null ? 'URL' : `URL, set to ${known}`}
        type="url"
        required
        value={url}
        onValue={setUrl}
        placeholder={known === null ? example : 'Another URL in its place'}
        error={submission.error(`channels.${channel}.url`)}
      />
      <div class="row">
        <button type="submit" disabled={submission.isBusy}>
          {submission.isBusy ? 'Saving…' : known === null ? 'Save the URL' : 'Replace the URL'}
        </button>
        {known === null ? null : (
          <button type="button" disabled={submission.isBusy} onClick={() => void save(null)}>
            Remove it
          </button>
        )}
      </div>
      <FormProblem of={submission} />
    </form>
  )
}

function urlChange(
  channel: 'slack' | 'discord' | 'webhook',
  url: string | null,
): NonNullable<SettingsChange['channels']> {
  // A URL that was just given is meant to be used, one that is gone cannot be.
  return { [channel]: { url, enabled: url !== null } }
}

function WebhookSecret({ settings }: { readonly settings: Settings }) {
  const { url, signing_secret: fresh, signing_secret_hint: hint } = settings.channels.webhook
  if (url === null) return null
  return (
    <>
      {hint === null || fresh !== null ? null : (
        <p class="quiet">
          Signing secret <code>{hint}</code>
        </p>
      )}
      <SigningSecret
        key={hint ?? ''}
        fresh={fresh}
        reveal={() => ask('reveal_webhook_secret', {})}
        rotate={() => ask('rotate_webhook_secret', {})}
      />
    </>
  )
}
