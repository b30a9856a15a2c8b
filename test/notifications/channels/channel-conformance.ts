import { describe, expect, it } from 'vitest'
import type { Channel, ChannelEndpoint, ChannelMessage, SendResult } from '../../../src/notifications/ports/channel.ts'
import { HOSTILE, message, summary } from '../../support/notifications/messages.ts'

/** A channel with a real counterpart, which can be told to fail. */
export interface ChannelRig extends AsyncDisposable {
  readonly channel: Channel
  readonly endpoint: ChannelEndpoint
  /** The messages as they reached the counterpart, without what belongs to the attempt alone. */
  readonly bodies: () => readonly string[]
  /** Resolves when an attempt has reached the counterpart. */
  arrived(): Promise<void>
  /** The counterpart takes the message and never answers. */
  hang(): void
  /** It closes the connection in place of an answer. */
  reset(): void
  /** It answers with far too much. */
  flood(): void
  /** It begins an answer and drips on; absent where the protocol knows no such thing. */
  drip?(): void
  /** It refuses, and repeats in its words whatever it was sent and the secrets. */
  repeatSecrets(): void
  readonly secrets: readonly string[]
}

export interface ChannelSuite<Rig extends ChannelRig> {
  readonly name: string
  readonly rig: (timeoutMs: number) => Promise<Rig>
  /** What each answer of the counterpart means. */
  readonly table: readonly (readonly [answer: string, arrange: (rig: Rig) => void, expected: Partial<SendResult>])[]
  /** It costs money and cannot be called back: what may have left is not repeated. */
  readonly onceOnly?: boolean
}

const LIMIT_MS = 600
const MAX_HEAD = 8 * 1_024
const never = () => new AbortController().signal

/** What every channel promises. */
export function channelConformance<Rig extends ChannelRig>(suite: ChannelSuite<Rig>): void {
  describe(`the ${suite.name} channel, as every channel,`, () => {
    sendsMessages(suite)
    readsAnswers(suite)
    keepsItsTime(suite)
    stopsAtOnce(suite)
    refusesAddresses(suite)
  })
}

function sendWith(rig: ChannelRig, said: ChannelMessage = message(), signal = never()): Promise<SendResult> {
  return rig.channel.send(
    { deliveryId: said.deliveryId, endpoint: rig.endpoint, body: rig.channel.freeze(said) },
    signal,
  )
}

/** How an attempt ends of which nobody knows whether it arrived. */
function unsure({ onceOnly }: Pick<ChannelSuite<ChannelRig>, 'onceOnly'>): Partial<SendResult> {
  return onceOnly ? { retry: false, maybeSent: true } : { retry: true }
}

function sendsMessages<Rig extends ChannelRig>({ rig: open }: ChannelSuite<Rig>): void {
  it('freezes a message to the same text every time', async () => {
    await using rig = await open(10_000)

    for (const said of [message(), summary(), HOSTILE]) {
      expect(rig.channel.freeze(said)).toBe(rig.channel.freeze(structuredClone(said)))
    }
  })

  it.each([
    ['a single message', message()],
    ['a summary of many', summary()],
    ['a summary of few', summary(2, 0)],
    ['texts at their worst', HOSTILE],
    ['a message in a zone that nobody knows', message({ timeZone: 'Mars/Olympus' })],
    ['a message without details', message({ content: { ...message().content, body: '', symbol: null, details: {} } })],
  ])('is understood by its counterpart: %s', async (_what, said) => {
    await using rig = await open(10_000)

    const result = await sendWith(rig, said)

    expect(result).toMatchObject({ ok: true })
    expect(rig.bodies()).toHaveLength(1)
  })

  it('sends the same bytes on every attempt', async () => {
    await using rig = await open(10_000)

    for (let attempt = 0; attempt < 3; attempt++) expect(await sendWith(rig)).toMatchObject({ ok: true })

    expect(rig.bodies()).toHaveLength(3)
    expect(new Set(rig.bodies()).size).toBe(1)
  })
}

function readsAnswers<Rig extends ChannelRig>({ rig: open, table }: ChannelSuite<Rig>): void {
  it.each(table)('reads the answer %s', async (_answer, arrange, expected) => {
    await using rig = await open(10_000)
    arrange(rig)

    const result = await sendWith(rig)

    expect(result).toMatchObject(expected)
    expectWellFormed(result, rig)
  })
}

function keepsItsTime<Rig extends ChannelRig>({ rig: open, ...suite }: ChannelSuite<Rig>): void {
  it('ends an attempt that hangs with its time', async () => {
    await using rig = await open(LIMIT_MS)
    rig.hang()
    const before = performance.now()

    const result = await sendWith(rig)

    expect(result).toMatchObject({ ok: false, code: 'timeout', ...unsure(suite) })
    expect(performance.now() - before).toBeLessThan(rig.channel.timeoutMs + 6_000)
    expectWellFormed(result, rig)
  })

  it('ends an answer that drips with its time', async ({ skip }) => {
    await using rig = await open(LIMIT_MS)
    if (!rig.drip) return skip('the protocol has no such answer')
    rig.drip()
    const before = performance.now()

    const result = await sendWith(rig)

    expect(result).toMatchObject({ ok: false, code: 'timeout', ...unsure(suite) })
    expect(performance.now() - before).toBeLessThan(rig.channel.timeoutMs + 6_000)
  })

  it('takes a cut connection for a passing failure', async () => {
    await using rig = await open(10_000)
    rig.reset()

    const result = await sendWith(rig)

    expect(result).toMatchObject({ ok: false, ...unsure(suite) })
    expectWellFormed(result, rig)
  })

  it('keeps 8 KiB of an answer however long it is', async () => {
    await using rig = await open(10_000)
    rig.flood()

    const result = await sendWith(rig)

    expectWellFormed(result, rig)
    expect(result.responseHead?.length ?? 0).toBeGreaterThan(0)
  })

  it('tells no secret that the counterpart repeats', async () => {
    await using rig = await open(10_000)
    rig.repeatSecrets()

    const result = await sendWith(rig)

    expect(result.ok).toBe(false)
    expect(result.responseHead).toContain('[redacted]')
    expectWellFormed(result, rig)
  })
}

function stopsAtOnce<Rig extends ChannelRig>({ rig: open, ...suite }: ChannelSuite<Rig>): void {
  it('ends at once when the service stops', async () => {
    await using rig = await open(30_000)
    rig.hang()
    const stopping = new AbortController()
    void rig.arrived().then(() => stopping.abort())
    const before = performance.now()

    const result = await sendWith(rig, message(), stopping.signal)

    expect(result).toMatchObject({ ok: false, code: 'aborted', ...unsure(suite) })
    expect(performance.now() - before).toBeLessThan(10_000)
  })

  it('sends nothing when the service has stopped already', async () => {
    await using rig = await open(10_000)

    const result = await sendWith(rig, message(), AbortSignal.abort())

    expect(result).toMatchObject({ ok: false, code: 'aborted', retry: true })
    expect(rig.bodies()).toEqual([])
  })
}

function refusesAddresses<Rig extends ChannelRig>({ rig: open }: ChannelSuite<Rig>): void {
  it.each(['', 'nonsense', '\r\nBcc: eve@example.com', '{}', 'https://127.0.0.1/hook', '{"kind":"web"}'])(
    'refuses an address that is none: %j',
    async (address) => {
      await using rig = await open(10_000)
      const { deliveryId } = message()

      const result = await rig.channel.send(
        { deliveryId, endpoint: { ...rig.endpoint, address }, body: rig.channel.freeze(message()) },
        never(),
      )

      expect(result).toMatchObject({ ok: false, retry: false, httpStatus: null })
      expect(rig.bodies()).toEqual([])
    },
  )
}

/** A reason is a sentence for a person, and nothing in a result tells a secret. */
export function expectWellFormed(
  result: SendResult,
  { secrets, endpoint }: Pick<ChannelRig, 'secrets' | 'endpoint'>,
): void {
  const text = JSON.stringify(result)
  for (const secret of [...secrets, ...endpoint.secrets]) expect(text).not.toContain(secret)
  expect(Buffer.byteLength(result.responseHead ?? '')).toBeLessThanOrEqual(MAX_HEAD)
  if (result.ok) return
  expect(result.reason).toMatch(/^[A-Z].*\.$/)
  expect(result.reason).not.toMatch(/https?:\/\/|undefined|\[object/)
  expect(result.code).toMatch(/^[a-z0-9_]+$/)
}
