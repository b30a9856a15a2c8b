import { CHANNELS } from '../../../notifications/domain/delivery/channels.ts'
import { Panel } from '../../ui/panel.tsx'
import { AddressForm, missingOf } from './address-form.tsx'
import { ChannelRow } from './channel-row.tsx'
import type { Settings, SettingsState } from './use-settings.ts'

interface ChannelsPanelProps {
  readonly settings: Settings
  readonly state: SettingsState
}

/** The ways besides the bell. A rule may name its own. */
export function ChannelsPanel({ settings, state }: ChannelsPanelProps) {
  const row = { settings, state }
  return (
    <Panel title="Channels" span={2}>
      <p class="quiet">The bell is always there. These are used where an alert names no channels of its own.</p>
      <ul class="channels">
        {CHANNELS.map((channel) => (
          <ChannelRow key={channel} channel={channel} {...row} missing={missingOf(channel, settings)}>
            <AddressForm channel={channel} {...row} />
          </ChannelRow>
        ))}
      </ul>
    </Panel>
  )
}
