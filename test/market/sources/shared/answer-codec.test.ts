import { serialize } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/lib/errors.ts'
import {
  decodeAnswer,
  encodeAnswer,
  errorAnswer,
  type LiveAnswer,
  valueOrThrow,
} from '../../../../src/market/sources/shared/answer-codec.ts'
import { digestOf, readQuestion, textOf } from '../../../../src/market/sources/shared/live-question.ts'

const answerOf = (value: unknown): LiveAnswer => ({ kind: 'value', value, notice: null })

describe('an answer between processes', () => {
  it('keeps typed arrays, NaN, -0, infinities and absent fields, small or compressed', async () => {
    const large = Float64Array.from({ length: 5_000 }, (_, row) => (row % 3 === 0 ? Number.NaN : row))
    const values = [
      { numbers: [Number.NaN, -0, Number.POSITIVE_INFINITY], none: undefined, text: 'é', index: Uint16Array.of(1, 2) },
      { column: large, part: large.subarray(10, 20), flags: Uint8Array.of(0, 1) },
    ]
    for (const value of values) {
      const { content } = await encodeAnswer(answerOf(value))
      const decoded = await decodeAnswer(content)
      expect(decoded).toEqual(answerOf(value))
    }
    const { content } = await encodeAnswer(answerOf(values[1]))
    expect(content.length).toBeLessThan(serialize(values[1]).length / 2)
  })

  it('has the same version as long as the data are the same, whoever encodes them', async () => {
    const [one, same, other] = await Promise.all([{ a: 1 }, { a: 1 }, { a: 2 }].map((it) => encodeAnswer(answerOf(it))))

    expect(same?.version).toBe(one?.version)
    expect(other?.version).not.toBe(one?.version)
  })

  it('counts as none in another format, or damaged', async () => {
    const { content } = await encodeAnswer(answerOf(new Float64Array(1_000)))
    const otherFormat = Buffer.from(content)
    otherFormat[3] = 250
    const damaged = Buffer.from(content)
    damaged.fill(7, 20)

    expect(await decodeAnswer(otherFormat)).toBeNull()
    expect(await decodeAnswer(damaged)).toBeNull()
    expect(await decodeAnswer(Buffer.from('owa'))).toBeNull()
    expect(
      await decodeAnswer(Buffer.concat([content.subarray(0, 4), Buffer.of(0), serialize({ kind: 'x' })])),
    ).toBeNull()
  })

  it('is an error with its code, sentence and pause, and no word of a fault of the program', async () => {
    const refused = errorAnswer(new AppError('unavailable', 'Cboe fails. Try again later.', { retryAfterS: 7 }))
    const fault = errorAnswer(new Error('secret inside'))
    const { content } = await encodeAnswer(refused)
    const decoded = await decodeAnswer(content)
    expect.assert(decoded)

    expect(() => valueOrThrow(decoded)).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: 'Cboe fails. Try again later.',
        details: { retryAfterS: 7 },
      }),
    )
    expect(JSON.stringify(fault)).not.toContain('secret')
  })
})

describe('a question between processes', () => {
  it('is the same text whatever the order of its fields, and is read back', () => {
    const one = textOf({ method: 'news', date: null, query: { since: 'a', limit: 1, symbol: 'SPY' } })
    const same = textOf({ query: { symbol: 'SPY', limit: 1, since: 'a' }, date: null, method: 'news' })

    expect(same).toBe(one)
    expect(digestOf(same)).toBe(digestOf(one))
    expect(readQuestion(one)).toEqual({ method: 'news', date: null, query: { symbol: 'SPY', since: 'a', limit: 1 } })
  })

  it.each(['', '{', '{"method":"drop"}', '{"method":"quote","date":null}'])('is none as %j', (text) => {
    expect(readQuestion(text)).toBeNull()
  })
})
