import { describe, expect, it } from 'vitest'
import { discordChannel } from '../../../src/notifications/channels/discord/index.ts'
import { slackChannel } from '../../../src/notifications/channels/slack/index.ts'
import { discordAnswer, slackAnswer } from '../../support/chat/chat-peers.ts'
import { testClock } from '../../support/clock.ts'
import { type Behaviour, faultSink } from '../../support/http/fault-sink.ts'
import { HOSTILE, message, summary } from '../../support/notifications/messages.ts'
import { channelConformance } from './channel-conformance.ts'
import { clientFor, type HttpRig, httpRig } from './http-rig.ts'

const makers = { slack: slackChannel, discord: discordChannel }
const vendors: Readonly<Record<keyof typeof makers, Behaviour>> = { slack: slackAnswer, discord: discordAnswer }

const opener = (name: keyof typeof makers) => async (timeoutMs: number) => {
  const sink = await faultSink({ behaviour: vendors[name] })
  const { now } = testClock()
  const client = clientFor(sink, timeoutMs, now)
  const address = `${sink.origin}/services/T0000000/canary-chat-token?thread=canary-thread`
  return httpRig({
    sink,
    channel: makers[name]({ client, now }),
    endpoint: { id: 'endpoint-1', address, secrets: [] },
    secrets: ['canary-chat-token', 'canary-thread'],
    close: () => client.close(),
  })
}

type Row = readonly [string, (rig: HttpRig) => void, object]

const row = (status: number, expected: object, headers: Record<string, string> = {}, body = ''): Row => {
  return [
    `HTTP ${status} ${body}${JSON.stringify(headers)}`,
    (rig) => rig.behave({ status, headers, body }),
    { httpStatus: status, ...expected },
  ]
}
const common: Row[] = [
  row(200, { ok: true }, {}, 'ok'),
  row(301, { ok: false, retry: false, code: 'redirect' }, { location: 'https://example.com/' }),
  row(404, { ok: false, retry: false, disable: true, code: 'http_404' }, {}, 'no_service'),
  row(410, { ok: false, retry: false, disable: true }, {}, 'channel_is_archived'),
  row(413, { ok: false, retry: false }),
  row(500, { ok: false, retry: true }),
  row(503, { ok: false, retry: true, afterMs: 7_000 }, { 'retry-after': '7' }),
]

channelConformance({
  name: 'slack',
  rig: opener('slack'),
  table: [
    ...common,
    row(400, { ok: false, retry: false, code: 'http_400' }, {}, 'invalid_payload'),
    row(400, { ok: false, retry: false }, {}, 'no_text'),
    row(403, { ok: false, retry: false, disable: true }, {}, 'action_prohibited'),
    row(429, { ok: false, retry: true, afterMs: 30_000 }, { 'retry-after': '30' }),
  ],
})

channelConformance({
  name: 'discord',
  rig: opener('discord'),
  table: [
    ...common,
    row(204, { ok: true }),
    row(400, { ok: false, retry: false, code: 'http_400' }, {}, '{"code":50035}'),
    row(401, { ok: false, retry: false, disable: true }),
    row(403, { ok: false, retry: true }),
    // The body counted milliseconds once: only the headers are believed.
    row(429, { retry: true, afterMs: 65_000 }, { 'retry-after': '65' }, '{"retry_after":64.57,"global":false}'),
    row(429, { retry: true, afterMs: 1_337 }, { 'x-ratelimit-reset-after': '1.337' }, '{"retry_after":1337}'),
    row(429, { retry: true, afterMs: 0 }),
  ],
})

describe('a Slack message', () => {
  const frozen = async (said = message()) => {
    await using rig = await opener('slack')(5_000)
    return JSON.parse(rig.channel.freeze(said))
  }

  it('says what happened in blocks, and in one line for those who know none', async () => {
    const body = await frozen()

    expect(body.text).toBe('NVDA 150C: $1.2M bought above ask')
    expect(body.blocks.map(({ type }: { type: string }) => type)).toEqual([
      'header',
      'section',
      'section',
      'context',
      'actions',
    ])
    expect(JSON.stringify(body)).toContain('*Premium*\\n$1,200,000.00')
    expect(JSON.stringify(body)).toContain('Nov 20, 10:00:05 EST')
  })

  it('calls nobody, and escapes what would be read as a mark', async () => {
    const text = JSON.stringify(await frozen(HOSTILE))

    expect(text).not.toMatch(/<!|<@|<script|@everyone|@here/)
    expect(text).toContain('&lt;!channel&gt;')
    expect(text).not.toMatch(/&(?!amp;|lt;|gt;)/)
    expect(text).not.toContain('\u202e')
  })

  it('cuts no character and no escape in two', async () => {
    const said = message({ content: { ...message().content, title: '&'.repeat(500), body: '🐳'.repeat(5_000) } })

    const { blocks } = await frozen(said)

    expect(blocks[0].text.text).toMatch(/^(&amp;){29}…$/)
    expect(blocks[1].text.text).toMatch(/^🐳+…$/u)
  })

  it('lists a summary with the age of each line', async () => {
    const text = JSON.stringify(await frozen(summary()))

    expect(text).toContain(
      '• 1. NVDA 150C: $1.2M bought above ask _(Nov 20, 09:00:05 EST, 1 h 14 min before this message)_',
    )
    expect(text).toContain('and 4,980 more')
  })
})

describe('a Discord message', () => {
  const frozen = async (said = message()) => {
    await using rig = await opener('discord')(5_000)
    return JSON.parse(rig.channel.freeze(said))
  }

  it('is one embed that may call nobody', async () => {
    const body = await frozen(HOSTILE)

    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.content).toBeUndefined()
    expect(JSON.stringify(body)).not.toMatch(/@everyone|@here/)
    expect(body.embeds[0].title).toMatch(/^High: Deal Bcc: eve@example\.com/)
  })

  it('says when it happened, and how late it is', async () => {
    const { embeds } = await frozen(message({ dueAt: '2026-11-20T15:14:30.000Z' }))

    expect(embeds[0].footer.text).toBe('Nov 20, 10:00:05 EST, 14 min before this message')
    expect(embeds[0].timestamp).toBe('2026-11-20T15:00:05.123Z')
  })

  it('leaves whole lines out of a long summary, and counts them', async () => {
    const [embed] = (await frozen(summary(60, 40))).embeds
    const lines = embed.description.split('\n')

    expect(embed.description.length).toBeLessThanOrEqual(3_000)
    expect(lines.at(-1)).toBe(`and ${100 - (lines.length - 1)} more`)
    expect(lines.at(-2)).toMatch(/before this message\)$/)
  })

  it('is waited for, so that the answer tells whether it was kept', async () => {
    await using rig = await opener('discord')(5_000)

    const body = rig.channel.freeze(message())
    await rig.channel.send({ deliveryId: 'd', endpoint: rig.endpoint, body }, new AbortController().signal)

    expect(rig.sink.requests[0]?.path).toBe(
      '/services/T0000000/canary-chat-token?thread=canary-thread&wait=true&with_components=true',
    )
  })

  it('keeps its button at a webhook that belongs to no app', async () => {
    await using rig = await opener('discord')(5_000)
    const url = 'https://options.example.com/approvals/1#key=k'
    const body = rig.channel.freeze(message({ url, urlLabel: 'Review the order' }))

    const result = await rig.channel.send(
      { deliveryId: 'd', endpoint: rig.endpoint, body },
      new AbortController().signal,
    )
    const [request] = rig.sink.requests
    if (!request) throw new Error('nothing was sent')
    const kept = JSON.parse(String(discordAnswer(request).body))

    expect(result).toMatchObject({ ok: true })
    expect(kept.components[0].components).toEqual([{ type: 2, style: 5, label: 'Review the order', url }])
  })
})
