import { describe, expect, it } from 'vitest'
import { contractLines, contractName } from '../../../../src/web/symbol/contract/contract-lines.ts'

describe('the name of a contract', () => {
  it('has its parts from the OCC identity', () => {
    expect(contractName('SPXW  261120P06742500')).toEqual({ type: 'put', strike: 6742.5, expiration: '2026-11-20' })
  })

  it('is unknown for another text', () => {
    expect(contractName('SPY')).toBeNull()
  })
})

describe('the lines of a contract', () => {
  const print = (executed_at: string, price: number, size: number) => ({
    executed_at,
    price,
    size,
    implied_volatility: 0.2,
    delta: null,
  })

  it('are in the order of time, with the volume of all prints so far', () => {
    const newestFirst = [
      print('1970-01-01T00:00:03.000Z', 1.3, 5),
      print('1970-01-01T00:00:01.000Z', 1.2, 10),
      print('1970-01-01T00:00:01.000Z', 1.1, 20),
    ]

    expect(contractLines(newestFirst)).toEqual({
      times: [1, 3],
      prices: [1.2, 1.3],
      volatilities: [0.2, 0.2],
      deltas: [null, null],
      volumes: [30, 35],
    })
  })
})
