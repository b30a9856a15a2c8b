import { describe, expect, it } from 'vitest'
import { FlowPrint } from '../../../src/flow/contract/flow-print.ts'
import { flowPrint } from '../../../src/flow/domain/flow-print.ts'
import { factsOf, rowOf, rowsOf } from '../../support/market/flow-tape.ts'
import { NO_FACTS } from '../../support/market/read-flow.ts'

describe('a row on the wire', () => {
  it('has every field of its schema', () => {
    const print = flowPrint(rowOf({ ms: 0, size: 25, volume: 400 }))

    expect(FlowPrint.parse(print)).toEqual(print)
    expect(print).toMatchObject({
      executed_at: '2026-11-20T14:30:00.000Z',
      option_symbol: 'SPY   261127C00500000',
      side: 'at_ask',
      side_label: 'At Ask',
      price: 1.1,
      premium: 2750,
      volume_oi_ratio: 0.04,
      trade_type: 'single',
    })
  })

  it('says null where something is unknown, never NaN', () => {
    const unknown = { bid: Number.NaN, ask: -1, underlying: Number.NaN, volume: Number.NaN }
    const print = flowPrint(rowOf({ contract: 'SPY1  261127C00500000', ...unknown }, { facts: NO_FACTS }))

    expect(FlowPrint.parse(print)).toEqual(print)
    expect(print).toMatchObject({
      bid: null,
      ask: null,
      premium: null,
      underlying_price: null,
      implied_volatility: null,
      delta: null,
      open_interest: null,
      volume: null,
      volume_oi_ratio: null,
    })
  })

  it('has no ratio over an open interest of 0', () => {
    expect(flowPrint(rowOf({}, { facts: factsOf({ openInterest: 0 }) })).volume_oi_ratio).toBeNull()
  })

  it('writes the mean price of a sweep without the noise of binary fractions', () => {
    const [row] = rowsOf([
      { ms: 0, exchange: 'C', size: 3, price: 1.1 },
      { ms: 1, exchange: 'P', size: 4, price: 1.13 },
    ])

    expect(row && flowPrint(row).price).toBe(1.11714285714)
  })
})
