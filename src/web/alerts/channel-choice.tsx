import { planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import {
  CHANNELS,
  channelDefinition,
  channelTitle,
  planHasChannel,
} from '../../notifications/domain/delivery/channels.ts'
import type { ChannelName } from '../../notifications/domain/notification.ts'
import { useAccount } from '../accounts/session.tsx'
import { useAnswer } from '../answer.ts'
import { PATHS } from '../paths.ts'

interface ChannelChoiceProps {
  /** Null for the channels of the settings. */
  readonly channels: readonly ChannelName[] | null
  readonly onChannels: (channels: readonly ChannelName[] | null) => void
  readonly error: string | undefined
}

/** The channels of a rule besides the bell. */
export function ChannelChoice({ channels, onChannels, error }: ChannelChoiceProps) {
  const { plan } = useAccount()
  const { answer } = useAnswer('show_notification_settings', {})
  const on = answer ? CHANNELS.filter((channel) => answer.channels[channel].enabled).map(channelTitle) : null
  return (
    <fieldset>
      <legend>Channels</legend>
      <label class="check">
        <input type="radio" name="channels" checked={channels === null} onChange={() => onChannels(null)} />
        <span>
          Those of my <a href={PATHS.settings}>settings</a>
          {on === null ? '' : `: ${on.length === 0 ? 'the bell only' : on.join(', ')}`}
        </span>
      </label>
      <label class="check">
        <input type="radio" name="channels" checked={channels !== null} onChange={() => onChannels([])} />
        Choose channels for this alert
      </label>
      {channels === null ? null : (
        <div class="chips">
          {CHANNELS.map((channel) => (
            <label key={channel} class="chip">
              <input
                type="checkbox"
                checked={channels.includes(channel)}
                disabled={!planHasChannel(plan, channel)}
                onChange={(event) =>
                  onChannels(
                    event.currentTarget.checked ? [...channels, channel] : channels.filter((it) => it !== channel),
                  )
                }
              />
              {channelTitle(channel)}
              {planHasChannel(plan, channel) ? null : (
                <small> with {planTitle(REQUIRED_PLAN[channelDefinition(channel).capability])}</small>
              )}
              {answer && !answer.channels[channel].configured ? <small> not configured here</small> : null}
            </label>
          ))}
        </div>
      )}
      {error ? <small class="error">{error}</small> : null}
    </fieldset>
  )
}
