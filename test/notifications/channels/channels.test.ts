import { describe, expect, it } from 'vitest'
import { channelsFrom, readChannelSettings, secretsIn } from '../../../src/notifications/channels/index.ts'
import { hostAndPort } from '../../../src/notifications/channels/user-url.ts'
import { CHANNELS, channelsWith } from '../../../src/notifications/domain/delivery/channels.ts'
import { testClock } from '../../support/clock.ts'
import { faultSink } from '../../support/http/fault-sink.ts'
import { message } from '../../support/notifications/messages.ts'
import { vapidKeys } from '../../support/push/vapid-keys.ts'

const { now } = testClock()
const never = () => new AbortController().signal
const opened = (settings: Record<string, string>) => channelsFrom(readChannelSettings(settings), { now })
const OWN: readonly (readonly [publicUrl: string, urls: readonly string[]])[] = [
  ['https://Options.Example.com:8443/base', ['https://options.example.com/mcp', 'https://options.example.com.:8443/x']],
  ['http://[2606:4700::1]:3000', ['https://[2606:4700:0::1]/api']],
]

describe('the channels of a server', () => {
  it('without any settings are those that need none', async () => {
    const { channels, close } = opened({})

    expect([...channels.keys()]).toEqual(['slack', 'discord', 'webhook'])
    await close()
  })

  it('with all settings are all that there are, in their order, each under its own name', async () => {
    const { publicKey, privateKey, subject } = vapidKeys()
    const { channels, close } = opened({
      SMTP_URL: 'smtp://127.0.0.1:1',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 't',
      TWILIO_FROM: '+12025550100',
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: subject,
      TELEGRAM_BOT_TOKEN: '4242:AAtoken',
    })

    expect([...channels].map(([name, channel]) => [name, channel.name])).toEqual(CHANNELS.map((name) => [name, name]))
    await close()
  })

  it('have a bot where their address is a chat, and nowhere else', async () => {
    const { channels, close } = opened({ TELEGRAM_BOT_TOKEN: '4242:AAtoken' })

    const withBot = [...channels.values()].filter(({ bot }) => bot).map(({ name }) => name)
    expect(withBot).toEqual(channelsWith('chat'))
    await close()
  })

  it('know which of their settings are secret', () => {
    const settings = readChannelSettings({
      TELEGRAM_BOT_TOKEN: '4242:AAtoken',
      TWILIO_AUTH_TOKEN: 't',
      TWILIO_FROM: '+12025550100',
    })

    expect(secretsIn(settings).sort()).toEqual(['4242:AAtoken', 't'])
  })

  it('reach the hosts that the operator listed, in whatever spelling, and no others', async () => {
    await using sink = await faultSink()
    const { channels, checkUrl, close } = opened({ WEBHOOK_ALLOWED_HOSTS: ` LOCALHOST:${sink.port} ` })
    const secrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`]
    const webhook = channels.get('webhook')
    const body = webhook?.freeze(message()) ?? ''
    const sendTo = (address: string) =>
      webhook?.send({ deliveryId: 'd', endpoint: { id: 'e', address, secrets }, body }, never())

    expect(await sendTo(`http://localhost:${sink.port}/hook`)).toMatchObject({ ok: true })
    expect(await sendTo(`http://127.0.0.1:${sink.port}/hook`)).toMatchObject({ ok: false, code: 'blocked_address' })
    expect(await checkUrl(`http://localhost:${sink.port}/hook`, never())).toBeNull()
    expect(sink.requests).toHaveLength(1)
    await close()
  })

  it('never call the service itself', async () => {
    for (const [publicUrl, urls] of OWN) {
      const { checkUrl, close } = channelsFrom(readChannelSettings({}), { now, publicUrl })
      for (const url of urls) expect(await checkUrl(url, never())).toBe('The URL must lead to a public address.')
      await close()
    }
  })

  it.each([
    'sink.example',
    'http://sink.example:80',
    'sink.example:80/path',
    ':80',
    'a b:80',
    'user@sink.example:80',
    'sink.example:99999',
    '',
  ])('refuse at the start a host that is no pair: %j', (entry) => {
    expect(() => hostAndPort(entry)).toThrow('WEBHOOK_ALLOWED_HOSTS')
  })
})
