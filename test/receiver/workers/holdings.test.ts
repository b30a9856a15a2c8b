import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Guards } from '../../../src/receiver/domain/guards.ts'
import { NOTHING_HELD } from '../../support/broker/scripted-broker.ts'
import { engines } from '../../support/engines.ts'
import { type DecisionBench, decisionBench } from '../../support/receiver/decision-bench.ts'
import { NO_GUARDS } from '../../support/receiver/guards.ts'

const set = (change: Partial<Guards>) => ({ guards: { ...NO_GUARDS, ...change } })

describe.each(engines)('the work on an idea next to what is held on %s', (_name, open) => {
  let bench: DecisionBench
  beforeEach(async () => {
    bench = decisionBench(await open())
  })
  afterEach(() => bench.store[Symbol.asyncDispose]())

  const notes = async (fingerprint: string) => (await bench.entry(fingerprint)).decision?.risk_notes

  it('skips an order beyond a bound, in a dry run too, and sends one within it', async () => {
    const bounds = set({ maxPortfolioLossPerDayUsd: 50 })
    const within = await bench.accept()
    await bench.step(bounds)
    bench.broker.held = { outcome: 'read', holdings: { ...NOTHING_HELD, equityUsd: 950 } }
    const [beyond, dry] = [await bench.accept(), await bench.accept()]
    await bench.step(bounds)
    await bench.step({ ...bounds, dryRun: true })

    expect(bench.broker.submitted).toHaveLength(1)
    expect((await bench.entry(within)).status).toBe('ordered')
    for (const fingerprint of [beyond, dry]) {
      expect((await bench.entry(fingerprint)).status).toBe('skipped')
      expect(await notes(fingerprint)).toEqual([expect.stringContaining('MAX_PORTFOLIO_LOSS_PER_DAY_USD')])
    }
  })

  it('skips where the brokerage does not say what is held, with its words and without brackets', async () => {
    bench.broker.held = { outcome: 'unknown', text: 'The brokerage answered 401: [redacted]' }
    const unknown = await bench.accept()
    await bench.step(set({ noAddToPosition: true }))
    const throwing = await bench.accept()
    const broker = { ...bench.broker, holdings: () => Promise.reject(new Error('a fault')) }
    await bench.step({ ...set({ maxOpenPositions: 1 }), broker })

    expect(await notes(unknown)).toEqual([
      'the brokerage did not report what is held: The brokerage answered 401:  redacted',
    ])
    expect(await notes(throwing)).toEqual([expect.stringContaining('adapter failed')])
    expect(bench.broker.submitted).toEqual([])
  })

  it('does not let two ideas at once take the last place, though the brokerage has seen neither', async () => {
    const ids = []
    for (let index = 0; index < 4; index++) ids.push(await bench.accept({ symbol: `S${index}` }))

    await Promise.all(ids.map(() => bench.step(set({ maxOpenPositions: 1 }))))

    expect(bench.broker.submitted).toHaveLength(1)
  })

  it('counts an order whose answer came after what is held was read', async () => {
    const first = await bench.accept()
    const second = await bench.accept()
    const holdings = async () => {
      // The read begins before the other order, and answers after it.
      await bench.step()
      return { outcome: 'read', holdings: NOTHING_HELD } as const
    }
    await bench.step({ ...set({ noAddToPosition: true }), broker: { ...bench.broker, holdings } })

    expect((await bench.entry(second)).status).toBe('ordered')
    expect(await notes(first)).toEqual([expect.stringContaining('NO_ADD_TO_POSITION')])
  })

  it('asks the brokerage nothing without a bound, and shows a model nothing', async () => {
    const broker = { ...bench.broker, holdings: () => Promise.reject(new Error('must not be asked')) }
    const fingerprint = await bench.accept()

    await bench.step({ broker })

    expect((await bench.entry(fingerprint)).status).toBe('ordered')
    expect(bench.decider.asked[0]).not.toHaveProperty('held')
    expect(bench.logged.map(({ message }) => message)).not.toContain('the brokerage adapter failed')
  })

  it('shows a model what is held, or that nobody knows', async () => {
    await bench.accept()
    await bench.step({ showHoldings: true })
    bench.broker.held = { outcome: 'unknown', text: 'down' }
    await bench.accept()
    await bench.step({ showHoldings: true })

    expect(bench.decider.asked.map(({ held }) => held)).toEqual([NOTHING_HELD, null])
  })
})
