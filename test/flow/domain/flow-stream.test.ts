import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FlowPrint } from '../../../src/flow/contract/flow-print.ts'
import { flowPrint } from '../../../src/flow/domain/flow-print.ts'
import type { FlowRow } from '../../../src/flow/domain/flow-row.ts'
import { scoreBreakdown } from '../../../src/flow/domain/score/score-breakdown.ts'
import { ContractTallies } from '../../../src/flow/domain/sums/contract-tallies.ts'
import { inUsd, sumFlow } from '../../../src/flow/domain/sums/flow-sums.ts'
import { FlowSession } from '../../../src/flow/domain/tape/flow-session.ts'
import { plainRow } from '../../../src/flow/domain/tape/packed-rows.ts'
import type { TapePrints } from '../../../src/market/domain/options/option-tape.ts'
import '../../support/properties.ts'
import { CALL, contextOf, OTHER_CALL, type Print, PUT, readerOf, tapeOf } from '../../support/market/flow-tape.ts'
import { SYMBOLS, syntheticTape } from '../../validation/synthetic-tape.ts'

/** Crowded into a few seconds, so that sweeps, packages, cancels, duplicates and disorder all happen. */
const somePrint: fc.Arbitrary<Print> = fc.record({
  ms: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(0, 500, 501, Number.NaN)),
  contract: fc.constantFrom(CALL, PUT, OTHER_CALL, 'nonsense'),
  price: fc.constantFrom(0.9, 1, 1.05, 1.1, 1.2, 0, Number.NaN),
  size: fc.constantFrom(1, 2, 10, 20, 100, 1_000, 0, Number.NaN),
  bid: fc.constantFrom(1, 1, 1, 0, Number.NaN),
  exchange: fc.constantFrom('C', 'P', 'A', ''),
  condition: fc.constantFrom('I', 'I', '', 'S', 'f', 'a', 'A', 'C', 'D', 'u', '?'),
  underlying: fc.constantFrom(498, 505, Number.NaN),
})

const someTape = fc.array(somePrint, { minLength: 1, maxLength: 80 }).map((prints) => tapeOf(prints))

function whole(tape: TapePrints): FlowSession {
  const session = new FlowSession(contextOf())
  session.advance(tape)
  return session
}

describe('a tape read in pieces', () => {
  it('gives the same rows, scores and counts however it is cut', () => {
    fc.assert(
      fc.property(someTape, fc.array(fc.nat(80), { maxLength: 12 }), (tape, cuts) => {
        const pieces = new FlowSession(contextOf())
        for (const cut of [...cuts].sort((a, b) => a - b)) pieces.advance(tape, cut)
        pieces.advance(tape)
        const batch = whole(tape)

        expect(pieces.rows).toEqual(batch.rows)
        expect(inUsd(pieces.snapshot.sums)).toEqual(sumFlow(batch.rows))
        const contracts = ContractTallies.of(batch.rows)
        expect(pieces.contracts.bySide(() => true)).toEqual(contracts.bySide(() => true))
        expect(pieces.contracts.strongestAccumulation()).toEqual(contracts.strongestAccumulation())
        expect(pieces.counts).toEqual(batch.counts)
      }),
    )
  })

  it('is told on from any place, up to the last row that is as old as an instant', () => {
    fc.assert(
      fc.property(someTape, fc.nat(80), fc.integer({ min: -1, max: 3_001 }), (tape, place, ms) => {
        const session = whole(tape)
        const { rows } = session
        const untilMs = (tape.executedAtMs[0] ?? 0) + ms
        const old = rows.findLast(({ executedAtMs }) => executedAtMs <= untilMs)?.sequence ?? -1

        expect(session.rowsBeyond(place, untilMs)).toEqual(
          rows.filter(({ sequence }) => sequence > place && sequence <= old),
        )
      }),
    )
  })

  it('is the same on a tape as long as a session', () => {
    const { prints, facts } = syntheticTape(SYMBOLS[2]!, '2026-11-20', { seed: 4, count: 4_000 })
    const context = { symbol: prints.symbol, sessionDate: prints.sessionDate, facts }
    const batch = new FlowSession(context)
    batch.advance(prints)
    const pieces = new FlowSession(context)
    for (let upTo = 0; upTo < prints.count; upTo += 37) pieces.advance(prints, upTo)
    pieces.advance(prints)

    expect(pieces.rows).toEqual(batch.rows)
    expect(batch.rows.length).toBeGreaterThan(4_000)
  })

  it('gives one list while nothing changes, which stays as it is when more comes', () => {
    const { prints, facts } = syntheticTape(SYMBOLS[1]!, '2026-11-20', { seed: 4, count: 200 })
    const session = new FlowSession({ symbol: prints.symbol, sessionDate: prints.sessionDate, facts })
    session.advance(prints, 100)
    const given = session.rows
    const copy = [...given]

    expect(session.rows).toBe(given)
    session.advance(prints)
    expect(given).toEqual(copy)
    expect(session.rows.length).toBeGreaterThan(given.length)
  })

  it('does not change what was said of the past when more comes', () => {
    const { prints, facts } = syntheticTape(SYMBOLS[1]!, '2026-11-20', { seed: 4, count: 2_000 })
    const session = new FlowSession({ symbol: prints.symbol, sessionDate: prints.sessionDate, facts })
    session.advance(prints, 1_000)
    const settled = session.rows.slice(0, 800)
    const copies = settled.map(plainRow)
    session.advance(prints)
    const after = new Map(session.rows.map((row) => [row.id, row]))

    expect(settled).toEqual(copies)
    const changed = settled.filter((row) => after.get(row.id) !== row)
    // Only a cancel, seconds later, takes a row back.
    expect(changed.every(({ id }) => !after.has(id))).toBe(true)
    expect(changed.length).toBeLessThan(10)
  })

  it('adds up to the counts, whatever comes', () => {
    fc.assert(
      fc.property(someTape, (tape) => {
        const { rows, counts } = whole(tape)
        const refused = [
          'unreadable_contract',
          'bad_price',
          'bad_size',
          'bad_time',
          'duplicate',
          'compression',
          'cancel',
          'cancel_without_print',
        ] as const

        expect(counts.read).toBe(tape.count)
        expect(counts.rows).toBe(rows.length)
        const gone = refused.reduce((sum, reason) => sum + counts[reason], 0)
        expect(counts.rows + counts.merged + counts.withdrawn + gone).toBe(tape.count)
      }),
    )
  })

  it('says nothing on the wire that its schemas refuse', () => {
    fc.assert(
      fc.property(someTape, (tape) => {
        for (const row of whole(tape).rows) {
          expect(FlowPrint.parse(flowPrint(row))).toEqual(flowPrint(row))
          const total = scoreBreakdown(row).reduce((sum, { points }) => sum + points, 0)
          expect(total).toBe(row.unusualScore)
        }
      }),
    )
  })

  it('keeps prints of one instant in the order of the tape', () => {
    const rows = whole(tapeOf([5, 3, 8, 1].map((size) => ({ ms: 0, size, condition: 'a' })))).rows

    expect(rows.map(({ size }) => size)).toEqual([5, 3, 8, 1])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
  })

  it('tells a row again under the same name, and names no row twice', () => {
    fc.assert(
      fc.property(someTape, (tape) => {
        const reader = readerOf()
        const told = new Map<string, FlowRow>()
        for (let upTo = 1; upTo <= tape.count; upTo++) {
          const { rows, withdrawn } = reader.read(tape, upTo)
          for (const id of withdrawn) expect(told.delete(id), id).toBe(true)
          for (const row of rows) told.set(row.id, row)
        }

        expect([...told.keys()].sort()).toEqual(
          whole(tape)
            .rows.map(({ id }) => id)
            .sort(),
        )
      }),
    )
  })
})

describe('a long or hostile tape', () => {
  it('of one millisecond stays bounded', () => {
    const burst = Array.from({ length: 20_000 }, (_, index) => ({
      ms: 0,
      size: 1 + (index % 7),
      exchange: index % 2 === 0 ? 'C' : 'P',
      price: index % 3 === 0 ? 1 : 1.1,
      condition: index % 5 === 0 ? 'a' : 'I',
    }))
    const { rows, counts } = whole(tapeOf(burst))

    expect(counts.rows).toBe(rows.length)
    expect(counts.merged).toBeGreaterThan(10_000)
  })

  it('of invented contracts stops at the most that are remembered', () => {
    const count = 70_000
    const invented = Array.from({ length: count }, (_, index) => ({
      contract: `SPY   261127C${String(index + 1).padStart(8, '0')}`,
      ms: index,
    }))
    const reader = readerOf()
    reader.read(tapeOf(invented))

    expect(reader.counts.too_many_contracts).toBe(count - 65_536)
  })
})

describe('what a session leaves', () => {
  it('is where the next one starts, as JSON too', async () => {
    const { startOfState } = await import('../../../src/flow/domain/score/rarity-start.ts')
    const reader = readerOf()
    reader.read(tapeOf(Array.from({ length: 2_000 }, (_, index) => ({ ms: 1_000 * index, size: 80 }))))
    const state = reader.carry()
    const start = startOfState(JSON.parse(JSON.stringify(state)))
    const fresh = new FlowSession(contextOf())
    const seasoned = new FlowSession(contextOf({ start }))
    fresh.advance(tapeOf([{ size: 80 }]))
    seasoned.advance(tapeOf([{ size: 80 }]))

    expect(seasoned.rows[0]?.rarity).toBeLessThan(fresh.rows[0]?.rarity ?? 0)
    expect(startOfState(state).sketches[14]?.[0]?.total).toBeCloseTo(start.sketches[14]?.[0]?.total ?? 0, 9)
  })
})
