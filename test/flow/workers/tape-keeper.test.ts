import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { sumFlow } from '../../../src/flow/domain/sums/flow-sums.ts'
import { netFlowOfMinutes } from '../../../src/flow/domain/sums/net-flow.ts'
import { FlowSession } from '../../../src/flow/domain/tape/flow-session.ts'
import { type HeldTape, tapeKeeper } from '../../../src/flow/workers/tape-keeper.ts'
import type { TapePrints } from '../../../src/market/domain/options/option-tape.ts'
import { tapeUpTo } from '../../../src/market/domain/options/option-tape.ts'
import { engines } from '../../support/engines.ts'
import { netFlow } from '../../support/market/net-flow.ts'
import { SYMBOLS, syntheticTape } from '../../validation/synthetic-tape.ts'

const SESSION = '2026-11-20'
const now = () => new Date('2026-11-20T22:00:00.000Z')
const signal = new AbortController().signal
const { prints, facts } = syntheticTape(SYMBOLS[1]!, SESSION, { seed: 5, count: 6_000 })
const symbol = prints.symbol

/** A live source in memory: its tape grows, and its rows are read as far as it has. */
class Source {
  readonly tape = {}
  readonly session = new FlowSession({ symbol, sessionDate: SESSION, facts })
  #prints: TapePrints = first(0)
  isFinal = false
  lost = 0

  grow(count: number): void {
    this.#prints = first(count)
    this.session.advance(this.#prints)
  }

  held(): HeldTape[] {
    const wholeUntilMs = this.#prints.executedAtMs.at(-1) ?? Number.NaN
    return [
      {
        tape: this.tape,
        prints: this.#prints,
        wholeUntilMs,
        isFinal: this.isFinal,
        lost: this.lost,
        warnings: ['invented'],
      },
    ]
  }
}

function first(count: number): TapePrints {
  const upTo = tapeUpTo(prints, prints.executedAtMs[count - 1] ?? 0)
  const cut = (column: Float64Array) => column.subarray(0, count)
  return {
    ...upTo,
    count,
    executedAtMs: cut(prints.executedAtMs),
    optionSymbols: prints.optionSymbols.slice(0, count),
    price: cut(prints.price),
    size: cut(prints.size),
    bid: cut(prints.bid),
    ask: cut(prints.ask),
    underlyingPrice: cut(prints.underlyingPrice),
    exchange: prints.exchange.slice(0, count),
    condition: prints.condition.slice(0, count),
    volume: cut(prints.volume),
    openInterest: cut(prints.openInterest),
  }
}

describe.each(engines)('the keeper of tapes on %s', (_name, open) => {
  let store: Store

  beforeEach(async () => {
    const opened = await open()
    store = opened
    return () => opened[Symbol.asyncDispose]()
  })

  function keeperOf(source: Source, readSession = async () => source.session as FlowSession | undefined) {
    return tapeKeeper({
      store,
      source: 'alpaca',
      heldTapes: () => source.held(),
      heldOffExchange: () => [],
      readSession,
      now,
    })
  }

  async function drained(keeper: ReturnType<typeof keeperOf>): Promise<void> {
    while (await keeper.step(signal));
  }

  it('stores prints, rows, minutes and the day as they stand at the end, however the tape grew', async () => {
    const source = new Source()
    const keeper = keeperOf(source)
    for (const count of [1, 40, 41, 1_000, 3_500, 3_501, prints.count]) {
      source.grow(count)
      await drained(keeper)
    }
    source.isFinal = true
    await drained(keeper)

    const kept = await store.tapeSegments.prints(symbol, SESSION)
    expect(kept?.prints).toEqual(first(prints.count))
    expect(await store.flowRows.session(symbol, SESSION)).toEqual(source.session.rows)
    const minutes = await store.flowTotals.minutes(symbol, SESSION)
    expect(netFlowOfMinutes([{ sessionDate: SESSION, minutes }], '5m')).toEqual(netFlow(source.session.rows, '5m'))
    const day = await store.flowTotals.day(symbol, SESSION)
    expect(day).toMatchObject({
      source: 'alpaca',
      warnings: ['invented'],
      isWhole: true,
      firstMs: source.session.rows[0]?.executedAtMs,
    })
    expect(day?.sums.callPremium).toBe(Math.round(100 * sumFlow(source.session.rows).callPremium))
    expect(keeper.counts()).toEqual({ waiting: 0, stored: prints.count, lost: 0 })
  })

  it('goes on where an earlier process stopped', async () => {
    const source = new Source()
    source.grow(2_000)
    await drained(keeperOf(source))
    const again = new Source()
    again.grow(2_500)
    const keeper = keeperOf(again)
    await drained(keeper)

    const kept = await store.tapeSegments.prints(symbol, SESSION)
    expect(kept?.prints).toEqual(first(2_500))
    expect(await store.flowRows.session(symbol, SESSION)).toEqual(again.session.rows)
  })

  it('does not shorten what is stored when the tape could not be restored yet', async () => {
    const source = new Source()
    source.grow(2_000)
    await drained(keeperOf(source))
    const bare = new Source()
    bare.grow(10)
    await drained(keeperOf(bare, async () => undefined))

    expect((await store.tapeSegments.prints(symbol, SESSION))?.prints.count).toBe(2_000)
  })

  it('leaves sessions alone that it would forget at once', async () => {
    const source = new Source()
    source.grow(50)
    const keeper = tapeKeeper({
      store,
      source: 'alpaca',
      heldTapes: () => source.held(),
      heldOffExchange: () => [],
      readSession: async () => source.session,
      now: () => new Date('2026-12-22T12:00:00.000Z'),
    })

    expect(await keeper.step(signal)).toBe(false)
    expect(await store.tapeSegments.prints(symbol, SESSION)).toBeNull()
    expect(keeper.counts()).toEqual({ waiting: 0, stored: 0, lost: 0 })
  })

  it('keeps few segments of many steps', async () => {
    const source = new Source()
    const keeper = keeperOf(source, async () => undefined)
    for (let count = 7; count < prints.count; count += 7) {
      source.grow(count)
      await keeper.step(signal)
    }

    const { rows, starts } = await store.tapeSegments.head(symbol, SESSION)
    expect(rows).toBe(source.held()[0]?.prints.count)
    expect(starts.length).toBeLessThan(14)
  })

  it('repeats a commit that failed, and counts what waits and what never fitted', async () => {
    const source = new Source()
    source.grow(100)
    source.lost = 3
    let fails = true
    const failing: Store = {
      ...store,
      transaction: (work) => (fails ? Promise.reject(new Error('disk full')) : store.transaction(work)),
    }
    const keeper = tapeKeeper({
      store: failing,
      source: 'alpaca',
      heldTapes: () => source.held(),
      heldOffExchange: () => [],
      readSession: async () => source.session,
      now,
    })
    await expect(keeper.step(signal)).rejects.toThrow('disk full')
    expect(keeper.counts()).toEqual({ waiting: 100, stored: 0, lost: 3 })
    fails = false
    await drained(keeper)

    expect((await store.tapeSegments.prints(symbol, SESSION))?.prints.count).toBe(100)
    expect(keeper.counts()).toEqual({ waiting: 0, stored: 100, lost: 3 })
  })

  it('keeps finished off-exchange sessions once', async () => {
    const trades = {
      symbol,
      sessionDate: SESSION,
      count: 2,
      executedAtMs: Float64Array.of(1, 2),
      price: Float64Array.of(10, 11),
      size: Float64Array.of(100, 200),
      exchange: Uint8Array.of(68, 68),
      conditions: Uint32Array.of(1, 0x80000000),
      suspicious: Uint8Array.of(0, 1),
    }
    const session = { trades, volume: 5_000 }
    const held = [{ session, kept: () => void held.pop() }]
    const keeper = tapeKeeper({
      store,
      source: 'alpaca',
      heldTapes: () => [],
      heldOffExchange: () => held,
      readSession: async () => undefined,
      now,
    })
    await drained(keeper)

    expect(await store.tapeSegments.offExchange(symbol, SESSION)).toEqual(session)
    expect(held).toEqual([])
  })
})
