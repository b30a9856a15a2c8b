/** Really sends the test message of a channel to an address that the operator names. */
import { type ChannelName, DEFINITIONS } from '../../notifications/channels/definitions.ts'
import { channelsFrom } from '../../notifications/channels/index.ts'
import { newSigningSecret } from '../../notifications/operations/settings/signing-secret.ts'
import { testMessage } from '../../notifications/operations/settings/test-message.ts'
import type { Config } from '../settings/config.ts'
import type { Finding } from './finding.ts'

export interface TestTarget {
  readonly channel: ChannelName
  readonly address: string
}

/** `slack=https://hooks.slack.com/…`, or undefined for any other text. */
export function testTargetIn(text: string): TestTarget | undefined {
  const [name, ...rest] = text.split('=')
  const channel = DEFINITIONS.find((definition) => definition.name === name)?.name
  const address = rest.join('=')
  return channel === undefined || address === '' ? undefined : { channel, address }
}

export interface TestParts {
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (size: number) => Uint8Array
}

export async function sendTestMessage(
  { channels: settings, publicUrl = 'http://localhost' }: Pick<Config, 'channels' | 'publicUrl'>,
  { channel: name, address }: TestTarget,
  { now, newId, randomBytes }: TestParts,
): Promise<Finding> {
  const finding = { section: 'Test messages', name, fix: null } as const
  const { channels, close } = channelsFrom(settings, { now, publicUrl })
  try {
    const channel = channels.get(name)
    if (!channel) {
      return {
        ...finding,
        state: 'failure',
        text: 'This channel is not configured.',
        fix: 'Set its settings; .env.example lists them.',
      }
    }
    const deliveryId = newId()
    const body = channel.freeze(testMessage({ deliveryId, at: now(), timeZone: 'America/New_York', publicUrl }))
    const endpoint = { id: deliveryId, address, secrets: [newSigningSecret(randomBytes)] }
    const result = await channel.send({ deliveryId, endpoint, body }, AbortSignal.timeout(channel.timeoutMs))
    if (result.ok) return { ...finding, state: 'ok', text: 'The test message was accepted.' }
    return { ...finding, state: 'failure', text: result.reason }
  } finally {
    await close()
  }
}
