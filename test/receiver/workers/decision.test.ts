import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { decideNext } from '../../../src/receiver/workers/decision.ts'
import type { DecisionParts } from '../../../src/receiver/workers/decision-parts.ts'
import { BROKER_SCRIPTS, type ScriptedBroker, symbolOfScript } from '../../support/broker/scripted-broker.ts'
import type { TestClock } from '../../support/clock.ts'
import { engines } from '../../support/engines.ts'
import { type ScriptedDecider, scriptedDecider } from '../../support/model/scripted-decider.ts'
import { type DecisionBench, decisionBench } from '../../support/receiver/decision-bench.ts'
import { NO_GUARDS as OFF } from '../../support/receiver/guards.ts'
import { aDecision } from '../../support/receiver/ideas.ts'

const SIGNAL = new AbortController().signal

let store: Store
let clock: TestClock
let decider: ScriptedDecider
let broker: ScriptedBroker
let waits: number[]
let logged: DecisionBench['logged']
let accept: DecisionBench['accept']
let parts: DecisionBench['parts']
let entry: DecisionBench['entry']

function startAfresh(open: () => Promise<Store>): void {
  beforeEach(async () => {
    store = await open()
    ;({ clock, decider, broker, waits, logged, accept, parts, entry } = decisionBench(store))
  })
  afterEach(() => store[Symbol.asyncDispose]())
}

const idOf = (fingerprint: string) => `om-${fingerprint.slice(0, 24)}`
const step = (change?: Partial<DecisionParts>, signal = SIGNAL) => decideNext(parts(change), signal)

describe.each(engines)('the work on an idea on %s', (_name, open) => {
  startAfresh(open)

  it('has nothing to do when nothing waits', async () => {
    expect(await step()).toBe(false)
  })

  it('orders what the gates let through, and stores the order', async () => {
    const fingerprint = await accept()

    expect(await step()).toBe(true)

    expect(broker.submitted).toEqual([
      { clientOrderId: idOf(fingerprint), symbol: 'AAPL', side: 'buy', notional: '100.00' },
    ])
    expect(await entry(fingerprint)).toMatchObject({
      status: 'ordered',
      error: null,
      decision: { action: 'buy', notional_usd: 100 },
      order_result: {
        dry_run: false,
        order_id: 'order-1',
        client_order_id: idOf(fingerprint),
        symbol: 'AAPL',
        status: 'accepted',
        side: 'buy',
        notional: 100,
      },
    })
    expect(await store.ledger.byFingerprint(fingerprint)).toMatchObject({
      phase: 'done',
      usage: { model: 'scripted', promptVersion: '0123456789ab' },
    })
    expect(await step()).toBe(false)
  })

  it('sells short with side sell', async () => {
    const short = { direction: 'bearish', target_price: 90, stop_price: 105 } as const
    await accept({ ...short, alert_name: 'script:sell_short' })

    await step({ limits: { maxNotionalUsd: 250, minConfidence: 0.72, allowShortSelling: true } })

    expect(broker.submitted[0]).toMatchObject({ side: 'sell' })
  })

  it('sends nothing in a dry run, and stores what it would have sent', async () => {
    const fingerprint = await accept()

    await step({ dryRun: true, paper: false })

    expect(broker.submitted).toEqual([])
    expect(await entry(fingerprint)).toMatchObject({
      status: 'dry_run',
      order_result: { dry_run: true, client_order_id: idOf(fingerprint), symbol: 'AAPL', action: 'buy', notional: 100 },
    })
  })

  it('ends a skip without an order result', async () => {
    const fingerprint = await accept({ alert_name: 'script:low_confidence' })

    await step()

    expect(await entry(fingerprint)).toMatchObject({
      status: 'skipped',
      order_result: null,
      error: null,
      decision: { action: 'skip', notional_usd: 0, risk_notes: ['confidence is below the minimum confidence'] },
    })
    expect(broker.submitted).toEqual([])
  })

  it('fails where the paper flag is false, and asks nobody for an order', async () => {
    const fingerprint = await accept()

    await step({ paper: false })

    expect(await entry(fingerprint)).toMatchObject({ status: 'failed', decision: { action: 'buy' } })
    expect((await entry(fingerprint)).error).toContain('ALPACA_PAPER')
    expect(broker.submitted).toEqual([])
  })

  it('fails with the words of the decider, redacted and cut', async () => {
    const failing = scriptedDecider({ buy: { error: `canary-secret\n${'😀'.repeat(1_500)}` } })
    const fingerprint = await accept()

    await step({ decider: failing })

    const { status, error, decision } = await entry(fingerprint)
    expect([status, decision]).toEqual(['failed', null])
    expect([...(error ?? '')]).toHaveLength(1_000)
    expect(error).toMatch(/^\[redacted\] 😀/)
  })

  it('asks a decider that throws once, and fails without its words', async () => {
    const fingerprint = await accept({ alert_name: 'script:throws' })

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'failed' })
    expect((await entry(fingerprint)).error).not.toContain('throws')
    expect(decider.asked).toHaveLength(1)
  })
})

describe.each(engines)('ideas beyond the room for decisions on %s', (_name, open) => {
  startAfresh(open)

  /** Room for so many decisions at once. */
  function roomFor(free: number) {
    let held = 0
    const room: DecisionParts['room'] = {
      async reserve() {
        if (held >= free) return undefined
        held++
        let isHeld = true
        return {
          [Symbol.dispose]() {
            if (isHeld) held--
            isHeld = false
          },
        }
      },
    }
    return { room, held: () => held }
  }

  it('stay queued as they are, and are decided in their order once there is room', async () => {
    const fingerprints = [await accept(), await accept(), await accept()]
    const none = await step({ room: roomFor(0).room })
    const waiting = await store.ledger.byFingerprint(fingerprints[0] ?? '')
    const { room, held } = roomFor(1)
    while (await step({ room })) expect(held()).toBe(0)

    expect(none).toBe(false)
    expect(waiting).toMatchObject({ attempts: 0, phase: 'accepted', entry: { status: 'queued', error: null } })
    expect(decider.asked.map(({ fingerprint }) => fingerprint)).toEqual(fingerprints)
    expect(broker.submitted).toHaveLength(3)
  })

  it('do not hold up an idea that has its decision', async () => {
    const decided = await accept()
    const stop = new AbortController()
    const deciding = {
      ...decider,
      async decide(...args: Parameters<typeof decider.decide>) {
        const outcome = await decider.decide(...args)
        stop.abort()
        return outcome
      },
    }
    await step({ decider: deciding }, stop.signal)
    const before = await store.ledger.byFingerprint(decided)
    await accept()

    await step({ room: roomFor(0).room })

    expect(before).toMatchObject({ phase: 'decided', entry: { status: 'queued' } })
    expect(await entry(decided)).toMatchObject({ status: 'ordered' })
    expect(decider.asked).toHaveLength(1)
  })

  it('get the room of a decision as soon as it is made, before its order is settled', async () => {
    broker.script('AAPL', { keeps: true, answer: { busy: 'rate limit exceeded', times: 1 } })
    await accept()
    const { room, held } = roomFor(1)
    const during: number[] = []

    await step({ room, wait: async () => void during.push(held()) })

    expect(during).toEqual([0])
  })
})

describe.each(engines)('an order for which the brokerage is busy on %s', (_name, open) => {
  startAfresh(open)

  it.each([
    ['as late as the brokerage asks', 30_000, [30_000, 30_000]],
    ['later and later where the brokerage does not say', undefined, [1_000, 2_000]],
  ])('sends again under the same order id when the brokerage is busy, %s', async (_case, retryAfterMs, expected) => {
    const later = retryAfterMs === undefined ? {} : { retryAfterMs }
    broker.script('AAPL', { keeps: true, answer: { busy: 'rate limit exceeded', times: 2, ...later } })
    const fingerprint = await accept()

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered', error: null })
    expect(broker.submitted.map(({ clientOrderId }) => clientOrderId)).toEqual(Array(3).fill(idOf(fingerprint)))
    expect(broker.orders).toHaveLength(1)
    expect(waits).toEqual(expected)
  })

  it('does not wait for a busy brokerage that asks for more than a minute', async () => {
    broker.script('AAPL', { keeps: false, answer: { busy: 'rate limit exceeded', retryAfterMs: 60_001 } })
    const fingerprint = await accept()

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'failed', error: 'rate limit exceeded' })
    expect(broker.submitted).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it('does not send to a busy brokerage again what became stale meanwhile', async () => {
    broker.script('AAPL', { keeps: true, answer: { busy: 'rate limit exceeded', times: 1, retryAfterMs: 60_000 } })
    const fingerprint = await accept()
    clock.advance(14.5 * 60_000)

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'failed', error: 'rate limit exceeded' })
    expect(broker.submitted).toHaveLength(1)
  })

  it('sends nothing again once another process has the lease', async () => {
    broker.script('AAPL', { keeps: true, answer: { busy: 'rate limit exceeded', times: 1 } })
    const fingerprint = await accept()
    const wait = async () => {
      clock.advance(30_001)
      await step({ instance: 'two' })
    }

    await step({ wait })

    expect(broker.submitted).toHaveLength(2)
    expect(broker.orders).toHaveLength(1)
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
    expect(logged.map(({ message }) => message)).toContain(
      'the lease of an idea was lost: another process goes on with it',
    )
  })

  it('leaves an order for which the brokerage is busy to the next process when it ends', async () => {
    broker.script('AAPL', { keeps: true, answer: { busy: 'rate limit exceeded', times: 1 } })
    const fingerprint = await accept()
    const stop = new AbortController()

    await step({ wait: async () => stop.abort() }, stop.signal)
    const between = await entry(fingerprint)
    await step({ instance: 'two' })

    expect(between.status).toBe('queued')
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
    expect(broker.orders).toHaveLength(1)
  })
})

describe.each(engines)('the work on an order on %s', (_name, open) => {
  startAfresh(open)

  it.each(Object.entries(BROKER_SCRIPTS))('ends truly when the brokerage plays %s', async (name, { keeps, answer }) => {
    const fingerprint = await accept({ symbol: symbolOfScript(name) })

    await step()

    const { status, error, order_result } = await entry(fingerprint)
    expect(status).toBe(keeps ? 'ordered' : 'failed')
    const isBusy = typeof answer === 'object' && 'busy' in answer
    expect(broker.submitted).toHaveLength(isBusy ? 4 : 1)
    expect(broker.orders).toHaveLength(keeps ? 1 : 0)
    // A clear answer is not asked for again, now or later.
    const isClear = answer === 'accepted' || isBusy || (typeof answer === 'object' && 'refused' in answer)
    clock.advance(60_000)
    await step()
    expect(broker.queried.length > 0).toBe(!isClear)
    if (keeps) expect(order_result).toMatchObject({ order_id: 'order-1' })
    else if (isBusy) expect(error).toBe(answer.busy)
    else if (typeof answer === 'object' && 'refused' in answer) expect(error).toBe(answer.refused)
    else if (typeof answer === 'object' && 'idInUse' in answer) expect(error).toBe(answer.idInUse)
    else expect(error).toBe('The brokerage did not answer clearly.')
  })

  it('asks after 0, 1 and 3 seconds, and once more a minute after three misses', async () => {
    broker.script('AAPL', { keeps: true, answer: 'unclear', hiddenQueries: 3 })
    const fingerprint = await accept()
    await step()
    const missed = await entry(fingerprint)
    clock.advance(59_999)
    const early = await step()
    clock.advance(1)

    const late = await step()

    expect(waits).toEqual([0, 1_000, 2_000])
    expect(missed.status).toBe('failed')
    expect([early, late]).toEqual([false, true])
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered', error: null })
    expect(logged.map(({ message }) => message)).toContain('an order appeared after all')
    expect(broker.submitted).toHaveLength(1)
  })

  it('lets the last query end the matter when it misses too', async () => {
    broker.script('AAPL', { keeps: false, answer: 'unclear' })
    const fingerprint = await accept()
    await step()
    clock.advance(60_000)
    await step()
    clock.advance(10_000_000)

    expect(await step()).toBe(false)
    expect(await entry(fingerprint)).toMatchObject({ status: 'failed' })
    expect(broker.queried).toHaveLength(4)
  })

  it('keeps asking while the brokerage cannot answer, less and less often, and then tells the order id', async () => {
    broker.script('AAPL', { keeps: true, answer: 'unclear', failingQueries: 10_000 })
    const fingerprint = await accept()
    const delays: number[] = []
    for (let round = 0; round < 40 && (await entry(fingerprint)).status === 'queued'; round++) {
      await step()
      let waited = 0
      while (!(await step()) && (await entry(fingerprint)).status === 'queued') {
        clock.advance(1_000)
        waited++
      }
      delays.push(waited)
    }

    const { status, error } = await entry(fingerprint)
    expect(status).toBe('failed')
    expect(error).toContain('Outcome unknown')
    expect(error).toContain(idOf(fingerprint))
    expect(broker.submitted).toHaveLength(1)
    expect(delays[0]).toBeLessThan(15)
    broker.script('AAPL', { keeps: true, answer: 'unclear' })
    clock.advance(60_000)
    await step()
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
  })

  it('does not order again what the brokerage was seen to leave open, whoever goes on with it', async () => {
    broker.script('AAPL', { keeps: false, answer: 'unclear', failingQueries: 3 })
    const fingerprint = await accept()
    await step()
    clock.advance(5_000)

    await step({ instance: 'two' })

    expect(broker.submitted).toHaveLength(1)
    expect(await entry(fingerprint)).toMatchObject({
      status: 'failed',
      error: 'The brokerage did not answer clearly.',
    })
  })

  it('is ordered as soon as the brokerage can tell again', async () => {
    broker.script('AAPL', { keeps: true, answer: 'unclear', failingQueries: 4 })
    const fingerprint = await accept()
    await step()
    const between = await entry(fingerprint)
    const tooEarly = await step()
    clock.advance(5_000)
    await step()

    expect([between.status, tooEarly]).toEqual(['queued', false])
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
  })

  it('takes a brokerage adapter that throws for one that said nothing clear', async () => {
    broker.script('AAPL', { keeps: false, answer: 'throws' })
    const fingerprint = await accept()

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'failed' })
    expect(broker.queried).toHaveLength(3)
  })

  it('retries under the same order id and never orders twice', async () => {
    broker.script('AAPL', { keeps: true, answer: 'unclear', hiddenQueries: 3 })
    const fingerprint = await accept()
    await step()
    const failed = await entry(fingerprint)

    await store.ledger.retry(fingerprint, clock.now())
    await step()

    expect(failed.status).toBe('failed')
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
    expect(broker.submitted).toHaveLength(1)
    expect(decider.asked).toHaveLength(1)
  })

  it('leaves an idea to the process that took it over, and orders nothing itself', async () => {
    const fingerprint = await accept()
    const slow = {
      ...decider,
      async decide(...args: Parameters<typeof decider.decide>) {
        clock.advance(30_001)
        await step({ instance: 'two' })
        return decider.decide(...args)
      },
    }

    await step({ decider: slow })

    expect(broker.submitted).toHaveLength(1)
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
    expect(logged.map(({ message }) => message)).toContain(
      'the lease of an idea was lost: another process goes on with it',
    )
  })
})

describe.each(engines)('the work on an idea after a crash on %s', (_name, open) => {
  startAfresh(open)

  /** Leaves an entry in a phase as a process that was killed there would. */
  async function crashedIn(phase: 'accepted' | 'decided' | 'submitting'): Promise<string> {
    const fingerprint = await accept()
    const until = new Date(clock.now().getTime() + 30_000)
    const job = await store.ledgerClaims.claim({ owner: 'dead', instance: 'dead', now: clock.now(), until })
    if (!job) throw new Error('nothing to claim')
    if (phase !== 'accepted') await store.ledgerOutcomes.decided(job, aDecision(), {}, clock.now())
    if (phase === 'submitting') await store.ledgerOutcomes.intend(job, aDecision(), { now: clock.now(), until })
    return fingerprint
  }

  it('waits until the lease has run out', async () => {
    await crashedIn('accepted')
    const before = await step()
    clock.advance(30_000)

    expect([before, await step()]).toEqual([false, true])
  })

  it('asks for a decision again when none was committed', async () => {
    const fingerprint = await crashedIn('accepted')
    clock.advance(30_000)

    await step()

    expect(decider.asked).toHaveLength(1)
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
  })

  it('goes on with a committed decision without asking for another', async () => {
    const fingerprint = await crashedIn('decided')
    clock.advance(30_000)

    await step()

    expect(decider.asked).toEqual([])
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
    expect(broker.queried).toEqual([])
  })

  it('asks the brokerage before it orders again, and finds the order', async () => {
    const fingerprint = await crashedIn('submitting')
    await broker.submit({ clientOrderId: idOf(fingerprint), symbol: 'AAPL', side: 'buy', notional: '100.00' }, SIGNAL)
    clock.advance(30_000)

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered', order_result: { order_id: 'order-1' } })
    expect(broker.submitted).toHaveLength(1)
    expect(broker.queried).toHaveLength(1)
  })

  it('orders once more under the same id after three misses', async () => {
    const fingerprint = await crashedIn('submitting')
    clock.advance(30_000)

    await step()

    expect(broker.queried).toHaveLength(3)
    expect(broker.submitted.map(({ clientOrderId }) => clientOrderId)).toEqual([idOf(fingerprint)])
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
  })

  it('asks only, and orders nothing, when the dry run was switched on meanwhile', async () => {
    const fingerprint = await crashedIn('submitting')
    clock.advance(30_000)

    await step({ dryRun: true })

    expect(broker.submitted).toEqual([])
    expect(await entry(fingerprint)).toMatchObject({ status: 'dry_run' })
  })

  it('holds an old decision to the limits of now', async () => {
    const fingerprint = await crashedIn('decided')
    clock.advance(30_000)

    await step({ limits: { maxNotionalUsd: 40, minConfidence: 0.72, allowShortSelling: false } })

    expect(broker.submitted).toMatchObject([{ notional: '40.00' }])
    expect(await entry(fingerprint)).toMatchObject({ decision: { notional_usd: 40 } })
  })

  it.each(['accepted', 'decided'] as const)('never trades what is older than 15 minutes in phase %s', async (phase) => {
    const fingerprint = await crashedIn(phase)
    clock.advance(900_001)

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'failed' })
    expect((await entry(fingerprint)).error).toMatch(/stale after restart/i)
    expect(broker.submitted).toEqual([])
    expect(decider.asked).toEqual([])
  })

  it('still goes on with what is 15 minutes old to the millisecond', async () => {
    const fingerprint = await crashedIn('decided')
    clock.advance(900_000)

    await step()

    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
  })

  it('asks for a stale order first: the truth may be that it is ordered', async () => {
    const [there, notThere] = [await crashedIn('submitting'), await crashedIn('submitting')]
    await broker.submit({ clientOrderId: idOf(there), symbol: 'AAPL', side: 'buy', notional: '100.00' }, SIGNAL)
    clock.advance(900_001)

    await step()
    await step()

    expect(await entry(there)).toMatchObject({ status: 'ordered' })
    expect(await entry(notThere)).toMatchObject({ status: 'failed' })
    expect((await entry(notThere)).error).toMatch(/stale after restart/i)
    expect(broker.submitted).toHaveLength(1)
  })
})

describe.each(engines)('the work on an idea when the process ends on %s', (_name, open) => {
  startAfresh(open)

  it('hands over an idea whose decision is still awaited, and the next goes on at once', async () => {
    const fingerprint = await accept({ alert_name: 'script:hang' })
    const stop = new AbortController()
    const running = step({}, stop.signal)
    while (decider.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))

    stop.abort()
    await running

    expect(await entry(fingerprint)).toMatchObject({ status: 'queued', error: null })
    expect(
      await store.ledgerClaims.claim({ owner: 'x', instance: 'x', now: clock.now(), until: clock.now() }),
    ).toMatchObject({ fingerprint, phase: 'accepted' })
  })

  it('keeps a decision that came at the last moment, and orders nothing any more', async () => {
    const fingerprint = await accept()
    const stop = new AbortController()
    stop.abort()

    await step({}, stop.signal)

    expect(await store.ledger.byFingerprint(fingerprint)).toMatchObject({
      phase: 'decided',
      entry: { status: 'queued' },
    })
    expect(broker.submitted).toEqual([])
  })

  it('hands over an order of uncertain fate as one that has to be asked for', async () => {
    const fingerprint = await accept()
    const stop = new AbortController()
    const cut = {
      ...broker,
      async submit() {
        stop.abort()
        return { outcome: 'unclear', text: 'stopped' } as const
      },
    }

    await step({ broker: cut }, stop.signal)
    await step()

    expect(broker.queried).toHaveLength(3)
    expect(await entry(fingerprint)).toMatchObject({ status: 'ordered' })
    expect(broker.submitted).toHaveLength(1)
  })
})

describe.each(engines)('the work on an idea under the guards on %s', (_name, open) => {
  startAfresh(open)

  const set = (change: Partial<typeof OFF> | Record<string, number>) => ({ guards: { ...OFF, ...change } })

  it('decides nothing while the kill switch is on', async () => {
    const fingerprint = await accept()

    await step(set({ killSwitch: true }))

    expect(decider.asked).toEqual([])
    expect(await entry(fingerprint)).toMatchObject({ status: 'failed' })
    expect((await entry(fingerprint)).error).toContain('KILL_SWITCH')
  })

  it('decides nothing while an operator has turned the kill switch on, and goes on afterwards', async () => {
    const stopped = await accept()
    await store.receiverSwitch.set(true, clock.now())

    await step()

    expect(decider.asked).toEqual([])
    expect(await entry(stopped)).toMatchObject({
      status: 'failed',
      error: 'Not decided: an operator has turned the kill switch on.',
    })
    await store.receiverSwitch.set(false, clock.now())
    const resumed = await accept()
    await step()
    expect(await entry(resumed)).toMatchObject({ status: 'ordered' })
  })

  it.each([false, true])(
    'orders nothing that was decided before the switch was turned on, dry run: %s',
    async (dryRun) => {
      const fingerprint = await accept()
      const { decide } = decider
      const stopping = {
        ...decider,
        decide: async (...request: Parameters<typeof decide>) => {
          await store.receiverSwitch.set(true, clock.now())
          return decide(...request)
        },
      }

      await step({ dryRun, decider: stopping })

      expect(broker.submitted).toEqual([])
      const { status, decision } = await entry(fingerprint)
      expect(status).toBe('skipped')
      expect(decision?.risk_notes).toEqual(['an operator has turned the kill switch on'])
    },
  )

  it('does not send an order again that the brokerage was too busy to take, once the switch is on', async () => {
    const fingerprint = await accept()
    const busy = {
      ...broker,
      submit: async () => {
        await store.receiverSwitch.set(true, clock.now())
        return { outcome: 'busy', text: 'too many requests', retryAfterMs: 10 } as const
      },
    }

    await step({ broker: busy })

    const { status, error } = await entry(fingerprint)
    expect({ status, error }).toEqual({
      status: 'failed',
      error: 'The order was not sent again: an operator has turned the kill switch on.',
    })
  })

  it('skips an order beyond the orders of a day, in a dry run too', async () => {
    for (const dryRun of [false, true]) {
      const ids = [await accept(), await accept(), await accept()]
      for (const _ of ids) await step({ dryRun, ...set({ maxOrdersPerDay: 2 }) })

      const ends = await Promise.all(ids.map(entry))
      expect(ends.map(({ status }) => status)).toEqual([
        dryRun ? 'dry_run' : 'ordered',
        dryRun ? 'dry_run' : 'ordered',
        'skipped',
      ])
      expect(ends[2]?.decision?.risk_notes).toEqual(['MAX_ORDERS_PER_DAY is reached'])
      clock.advance(86_400_001)
    }
  })

  it('does not give the last place to two ideas at once', async () => {
    for (let index = 0; index < 6; index++) await accept()

    await Promise.all(Array.from({ length: 6 }, () => step(set({ maxOrdersPerDay: 1 }))))

    expect(broker.submitted).toHaveLength(1)
  })

  it('asks for no more decisions than an hour may have', async () => {
    const ids = [await accept(), await accept()]
    for (const _ of ids) await step(set({ maxDecisionsPerHour: 1 }))
    clock.advance(3_600_001)
    const later = await accept()
    await step(set({ maxDecisionsPerHour: 1 }))

    expect((await Promise.all([...ids, later].map(entry))).map(({ status }) => status)).toEqual([
      'ordered',
      'failed',
      'ordered',
    ])
    expect(decider.asked).toHaveLength(2)
  })

  it('waits out the cool-down of a symbol', async () => {
    const bounds = set({ symbolCooldownMinutes: 30, maxNotionalPerDayUsd: 250 })
    const first = await accept()
    await step(bounds)
    const second = await accept()
    await step(bounds)
    const other = await accept({ symbol: 'MSFT' })
    await step(bounds)
    clock.advance(1_800_000)
    const third = await accept()
    await step(bounds)

    const ends = await Promise.all([first, second, other, third].map(entry))
    expect(ends.map(({ status }) => status)).toEqual(['ordered', 'skipped', 'ordered', 'skipped'])
    expect(ends[1]?.decision?.risk_notes[0]).toContain('SYMBOL_COOLDOWN_MINUTES')
    expect(ends[3]?.decision?.risk_notes[0]).toContain('MAX_NOTIONAL_PER_DAY_USD')
  })
})
