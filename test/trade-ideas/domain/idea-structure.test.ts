import { describe, expect, it } from 'vitest'
import {
  ideaStructure,
  type ListedContract,
  payoffAt,
  structureWords,
} from '../../../src/trade-ideas/domain/idea-structure.ts'

const HORIZON = '2026-11-20'
const STRIKES = [85, 90, 95, 100, 105, 110, 115]

/** Calls and puts whose mid is the intrinsic value at 100 and 3 of time value less 0.1 for each dollar away. */
const contractsOf = (expirationDate: string): ListedContract[] =>
  STRIKES.flatMap((strike) =>
    (['call', 'put'] as const).map((optionType) => ({
      optionType,
      expirationDate,
      strike,
      mid: Math.max(0, optionType === 'call' ? 100 - strike : strike - 100) + 3 - 0.1 * Math.abs(strike - 100),
    })),
  )
const LISTED = ['2026-11-20', '2026-11-23', '2026-11-27', '2026-12-18'].flatMap(contractsOf)
const BULLISH = { direction: 'bullish', entryPrice: 101, targetPrice: 110, stopPrice: 94 } as const
const BEARISH = { direction: 'bearish', entryPrice: 99, targetPrice: 90, stopPrice: 106 } as const
const NEUTRAL = { direction: 'neutral', entryPrice: 100, targetPrice: 106, stopPrice: 94 } as const

describe('the structure of an idea', () => {
  it('is the call nearest to the entry, a week or more after the horizon, with unlimited profit', () => {
    expect(ideaStructure({ ...BULLISH, strategy: 'Long Call' }, HORIZON, LISTED)).toEqual({
      legs: [{ side: 'buy', option_type: 'call', expiration_date: '2026-11-27', strike: 100, price: 3 }],
      net_debit: 3,
      max_profit: null,
      max_loss: 3,
      breakevens: [103],
    })
  })

  it('of a credit spread sells at the entry and buys at the stop', () => {
    const puts = ideaStructure({ ...BULLISH, strategy: 'Bull Put Spread' }, HORIZON, LISTED)
    const calls = ideaStructure({ ...BEARISH, strategy: 'Bear Call Spread' }, HORIZON, LISTED)

    expect(puts?.legs.map(({ side, strike }) => `${side} ${strike}`)).toEqual(['sell 100', 'buy 90'])
    expect(puts).toMatchObject({ net_debit: -1, max_profit: 1, max_loss: 9, breakevens: [99] })
    expect(calls?.legs.map(({ side, strike }) => `${side} ${strike}`)).toEqual(['sell 100', 'buy 110'])
    expect(calls).toMatchObject({ net_debit: -1, max_profit: 1, max_loss: 9, breakevens: [101] })
  })

  it('of a neutral idea is a condor around its range at the first expiration after the horizon', () => {
    const condor = ideaStructure({ ...NEUTRAL, strategy: 'Iron Condor' }, HORIZON, LISTED)

    expect(condor?.legs.map(({ side, strike, option_type: type }) => `${side} ${strike} ${type}`)).toEqual([
      'sell 90 put',
      'buy 85 put',
      'sell 110 call',
      'buy 115 call',
    ])
    expect(condor?.legs[0]?.expiration_date).toBe('2026-11-23')
    expect(condor).toMatchObject({ net_debit: -1, max_profit: 1, max_loss: 4, breakevens: [89, 111] })
    expect(condor && structureWords(condor)).toBe(
      'sell 90 put, buy 85 put, sell 110 call, buy 115 call, 2026-11-23, for a credit of 1.00 per share',
    )
  })

  it('loses no more than its largest loss and gains no more than its largest profit, at any price', () => {
    const condor = ideaStructure({ ...NEUTRAL, strategy: 'Iron Condor' }, HORIZON, LISTED)
    const values = Array.from({ length: 201 }).map((_it, price) => (condor ? payoffAt(condor, price) : Number.NaN))

    expect(Math.min(...values)).toBeCloseTo(-4)
    expect(Math.max(...values)).toBeCloseTo(1)
  })

  it('is none without listed contracts after the horizon, without quotes, or with quotes that contradict each other', () => {
    const spread = { ...BULLISH, strategy: 'Bull Put Spread' }

    expect(ideaStructure(spread, HORIZON, contractsOf('2026-11-20'))).toBeNull()
    expect(
      ideaStructure(
        spread,
        HORIZON,
        LISTED.map((it) => ({ ...it, mid: Number.NaN })),
      ),
    ).toBeNull()
    expect(
      ideaStructure(
        spread,
        HORIZON,
        LISTED.map((it) => ({ ...it, mid: 1 })),
      ),
    ).toBeNull()
  })
})
