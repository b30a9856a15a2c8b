import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../support/engines.ts'
import { type DecisionBench, decisionBench } from '../../support/receiver/decision-bench.ts'
import { aDecision } from '../../support/receiver/ideas.ts'

const bracket = { orderForm: { style: 'bracket', timeInForce: 'gtc', singleExit: 'stop' } } as const
const plan = { style: 'bracket', qty: 2, time_in_force: 'gtc', take_profit: 110, stop_loss: 95 }

describe.each(engines)('the work on an order with exits on %s', (_name, open) => {
  let bench: DecisionBench
  beforeEach(async () => {
    bench = decisionBench(await open())
  })
  afterEach(() => bench.store[Symbol.asyncDispose]())

  it('sends whole shares with their exits, and stores them beside what the brokerage said', async () => {
    const fingerprint = await bench.accept({ alert_name: 'script:at_cap' })

    await bench.step(bracket)

    expect(bench.broker.submitted).toEqual([
      {
        clientOrderId: `om-${fingerprint.slice(0, 24)}`,
        symbol: 'AAPL',
        side: 'buy',
        style: 'bracket',
        qty: '2',
        timeInForce: 'gtc',
        takeProfit: '110.00',
        stopLoss: '95.00',
      },
    ])
    expect(await bench.entry(fingerprint)).toMatchObject({
      status: 'ordered',
      decision: { notional_usd: 250 },
      order_result: { dry_run: false, notional: null, ...plan },
    })
  })

  it('stores what a dry run would have sent', async () => {
    const fingerprint = await bench.accept({ alert_name: 'script:at_cap' })

    await bench.step({ ...bracket, dryRun: true })

    expect(await bench.entry(fingerprint)).toMatchObject({
      status: 'dry_run',
      order_result: { dry_run: true, action: 'buy', notional: 250, ...plan },
    })
  })

  it('skips with the reason what cannot have its exits, after the guards', async () => {
    const cheap = await bench.accept()
    await bench.step({ ...bracket, symbolFacts: async () => ({ isKnown: true, price: 100.01, asOfMs: Date.now() }) })
    const unknown = await bench.accept()
    await bench.step({ ...bracket, symbolFacts: async () => ({ isKnown: null, price: null, asOfMs: null }) })
    const old = await bench.accept()
    const asOfMs = bench.clock.now().getTime() - 21 * 60_000
    await bench.step({ ...bracket, symbolFacts: async () => ({ isKnown: true, price: 100.01, asOfMs }) })
    const guarded = await bench.accept()
    await bench.step({
      ...bracket,
      guards: { ...bench.parts().guards, requireKnownSymbol: true },
      symbolFacts: async () => ({ isKnown: false, price: null, asOfMs: null }),
    })

    const notes = await Promise.all(
      [cheap, unknown, old, guarded].map(async (it) => (await bench.entry(it)).decision?.risk_notes),
    )
    expect(notes).toEqual([
      [expect.stringContaining('zero shares')],
      [expect.stringContaining('last price of the symbol is unknown')],
      [expect.stringContaining('stale: it is older than 20 minutes')],
      [expect.stringContaining('REQUIRE_KNOWN_SYMBOL')],
    ])
    expect(bench.broker.submitted).toEqual([])
  })

  it('finds the order of a lost answer with the exits that were sent', async () => {
    const fingerprint = await bench.accept({ alert_name: 'script:at_cap', symbol: 'ACCEPTRESE' })

    await bench.step(bracket)

    expect(bench.broker.submitted).toHaveLength(1)
    expect(await bench.entry(fingerprint)).toMatchObject({ status: 'ordered', order_result: plan })
  })

  it('sends it again under the same id after a crash before the brokerage saw it, at the price of then', async () => {
    const { store, clock, broker } = bench
    const far = { alert_name: 'script:at_cap', target_price: 200, stop_price: 50 }
    const [moved, reached] = [await bench.accept(far), await bench.accept(far)]
    const until = new Date(clock.now().getTime() + 30_000)
    for (const _ of [moved, reached]) {
      const job = await store.ledgerClaims.claim({ owner: 'dead', instance: 'dead', now: clock.now(), until })
      if (!job) throw new Error('nothing to claim')
      const decision = aDecision({ notional_usd: 250 })
      const sent = { style: 'bracket', qty: 2, timeInForce: 'gtc', takeProfit: 200, stopLoss: 50 } as const
      await store.ledgerOutcomes.decided(job, decision, {}, clock.now())
      await store.ledgerOutcomes.intend(job, decision, { now: clock.now(), until }, sent)
    }
    clock.advance(60_000)
    const at = (price: number) => async () => ({ isKnown: true, price, asOfMs: clock.now().getTime() })

    await bench.step({ ...bracket, symbolFacts: at(60) })
    await bench.step({ ...bracket, symbolFacts: at(49) })

    expect(broker.submitted).toMatchObject([{ qty: '4', takeProfit: '200.00', stopLoss: '50.00' }])
    expect(await bench.entry(moved)).toMatchObject({ status: 'ordered', order_result: { qty: 4 } })
    expect(await bench.entry(reached)).toMatchObject({ status: 'skipped', order_result: null })
  })
})
