import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { CONDITION_KINDS } from '../../../../src/flow/domain/tape/condition-codes.ts'
import type { FlowReader } from '../../../../src/flow/domain/tape/flow-reader.ts'
import { SIDES } from '../../../../src/flow/domain/tape/print-side.ts'
import { type Print, readerOf, sessionOf, tapeOf } from '../../../support/market/flow-tape.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const CONTRACTS = 500
const PRINTS = 20_000
/** The row of a print as an object takes 600 bytes; its numbers beside the heap take some 90. */
const MAX_HEAP_A_PRINT = 40
const MAX_BYTES_A_PRINT = 180
/** With its numbers and sums as objects and lists it took 860. */
const MAX_HEAP_A_CONTRACT = 400

const SWEEP: Print[] = [
  { ms: 0, exchange: 'C', size: 10, price: 1.1 },
  { ms: 1, exchange: 'P', size: 30, price: 1.2 },
  { ms: 2, exchange: 'X', size: 5, price: 1.1 },
]
const HOUR = 3_600_000
/** Ends the window in which a leg can join the sweep. */
const LATER: Print = { ms: HOUR, size: 77, exchange: 'C', price: 1.05 }
const cancelOf = ({ size = 0, price = 0 }: Print, ms: number): Print => ({ ms, size, price, condition: 'A' })

function bytes() {
  collectGarbage()
  // What the first frees of buffers is still being swept beside the program; a second one waits for that.
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return { heap: heapUsed, all: heapUsed + arrayBuffers }
}

describe('rows that no leg can join any more', () => {
  it('take little of the heap, however many prints a cancel can still name', () => {
    const contracts = Array.from(
      { length: CONTRACTS },
      (_, each) => `SPY   261127C${String(100_000 + each * 1000).padStart(8, '0')}`,
    )
    // Forty of each contract, all of them within the half hour in which prints are compared.
    const tape = tapeOf(
      Array.from({ length: PRINTS }, (_, each) => ({ ms: 90 * each, contract: contracts[each % CONTRACTS] ?? '' })),
    )
    const before = bytes()
    const reader: FlowReader = readerOf({ withoutScores: true })
    for (let upTo = 0; upTo < PRINTS; upTo += 500) reader.read(tape, upTo + 500)

    const after = bytes()
    expect((after.heap - before.heap) / PRINTS).toBeLessThan(MAX_HEAP_A_PRINT)
    expect((after.all - before.all) / PRINTS).toBeLessThan(MAX_BYTES_A_PRINT)
    expect(reader.position).toBe(PRINTS)
  })

  it('take little of the heap where each is of another contract', () => {
    const contracts = Array.from(
      { length: PRINTS / 4 },
      (_, each) => `SPY   261127C${String(1000 + each).padStart(8, '0')}`,
    )
    const tape = tapeOf(contracts.map((contract, each) => ({ ms: 90 * each, contract })))
    const before = bytes().heap
    const reader: FlowReader = readerOf()
    for (let upTo = 0; upTo < contracts.length; upTo += 500) reader.read(tape, upTo + 500)

    expect((bytes().heap - before) / contracts.length).toBeLessThan(MAX_HEAP_A_CONTRACT)
    expect(reader.position).toBe(contracts.length)
  })

  it('leave their room to later ones when no cancel can name them any more', () => {
    // Of one contract, of which a few dozen prints are kept.
    const tape = tapeOf(Array.from({ length: PRINTS }, (_, each) => ({ ms: 90 * each })))
    const reader = readerOf({ withoutScores: true })
    const heldAt = (upTo: number) => {
      while (reader.position < upTo) reader.read(tape, reader.position + 500)
      return bytes().all
    }
    heldAt(1_000)
    const early = heldAt(2_000)

    // Kept for ever, each print and its row would take some 70 bytes more.
    expect(heldAt(PRINTS) - early).toBeLessThan(20 * PRINTS)
  })

  it('have kinds and sides that fit into three bits', () => {
    expect(Math.max(CONDITION_KINDS.length, SIDES.length)).toBeLessThanOrEqual(8)
  })

  it('are withdrawn when a cancel names their only print an hour later', () => {
    const [first] = SWEEP as [Print]
    const reader = readerOf()
    const tape = tapeOf([first, LATER, cancelOf(first, HOUR + 1)])
    const [row] = reader.read(tape, 2).rows

    expect(reader.read(tape)).toEqual({ rows: [], withdrawn: [row?.id] })
    expect(reader.counts).toMatchObject({ rows: 1, withdrawn: 1, cancel: 1 })
  })

  it('are the same rows when a cancel names one of their legs an hour later', () => {
    const [first, second, third] = SWEEP as [Print, Print, Print]
    const at = (cancelMs: number) => {
      const prints = [...SWEEP, cancelOf(second, cancelMs), LATER].toSorted((a, b) => (a.ms ?? 0) - (b.ms ?? 0))
      const [row] = sessionOf(prints, { withoutScores: true }).rows
      return row
    }

    expect(at(HOUR + 1)).toEqual(at(3))
    expect(at(HOUR + 1)).toMatchObject({
      size: (first.size ?? 0) + (third.size ?? 0),
      legs: 2,
      exchanges: 3,
      price: 1.1,
    })
  })

  it('keep volatility and delta, and are scored anew', () => {
    const [, second] = SWEEP as [Print, Print]
    const [before] = sessionOf([...SWEEP, LATER]).rows
    const [after] = sessionOf([...SWEEP, LATER, cancelOf(second, HOUR + 1)]).rows

    expect(before?.impliedVolatility).toBeGreaterThan(0)
    expect(after).toMatchObject({ impliedVolatility: before?.impliedVolatility, delta: before?.delta, legs: 2 })
    expect(after?.evidence).not.toEqual(before?.evidence)
    expect(after?.evidence).toHaveLength(before?.evidence.length ?? 0)
  })

  it('are reported once where several of their legs are cancelled, and withdrawn with the last', () => {
    const [first, second, third] = SWEEP as [Print, Print, Print]
    const reader = readerOf()
    const prints = [...SWEEP, LATER, cancelOf(first, HOUR + 1), cancelOf(second, HOUR + 2), cancelOf(third, HOUR + 3)]
    const tape = tapeOf(prints)
    const [row] = reader.read(tape, 4).rows

    const { rows } = reader.read(tape, 6)
    expect(rows).toMatchObject([{ id: row?.id, legs: 1, size: third.size }])
    expect(reader.read(tape)).toEqual({ rows: [], withdrawn: [row?.id] })
    expect(reader.counts).toMatchObject({ rows: 1, withdrawn: 1, cancel: 3 })
  })
})
