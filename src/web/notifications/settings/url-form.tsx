import { useState } from 'preact/hooks'
import { type ChannelsWith, channelDefinition } from '../../../notifications/domain/delivery/channels.ts'
import { useSubmit } from '../../submit.ts'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Settings, SettingsChange, SettingsState } from './use-settings.ts'

type UrlChannel = ChannelsWith<'url' | 'signed_url'>

interface UrlFormProps {
  readonly channel: UrlChannel
  readonly settings: Settings
  readonly state: SettingsState
}

/** The URL is a secret: only its scheme and host are shown again. */
export function UrlForm({ channel, settings, state }: UrlFormProps) {
  const { url: known } = settings.channels[channel]
  const submission = useSubmit()
  const [url, setUrl] = useState('')
  const save = (next: string | null) => submission.run(() => state.save({ channels: urlChange(channel, next) }))
  return (
    <SubmitForm
      of={submission}
      act={submission.isBusy ? 'Saving…' : known === null ? 'Save the URL' : 'Replace the URL'}
      onSubmit={() => save(url.trim()).then((isSaved) => isSaved && setUrl(''))}
      isPrimary={false}
      class="channel-form"
      aside={
        known === null ? null : (
          <button type="button" disabled={submission.isBusy} onClick={() => void save(null)}>
            Remove it
          </button>
        )
      }
    >
      <TextField
        label={known === null ? 'URL' : `URL, set to ${known}`}
        type="url"
        required
        value={url}
        onValue={setUrl}
        placeholder={known === null ? (channelDefinition(channel).placeholder ?? '') : 'Another URL in its place'}
        error={submission.error(`channels.${channel}.url`)}
      />
    </SubmitForm>
  )
}

function urlChange(channel: UrlChannel, url: string | null): NonNullable<SettingsChange['channels']> {
  // A URL that was just given is meant to be used, one that is gone cannot be.
  return { [channel]: { url, enabled: url !== null } }
}
