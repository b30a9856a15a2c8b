import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { REQUIRED_PLAN } from '../../../accounts/domain/plan.ts'
import { channelDefinition, planHasChannel } from '../../../notifications/domain/delivery/channels.ts'
import type { ChannelName } from '../../../notifications/domain/notification.ts'
import { useAccount } from '../../accounts/session.tsx'
import { type AnswerOf, ask } from '../../client.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { PlanNotice } from '../../ui/states.tsx'
import type { Settings, SettingsChange, SettingsState } from './use-settings.ts'

interface ChannelRowProps {
  readonly channel: ChannelName
  readonly settings: Settings
  readonly state: SettingsState
  /** What it needs before it can be used; null when nothing. */
  readonly missing: string | null
  readonly children?: ComponentChildren
}

/** One way to a person or a program: its switch, its state, what it needs, and a real test. */
export function ChannelRow({ channel, settings, state, missing, children }: ChannelRowProps) {
  const { plan } = useAccount()
  const { enabled, configured } = settings.channels[channel]
  const submission = useSubmit()
  const { title, capability } = channelDefinition(channel)
  if (!planHasChannel(plan, channel)) {
    return (
      <li class="channel">
        <h3>{title}</h3>
        <PlanNotice plan={REQUIRED_PLAN[capability]} what={`The ${title.toLowerCase()} channel`} />
      </li>
    )
  }
  const turn = () => submission.run(() => state.save({ channels: switched(channel, !enabled) }))
  return (
    <li class="channel">
      <div class="channel-head">
        <h3>{title}</h3>
        <Badges configured={configured} missing={missing} health={healthOf(settings, channel)} />
        <span class="stretch" />
        <label class="check">
          <input
            type="checkbox"
            role="switch"
            aria-checked={enabled}
            aria-label={`Use ${title}`}
            checked={enabled}
            disabled={submission.isBusy}
            onChange={() => void turn()}
          />
          {enabled ? 'On' : 'Off'}
        </label>
      </div>
      {children}
      <FormProblem of={submission} what={title} />
      {configured ? <ChannelTest channel={channel} missing={missing} onTested={state.reload} /> : null}
    </li>
  )
}

type Health = 'active' | 'cooling' | 'disabled' | null

interface BadgesProps {
  readonly configured: boolean
  readonly missing: string | null
  readonly health: Health
}

function Badges({ configured, missing, health }: BadgesProps) {
  if (!configured) return <span class="badge">not configured on this server</span>
  if (missing !== null) {
    return (
      <span class="badge" data-kind="warm">
        {missing}
      </span>
    )
  }
  if (health === 'cooling') {
    return (
      <span class="badge" data-kind="warm">
        failed recently; will be retried soon
      </span>
    )
  }
  if (health === 'disabled') {
    return (
      <span class="badge" data-kind="danger">
        disabled: it only failed; a test that works enables it
      </span>
    )
  }
  return (
    <span class="badge" data-kind="accent">
      ready
    </span>
  )
}

interface ChannelTestProps {
  readonly channel: ChannelName
  readonly missing: string | null
  readonly onTested: () => void
}

function ChannelTest({ channel, missing, onTested }: ChannelTestProps) {
  const submission = useSubmit()
  const [result, setResult] = useState<AnswerOf<'test_notification_channel'> | null>(null)
  const test = async () => {
    setResult(null)
    await submission.run(async () => setResult(await ask('test_notification_channel', { channel })))
    onTested()
  }
  return (
    <div class="channel-test">
      <button type="button" disabled={submission.isBusy || missing !== null} onClick={() => void test()}>
        {submission.isBusy ? 'Sending…' : 'Send a test'}
      </button>
      <span role="status">
        {result ? (
          <span class={result.status === 'sent' ? 'delivery-sent' : 'error'}>
            {result.status === 'failed' ? 'Failed. ' : ''}
            {result.detail}
          </span>
        ) : null}
        {submission.problem ? <span class="error">{submission.problem.message}</span> : null}
      </span>
    </div>
  )
}

function healthOf({ channels }: Settings, channel: ChannelName): Health {
  const known = channels[channel]
  return 'state' in known ? known.state : null
}

export function switched(channel: ChannelName, enabled: boolean): NonNullable<SettingsChange['channels']> {
  return { [channel]: { enabled } }
}
