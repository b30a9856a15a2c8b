import { describe, expect, it } from 'vitest'
import { type ChannelSettings, channelsFrom } from '../../../src/adapters/channels/index.ts'
import { testClock } from '../../support/clock.ts'
import { faultSink } from '../../support/fault-sink.ts'
import { message } from '../../support/messages.ts'
import { vapidKeys } from '../../support/vapid-keys.ts'

const { now } = testClock()
const never = () => new AbortController().signal

describe('the channels of a server', () => {
  it('without any settings are those that need none, and it says which are not configured', async () => {
    const { channels, notConfigured, close } = channelsFrom({ now })

    expect([...channels.keys()]).toEqual(['slack', 'discord', 'webhook'])
    expect(Object.fromEntries(notConfigured)).toEqual({
      email: 'E-mail is not configured on this server.',
      sms: 'SMS is not configured on this server.',
      push: 'Push is not configured on this server.',
    })
    await close()
  })

  it('with all settings are all six, each under its own name', async () => {
    const settings: ChannelSettings = {
      now,
      email: { url: 'smtp://127.0.0.1:1', from: 'alerts@example.com' },
      sms: { accountSid: 'AC1', authToken: 't', from: '+12025550100' },
      vapid: vapidKeys(),
    }

    const { channels, notConfigured, close } = channelsFrom(settings)

    expect([...channels].map(([name, channel]) => [name, channel.name])).toEqual(
      ['email', 'sms', 'push', 'slack', 'discord', 'webhook'].map((name) => [name, name]),
    )
    expect(notConfigured.size).toBe(0)
    await close()
  })

  it('reach the hosts that the operator listed, in whatever spelling, and no others', async () => {
    await using sink = await faultSink()
    const { channels, checkUrl, close } = channelsFrom({ now, allowedHosts: [` LOCALHOST:${sink.port} `] })
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
    const { checkUrl, close } = channelsFrom({
      now,
      ownUrls: ['https://Options.Example.com:8443/base', 'http://[2606:4700::1]:3000'],
    })

    for (const url of [
      'https://options.example.com/mcp',
      'https://options.example.com.:8443/x',
      'https://[2606:4700:0::1]/api',
    ]) {
      expect(await checkUrl(url, never())).toBe('The URL must lead to a public address.')
    }
    await close()
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
    expect(() => channelsFrom({ now, allowedHosts: [entry] })).toThrow('WEBHOOK_ALLOWED_HOSTS')
  })
})
