import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderReport } from '../../../src/receiver/domain/order-life.ts'
import { listenToOrders, lookNow } from '../../../src/receiver/workers/order-follow.ts'
import { engines } from '../../support/engines.ts'
import { type DecisionBench, decisionBench } from '../../support/receiver/decision-bench.ts'

const tracked = {
  trackOrders: true,
  orderForm: { style: 'bracket', timeInForce: 'gtc', singleExit: 'stop' },
} as const
const leg = (kind: 'take_profit' | 'stop_loss', status: string, filledQty = 0, price: number | null = null) => ({
  orderId: kind,
  kind,
  status,
  price: kind === 'take_profit' ? 110 : 95,
  filledQty,
  filledAvgPrice: price,
})
const waiting = [leg('take_profit', 'new'), leg('stop_loss', 'held')]
const canceled = [leg('take_profit', 'canceled'), leg('stop_loss', 'canceled')]
const reported = (status: string, filledQty: number, exits: OrderReport['exits'] = waiting) =>
  ({
    outcome: 'reported',
    report: { status, filledQty, filledAvgPrice: filledQty > 0 ? 100 : null, exits },
  }) as const

describe.each(engines)('an order that is followed on %s', (_name, open) => {
  let bench: DecisionBench
  let fingerprint: string
  beforeEach(async () => {
    bench = decisionBench(await open())
    fingerprint = await bench.accept({ alert_name: 'script:at_cap' })
    bench.broker.reports.set('order-1', reported('new', 0))
    await bench.step(tracked)
  })
  afterEach(() => bench.store[Symbol.asyncDispose]())

  const result = async () => (await bench.entry(fingerprint)).order_result
  /** Looks until nothing is due at this time. */
  async function look(report?: Parameters<typeof bench.broker.reports.set>[1], afterMs = 300_000): Promise<void> {
    if (report) bench.broker.reports.set('order-1', report)
    bench.clock.advance(afterMs)
    await bench.step(tracked)
  }

  it('has its fills and exits on the ledger, with the profit, and is looked at no more after its end', async () => {
    await look(reported('partially_filled', 1), 1_000)
    expect(await result()).toMatchObject({ status: 'partially_filled', filled_qty: 1, open_qty: 1, settled_at: null })
    await look(reported('filled', 2), 60_000)
    await look(reported('filled', 2, [leg('take_profit', 'filled', 2, 110), leg('stop_loss', 'canceled')]))

    expect(await bench.entry(fingerprint)).toMatchObject({
      status: 'ordered',
      error: null,
      order_result: { status: 'filled', filled_avg_price: 100, open_qty: 0, realized_pnl_usd: 20, style: 'bracket' },
    })
    expect(await result()).toHaveProperty('settled_at', `${bench.clock.now().toISOString().slice(0, 19)}Z`)
    bench.clock.advance(86_400_000)
    expect(await bench.step(tracked)).toBe(false)
  })

  it('ends with what was filled where the rest was canceled, and warns of shares without an exit', async () => {
    await look(reported('partially_filled', 1))
    await look(reported('canceled', 1, canceled))

    expect(await result()).toMatchObject({ status: 'canceled', filled_qty: 1, open_qty: 1, realized_pnl_usd: null })
    expect(await result()).not.toHaveProperty('settled_at', null)
    expect(bench.logged.at(-1)).toMatchObject({
      message: expect.stringContaining('no exit'),
      fields: { fingerprint, open_qty: 1 },
    })
  })

  it('keeps what it has where an answer is older, and where the brokerage cannot answer', async () => {
    await look(reported('filled', 2))
    const before = await bench.entry(fingerprint)
    await look(reported('partially_filled', 1))
    await look({ outcome: 'unclear', text: 'The brokerage answered 500' })

    expect(await bench.entry(fingerprint)).toEqual(before)
    await look(reported('filled', 2, [leg('stop_loss', 'filled', 2, 94), leg('take_profit', 'canceled')]), 60_000)
    expect(await result()).toMatchObject({ realized_pnl_usd: -12, open_qty: 0 })
  })

  it('is looked at again where an update came during a look', async () => {
    const parts = { ...bench.parts(tracked), wake: () => undefined }
    const broker = {
      ...bench.broker,
      report: async () => {
        bench.clock.advance(1)
        await lookNow(parts, 'AAPL')
        return reported('new', 0)
      },
    }
    bench.clock.advance(1_000)
    await bench.step({ ...tracked, broker })
    bench.broker.reports.set('order-1', reported('filled', 2))

    expect(await bench.step(tracked)).toBe(true)
    expect(await result()).toMatchObject({ status: 'filled' })
    expect(await bench.step(tracked)).toBe(false)
  })

  it('waits while the market is closed or the symbol is halted', async () => {
    for (const status of ['accepted', 'suspended', 'held', 'done_for_day']) await look(reported(status, 0))

    expect(await result()).toMatchObject({ status: 'done_for_day', settled_at: null })
  })

  it('ends where it was rejected, expired or lost at the brokerage', async () => {
    await look(reported('rejected', 0, canceled))
    expect(await result()).toMatchObject({ status: 'rejected', filled_qty: 0, open_qty: 0 })

    const other = await bench.accept({ alert_name: 'script:at_cap', symbol: 'MSFT' })
    await bench.step(tracked)
    bench.clock.advance(1_000)
    await bench.step(tracked)
    expect((await bench.entry(other)).order_result).toMatchObject({ status: 'not_found', filled_qty: 0 })
  })

  it('is looked at after a start, though it was placed before orders were followed', async () => {
    const untracked = await bench.accept({ alert_name: 'script:at_cap', symbol: 'MSFT' })
    await bench.step()
    bench.broker.reports.set('order-2', reported('filled', 2.5, []))
    let woken = 0

    await lookNow({ ...bench.parts(tracked), wake: () => woken++ })
    await bench.step(tracked)
    await bench.step(tracked)

    expect(woken).toBe(1)
    expect((await bench.entry(untracked)).order_result).toMatchObject({ filled_qty: 2.5, exits: [] })
  })

  it('is given up where orders are followed no more', async () => {
    bench.clock.advance(300_000)
    const before = await bench.entry(fingerprint)

    expect(await bench.step()).toBe(true)
    expect(await bench.step()).toBe(false)
    expect(await bench.entry(fingerprint)).toEqual(before)
  })

  it('is looked at when an update names its symbol, and at each connection, with longer and longer pauses', async () => {
    const stop = new AbortController()
    const waits: number[] = []
    const seen: (string | null)[] = []
    let connections = 0
    const marks: Promise<number>[] = []
    const { store } = bench.parts(tracked)
    const followedOrders: typeof store.followedOrders = {
      ...store.followedOrders,
      lookNow(...asked) {
        const mark = store.followedOrders.lookNow(...asked)
        marks.push(mark)
        return mark
      },
    }
    const due = async () => {
      await Promise.all(marks)
      return (await bench.step(tracked)) ? 'looked' : null
    }
    const broker = {
      ...bench.broker,
      listen: async (listener: Parameters<typeof bench.broker.listen>[0]) => {
        connections++
        if (connections < 4) return false
        if (connections === 6) stop.abort()
        if (connections > 4) return false
        listener.connected()
        seen.push(await due())
        listener.updated('MSFT')
        listener.updated('AAPL')
        listener.updated('AAPL')
        seen.push(await due(), await due())
        return true
      },
    }
    const parts = { ...bench.parts({ ...tracked, broker }), store: { ...store, followedOrders }, wake: () => undefined }

    await listenToOrders({ ...parts, wait: async (ms) => void waits.push(ms) }, stop.signal)

    expect(seen).toEqual(['looked', 'looked', null])
    expect(waits).toEqual([2_000, 4_000, 8_000, 1_000, 2_000, 4_000])
  })
})
