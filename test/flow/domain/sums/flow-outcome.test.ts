import { describe, expect, it } from 'vitest'
import { FlowOutcome } from '../../../../src/flow/contract/flow-outcome.ts'
import { flowOutcome, outcomeInstants } from '../../../../src/flow/domain/sums/flow-outcome.ts'
import { newYorkInstant } from '../../../../src/market/domain/calendar/new-york-time.ts'
import { OPEN_MS, rowOf } from '../../../support/market/flow-tape.ts'

const row = rowOf({ ms: 0, price: 1.1 })
const nextClose = newYorkInstant('2026-11-23', 16 * 60)

describe('the outcome of a print', () => {
  it('is the return of its contract after five minutes, thirty, and at the next close', () => {
    const mids = new Map([
      [OPEN_MS + 300_000, 1.21],
      [OPEN_MS + 1_800_000, 0.55],
      [nextClose, 0],
    ])
    const outcome = flowOutcome(row, (_, ms) => mids.get(ms) ?? Number.NaN, nextClose)

    expect(outcome).toEqual({ return_pct_5m: 10, return_pct_30m: -50, return_pct_1d: -100 })
    expect(FlowOutcome.parse(outcome)).toEqual(outcome)
  })

  it('asks for nothing that lies in the future', () => {
    const asked: number[] = []
    const midAt = (_: string, ms: number) => {
      asked.push(ms)
      return 1.1
    }

    const outcome = flowOutcome(row, midAt, OPEN_MS + 300_000)

    expect(outcome).toEqual({ return_pct_5m: 0, return_pct_30m: null, return_pct_1d: null })
    expect(asked).toEqual([OPEN_MS + 300_000])
  })

  it('is null without a usable quote', () => {
    expect(flowOutcome(row, () => Number.NaN, nextClose)).toEqual({
      return_pct_5m: null,
      return_pct_30m: null,
      return_pct_1d: null,
    })
  })

  it('skips days without trading, and closes early where the exchange does', () => {
    const friday = { executedAtMs: OPEN_MS, sessionDate: '2026-11-25' }

    expect(outcomeInstants(friday)[2]).toBe(newYorkInstant('2026-11-27', 13 * 60))
  })
})
