import { describe, expect, it } from 'vitest'
import { AnswerCache } from '../../../src/surfaces/rest/answer-cache.ts'

const text = (length: number) => async () => ({ text: 'x'.repeat(length), contentType: 'text/plain' })

describe('AnswerCache', () => {
  it('writes an answer once for all who ask at the same time', async () => {
    const cache = new AnswerCache()
    const version = [{}]
    let written = 0
    const write = async () => {
      written++
      return { text: 'a', contentType: 'text/plain' }
    }

    const [first, second] = await Promise.all([cache.find('q', version, write), cache.find('q', version, write)])

    expect(written).toBe(1)
    expect(first).toBe(second)
  })

  it('puts a new version in the place of the old, without keeping both', async () => {
    const cache = new AnswerCache()
    await cache.find('q', [{}], text(5000))
    const one = cache.bytes

    const changed = await cache.find('q', [{}], text(5000))

    expect(cache.bytes).toBe(one)
    expect(await cache.find('q', [{}], text(1))).not.toBe(changed)
  })

  it('counts compressed copies and stays within its bytes', async () => {
    const cache = new AnswerCache(20_000)
    const version = [{}]
    for (let index = 0; index < 10; index++) {
      const prepared = await cache.find(`q${index}`, version, text(5000))
      await prepared.body('gzip')
      expect(cache.bytes).toBeLessThanOrEqual(20_000)
    }

    let rewritten = 0
    await cache.find('q9', version, async () => {
      rewritten++
      return { text: '', contentType: '' }
    })
    await cache.find('q0', version, async () => {
      rewritten++
      return { text: '', contentType: '' }
    })

    expect(rewritten).toBe(1)
  })

  it('tries again after a failure, and tells it to all who waited', async () => {
    const cache = new AnswerCache()
    const version = [{}]
    const failing = async () => {
      throw new Error('no data')
    }

    const waited = await Promise.allSettled([cache.find('q', version, failing), cache.find('q', version, failing)])

    expect(waited.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await cache.find('q', version, text(3))).bytes).toBe(3)
  })

  it('does not keep an answer that is larger than the whole', async () => {
    const cache = new AnswerCache(1000)
    const version = [{}]

    const large = await cache.find('q', version, text(2000))

    expect(large.bytes).toBe(2000)
    expect(cache.bytes).toBe(0)
    expect(await cache.find('q', version, text(3))).not.toBe(large)
  })

  it('ignores a copy of an answer that was replaced', async () => {
    const cache = new AnswerCache()
    const old = await cache.find('q', [{}], text(5000))
    await cache.find('q', [{}], text(5))
    const bytes = cache.bytes

    await old.body('gzip')

    expect(cache.bytes).toBe(bytes)
  })

  it('tells versions of several data apart by each of them', async () => {
    const cache = new AnswerCache()
    const [chain, prints] = [{}, {}]
    const first = await cache.find('q', [chain, prints], text(5))

    expect(await cache.find('q', [chain, prints], text(5))).toBe(first)
    expect(await cache.find('q', [chain, {}], text(5))).not.toBe(first)
    expect(await cache.find('q', [chain], text(5))).not.toBe(first)
  })
})
