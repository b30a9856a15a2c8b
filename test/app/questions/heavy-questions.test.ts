import { serialize } from 'node:v8'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANS, type Plan } from '../../../src/accounts/domain/plan.ts'
import { heavyQuestions } from '../../../src/app/questions/heavy-questions.ts'
import { COMPUTING_SECONDS, MAX_AT_ONCE } from '../../../src/app/questions/question-limits.ts'
import type { QuestionPool } from '../../../src/app/questions/question-pool.ts'
import type { Caller } from '../../../src/catalogue/context.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const QUESTION = { name: 'options_flow', input: { date: '2026-11-18' } }
const asked = (date: string) => ({ ...QUESTION, input: { date } })
const by = (id: string, plan: Plan = 'vega'): Caller => ({
  kind: 'api_key',
  account: { id, email: 'a@example.com', emailVerified: true, plan, status: 'good', timeZone: 'UTC' },
  address: '192.0.2.1',
  sessionId: null,
})
const OPERATOR: Caller = { kind: 'command_line', account: null, address: null, sessionId: null }

function clock() {
  let ms = 0
  return {
    monotonicMs: () => ms,
    advance(by: number) {
      ms += by
    },
  }
}

/** Answers when the test says so. */
function slowWork() {
  const waiting: (() => void)[] = []
  return {
    work: () => new Promise<{ done: boolean }>((resolve) => void waiting.push(() => resolve({ done: true }))),
    finish: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

describe('heavy questions in this thread', () => {
  it('run two at once for one account, and the rest is refused with the time to wait', async () => {
    const { answer } = heavyQuestions({ ...clock(), pool: null, maxBytes: 1000 })
    const { work, finish } = slowWork()

    const first = [1, 2].map(() => answer(QUESTION, by('a'), work))
    const third = answer(QUESTION, by('a'), work)
    const other = answer(QUESTION, by('b'), work)

    await expect(third).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterS: 5 } })
    finish()
    expect(await Promise.all([...first, other])).toEqual([{ done: true }, { done: true }, { done: true }])
    const later = answer(QUESTION, by('a'), work)
    finish()
    expect(await later).toEqual({ done: true })
    expect(MAX_AT_ONCE).toBe(2)
  })

  it.each(PLANS)('may compute for a bounded time in a minute (%s)', async (plan) => {
    const time = clock()
    const { answer } = heavyQuestions({ ...time, pool: null, maxBytes: 1000 })
    const onPlan = by('a', plan)
    const work = async () => {
      time.advance(COMPUTING_SECONDS[plan] * 1000)
      return {}
    }

    await answer(QUESTION, onPlan, work)
    time.advance(10_000)

    await expect(answer(QUESTION, onPlan, work)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterS: 50 },
      message: expect.stringContaining(`${COMPUTING_SECONDS[plan]} seconds of computing`),
    })
    time.advance(50_000)
    await expect(answer(QUESTION, onPlan, work)).resolves.toEqual({})
  })

  it('free their place when they fail', async () => {
    const { answer } = heavyQuestions({ ...clock(), pool: null, maxBytes: 1000 })
    const fail = () => Promise.reject(new Error('no'))

    for (const _ of [1, 2, 3]) await expect(answer(QUESTION, by('a'), fail)).rejects.toThrow('no')
  })

  it('for a file count as one until its end, and its parts as computing', async () => {
    const time = clock()
    const { begin } = heavyQuestions({ ...time, pool: null, maxBytes: 1000 })
    const [first, second] = [begin(by('a')), begin(by('a'))]

    expect(() => begin(by('a'))).toThrow('At most 2 questions about past sessions at once.')
    first.end()
    first.end()
    const third = begin(by('a'))
    await third.part(QUESTION, async () => {
      time.advance(40_000)
      return {}
    })
    second.end()
    third.end()

    expect(() => begin(by('a'))).toThrow('took 40 of the 40 seconds of computing')
  })

  it('are at most 16 files at once, whoever requests them', () => {
    const { begin } = heavyQuestions({ ...clock(), pool: null, maxBytes: 1000 })
    const files = Array.from({ length: 16 }, () => begin(OPERATOR))

    expect(() => begin(by('a'))).toThrow('Too many files are being written.')
    files[0]?.end()
    expect(() => begin(by('a'))).not.toThrow()
  })

  it('have no limit for the operator', async () => {
    const { answer } = heavyQuestions({ ...clock(), pool: null, maxBytes: 1000 })
    const { work, finish } = slowWork()

    const answers = Array.from({ length: 10 }, () => answer(QUESTION, OPERATOR, work))
    finish()

    expect(await Promise.all(answers)).toHaveLength(10)
  })
})

describe('heavy questions for other threads', () => {
  const never = () => Promise.reject(new Error('answered in this thread'))

  function countingPool(ms = 10) {
    const { work, finish } = slowWork()
    const questions: unknown[] = []
    const pool: QuestionPool = {
      async ask(question) {
        questions.push(question)
        const found = await work()
        return { answer: found, packed: serialize(found), ms }
      },
      [Symbol.asyncDispose]: async () => {},
    }
    return { pool, finish, questions }
  }

  it('are asked once while they are equal, and answered with what was kept later', async () => {
    const { pool, finish, questions } = countingPool()
    const { answer } = heavyQuestions({ ...clock(), pool, maxBytes: 1000 })

    const running = Array.from({ length: 33 }, () => answer(QUESTION, by('a'), never))
    finish()
    const found = await Promise.all(running)
    const again = await answer({ ...QUESTION }, by('b'), never)

    expect(questions).toHaveLength(1)
    expect(new Set(found).size).toBe(1)
    expect(again).toEqual({ done: true })
  })

  it('are charged to who asked, with the time of the thread', async () => {
    const { pool, finish } = countingPool(40_000)
    const { answer } = heavyQuestions({ ...clock(), pool, maxBytes: 1000 })
    const first = answer(asked('2026-11-18'), by('a'), never)
    finish()
    await first

    await expect(answer(asked('2026-11-17'), by('a'), never)).rejects.toMatchObject({ code: 'rate_limited' })
    const known = answer(asked('2026-11-18'), by('a'), never)
    await expect(known).resolves.toEqual({ done: true })
  })

  it('are forgotten after a quarter of an hour, and when others need the room', async () => {
    const time = clock()
    const { pool, finish, questions } = countingPool()
    const bytesEach = serialize({ done: true }).byteLength + `options_flow ${JSON.stringify(QUESTION.input)}`.length
    const { answer } = heavyQuestions({ ...time, pool, maxBytes: 2 * bytesEach })
    const ask = async (date: string) => {
      const answered = answer(asked(date), OPERATOR, never)
      finish()
      await answered
    }

    time.advance(1)
    await ask('2026-11-18')
    await ask('2026-11-17')
    await ask('2026-11-18')
    expect(questions).toHaveLength(2)
    await ask('2026-11-16')
    await ask('2026-11-17')
    expect(questions).toHaveLength(4)
    time.advance(15 * 60_000 + 1)
    await ask('2026-11-17')
    expect(questions).toHaveLength(5)
  })
})

describe('the third question at once over REST', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY' })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  it('is answered 429 with Retry-After; questions of the present are not counted', async () => {
    const { key } = await app.account('vega')
    const get = (path: string) => app.get(`/api/v1/${path}`, key)

    const answers = await Promise.all(
      ['2026-11-16', '2026-11-17', '2026-11-18'].map((date) => get(`stocks/SPY/trade_context?date=${date}`)),
    )
    const present = await Promise.all([1, 2, 3].map(() => get('stocks/SPY/trade_context')))

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429])
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.headers['retry-after']).toBe('5')
    expect(refused?.json()).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('At most 2') })
    expect(present.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })
})
