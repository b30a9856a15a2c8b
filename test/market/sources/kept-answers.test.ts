import { describe, expect, it } from 'vitest'
import { KeptAnswers } from '../../../src/market/sources/kept-answers.ts'
import { HealthLog, type SourceHealth } from '../../../src/market/sources/source-health.ts'
import { type Asking, currentAsking, withUrgency } from '../../../src/market/sources/urgency.ts'
import { VendorFailure } from '../../../src/market/sources/vendor-failure.ts'
import { testClock } from '../../support/clock.ts'

const MINUTE = 60_000

function bench({ limit = 3, everyMs = MINUTE }: { limit?: number; everyMs?: number } = {}) {
  const clock = testClock()
  const asked: string[] = []
  const told: SourceHealth[] = []
  const health = new HealthLog('Vendor', (change) => told.push(change))
  let patience = new Promise<void>(() => undefined)
  let deadline = new Promise<void>(() => undefined)
  let answer: (key: string) => Promise<string> = async (key) => `${key} ${asked.length}`
  const kept = new KeptAnswers<string>({
    kind: 'thing',
    limit,
    nowMs: () => clock.now().getTime(),
    random: () => 1,
    patience: () => patience,
    deadline: () => deadline,
    health,
    isDue: (_value, checkedAtMs, nowMs) => nowMs - checkedAtMs >= everyMs,
    ask(key) {
      asked.push(key)
      return answer(key)
    },
  })
  return {
    clock,
    asked,
    told,
    health,
    kept,
    loosePatience() {
      patience = Promise.resolve()
    },
    passDeadline() {
      deadline = Promise.resolve()
    },
    answerBy(next: typeof answer) {
      answer = next
    },
    failBy(failure: Error) {
      answer = () => Promise.reject(failure)
    },
  }
}

describe('a question that is answered too late', () => {
  it('is told when to ask again, goes on, and has the answer then', async () => {
    const { kept, asked, answerBy, passDeadline } = bench()
    const { promise, resolve } = Promise.withResolvers<string>()
    answerBy(() => promise)
    passDeadline()

    await expect(kept.get('a')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/did not answer in time.*Ask again in 10 seconds\.$/),
      details: { retryAfterS: 10 },
    })
    resolve('late')
    expect(await kept.get('a').catch(() => kept.get('a'))).toEqual({ value: 'late', stale: null })
    expect(asked).toEqual(['a'])
  })

  it('is answered with an old value, which says so', async () => {
    const { kept, clock, answerBy, passDeadline } = bench()
    await kept.get('a')
    clock.advance(20 * MINUTE)
    answerBy(() => new Promise(() => undefined))
    passDeadline()

    expect(await kept.get('a')).toEqual({ value: 'a 1', stale: expect.stringMatching(/did not answer in time/) })
  })

  it('becomes more urgent when a person asks for what the background asks', async () => {
    const { kept, answerBy } = bench()
    const seen: Asking[] = []
    const { promise, resolve } = Promise.withResolvers<string>()
    answerBy(() => {
      seen.push(currentAsking())
      return promise
    })
    const background = withUrgency('background', () => kept.get('a'))
    const before = seen.map(({ urgency }) => urgency)
    const person = kept.get('a')
    resolve('value')
    await Promise.all([background, person])

    expect([before, seen.map(({ urgency }) => urgency)]).toEqual([['background'], ['question']])
    expect(withUrgency('background', () => currentAsking().urgency)).toBe('background')
  })
})

describe('kept answers', () => {
  it('give a value until it is due, and ask once for all who come at the same time', async () => {
    const { kept, asked, clock } = bench()
    const all = await Promise.all([kept.get('a'), kept.get('a'), kept.get('a')])
    expect(all.map(({ value }) => value)).toEqual(['a 1', 'a 1', 'a 1'])
    clock.advance(MINUTE - 1)
    expect(await kept.get('a')).toEqual({ value: 'a 1', stale: null })
    clock.advance(1)
    expect(await kept.get('a')).toEqual({ value: 'a 2', stale: null })
    expect(asked).toEqual(['a', 'a'])
  })

  it('do not wait for a vendor that stalls where the value is of a moment ago', async () => {
    const { kept, clock, answerBy, loosePatience } = bench()
    await kept.get('a')
    const { promise, resolve } = Promise.withResolvers<string>()
    answerBy(() => promise)
    loosePatience()
    clock.advance(5 * MINUTE)
    const stale =
      'The source of market data did not answer in time. This answer is at least 5 minutes old; the question goes on.'
    expect(await kept.get('a')).toEqual({ value: 'a 1', stale })
    resolve('newer')
    await promise
    await expect.poll(() => kept.peek('a')).toBe('newer')
  })

  it('wait for a stalling vendor where the value is old', async () => {
    const { kept, clock, answerBy, loosePatience } = bench()
    await kept.get('a')
    const { promise, resolve } = Promise.withResolvers<string>()
    answerBy(() => promise)
    loosePatience()
    clock.advance(11 * MINUTE)
    const asked = kept.get('a')
    resolve('newer')
    expect(await asked).toEqual({ value: 'newer', stale: null })
  })

  it('ask again when the clock was set back', async () => {
    const { kept, asked, clock } = bench()
    await kept.get('a')
    clock.advance(-10 * MINUTE)
    await kept.get('a')
    expect(asked).toHaveLength(2)
  })

  it('forget the keys used longest ago', async () => {
    const { kept, asked } = bench()
    for (const key of ['a', 'b', 'c', 'a', 'd']) await kept.get(key)
    expect(kept.size).toBe(3)
    expect([kept.peek('b'), kept.peek('a')]).toEqual([undefined, 'a 1'])
    await kept.get('b')
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'b'])
  })

  it('tell their age in steps while the vendor fails, so that the same words stay for a while', async () => {
    const { kept, clock, failBy } = bench()
    await kept.get('a')
    failBy(new VendorFailure('broken', 'Vendor fails (HTTP 500).'))
    const words: (string | null)[] = []
    for (const minutes of [1, 2, 7, 20, 50, 700, 1440]) {
      clock.advance(minutes * MINUTE)
      words.push((await kept.get('a')).stale)
    }
    const since = 'Vendor fails (HTTP 500). So it has been since 2026-11-20 15:01 UTC, and this answer is at least'
    expect(words).toEqual([
      `${since} a minute old.`,
      `${since} a minute old.`,
      `${since} 5 minutes old.`,
      `${since} 30 minutes old.`,
      `${since} an hour old.`,
      `${since} 8 hours old.`,
      `${since} a day old.`,
    ])
  })

  it('leave a failing vendor alone for twice as long each time, and for as long as it wishes', async () => {
    const { kept, asked, clock, failBy } = bench()
    failBy(new VendorFailure('broken', 'Vendor fails.'))
    const countAfter = async (ms: number) => {
      clock.advance(ms)
      await kept.get('a').catch(() => undefined)
      return asked.length
    }
    expect(await countAfter(0)).toBe(1)
    expect([await countAfter(14_999), await countAfter(1)]).toEqual([1, 2])
    expect([await countAfter(29_999), await countAfter(1)]).toEqual([2, 3])
    for (let hour = 0; hour < 4; hour++) await countAfter(60 * MINUTE)
    expect([await countAfter(15 * MINUTE - 1), await countAfter(1)]).toEqual([7, 8])
    failBy(new VendorFailure('throttled', 'Vendor is asked too often.', { retryAfterMs: 60 * MINUTE }))
    expect(await countAfter(15 * MINUTE)).toBe(9)
    expect([await countAfter(60 * MINUTE - 1), await countAfter(1)]).toEqual([9, 10])
  })

  it('refuse what there is no value of, with when to try again', async () => {
    const { kept, failBy } = bench()
    failBy(new VendorFailure('not_found', 'Vendor has no A.'))
    await expect(kept.get('a')).rejects.toMatchObject({ code: 'not_found', message: 'Vendor has no A.' })
    failBy(new VendorFailure('throttled', 'Vendor is asked too often.', { retryAfterMs: 90_000 }))
    await expect(kept.get('b')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterS: 90 } })
    expect([kept.isLacking('a'), kept.isLacking('b'), kept.isLacking('c')]).toEqual([true, true, false])
  })

  it('do not take a fault of the program for one of the vendor', async () => {
    const { kept, failBy, health } = bench()
    failBy(new TypeError('x is not a function'))
    await expect(kept.get('a')).rejects.toThrow(TypeError)
    expect(health.read().state).toBe('unasked')
  })
})

describe('the health of a source', () => {
  it('is told once for each change', async () => {
    const { kept, clock, told, answerBy, failBy } = bench()
    failBy(new VendorFailure('broken', 'Vendor fails (HTTP 500).'))
    for (const key of ['a', 'b']) await kept.get(key).catch(() => undefined)
    answerBy(async () => 'fine')
    clock.advance(MINUTE)
    await kept.get('a')
    await kept.get('b')
    expect(told.map(({ state, detail }) => [state, detail])).toEqual([
      ['down', 'Vendor fails (HTTP 500). It has never answered since the start.'],
      ['degraded', 'Vendor fails (HTTP 500). The last good answer came at 2026-11-20T15:01:00.000Z.'],
      ['fine', 'Vendor answers.'],
    ])
  })

  it('is down when the keys are not accepted any more, though it answered before', async () => {
    const { kept, clock, health, failBy } = bench()
    await kept.get('a')
    clock.advance(MINUTE)
    failBy(new VendorFailure('unauthorized', 'Vendor does not accept the keys (HTTP 401).'))
    await kept.get('a')
    expect(health.read().state).toBe('down')
  })

  it('forgets what failed and was not asked for again', async () => {
    const { kept, clock, health, answerBy, failBy } = bench()
    await kept.get('a')
    failBy(new VendorFailure('broken', 'Vendor fails.'))
    await kept.get('b').catch(() => undefined)
    answerBy(async () => 'fine')
    clock.advance(30 * MINUTE)
    await kept.get('a')
    expect(health.read().state).toBe('degraded')
    clock.advance(31 * MINUTE)
    await kept.get('a')
    expect(health.read().state).toBe('fine')
  })

  it('stays bounded whatever fails', () => {
    const health = new HealthLog('Vendor')
    for (let key = 0; key < 5000; key++) health.failed(`thing ${key}`, new VendorFailure('broken', 'No.'), key)
    for (let key = 0; key < 5000; key++) health.succeeded(`thing ${key}`, key)
    expect(health.read().state).toBe('fine')
  })
})
