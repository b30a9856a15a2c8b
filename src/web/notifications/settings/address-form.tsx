import { type ChannelsWith, hasAddress } from '../../../notifications/domain/delivery/channels.ts'
import type { ChannelName } from '../../../notifications/domain/notification.ts'
import { ask } from '../../client.ts'
import { PATHS } from '../../paths.ts'
import { SigningSecret } from '../signing-secret.tsx'
import { ChatForm } from './chat-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import { PushDevices } from './push-devices.tsx'
import { UrlForm } from './url-form.tsx'
import type { Settings, SettingsState } from './use-settings.ts'

/** What a channel needs before it can be used; null when nothing. */
export function missingOf(channel: ChannelName, { channels }: Settings): string | null {
  if (hasAddress(channel, 'account_email')) return unless(channels[channel].verified, 'address not confirmed')
  if (hasAddress(channel, 'phone')) return unless(channels[channel].verified, 'number not verified')
  if (hasAddress(channel, 'devices')) return unless(channels[channel].devices.length > 0, 'no device')
  if (hasAddress(channel, 'chat')) return unless(channels[channel].chat !== null, 'no chat linked')
  return unless(channels[channel].url !== null, 'no URL')
}

function unless(isThere: boolean, words: string): string | null {
  return isThere ? null : words
}

interface AddressFormProps {
  readonly channel: ChannelName
  readonly settings: Settings
  readonly state: SettingsState
}

/** How the address of a channel is given and shown: one form for each kind of address. */
export function AddressForm({ channel, settings, state }: AddressFormProps) {
  const { reload } = state
  if (hasAddress(channel, 'account_email')) {
    return (
      <p class="quiet">
        {settings.channels[channel].address} · <a href={PATHS.account}>Account</a>
      </p>
    )
  }
  if (hasAddress(channel, 'phone')) return <PhoneForm settings={settings} reload={reload} />
  if (hasAddress(channel, 'devices')) return <PushDevices settings={settings} reload={reload} />
  if (hasAddress(channel, 'chat')) return <ChatForm channel={channel} settings={settings} reload={reload} />
  return (
    <>
      <UrlForm channel={channel} settings={settings} state={state} />
      {hasAddress(channel, 'signed_url') ? <SignatureOf channel={channel} settings={settings} /> : null}
    </>
  )
}

interface SignatureProps {
  readonly channel: ChannelsWith<'signed_url'>
  readonly settings: Settings
}

function SignatureOf({ channel, settings }: SignatureProps) {
  const { url, signing_secret: fresh, signing_secret_hint: hint } = settings.channels[channel]
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
