import { describe, expect, it } from 'vitest'
import { inputOf, readThesis } from '../../../../src/web/symbol/strategies/thesis-state.ts'

describe('the thesis in the address', () => {
  it('becomes the input of the search, without what is not given', () => {
    const query = { target_price: '620.5', target_date: '2026-12-18', max_loss: '500', templates: 'iron_condor,nope' }

    expect(inputOf('SPY', readThesis(query))).toEqual({
      symbol: 'SPY',
      target_price: 620.5,
      target_date: '2026-12-18',
      max_loss: 500,
      templates: ['iron_condor'],
    })
    expect(inputOf('SPY', readThesis({}))).toEqual({ symbol: 'SPY' })
  })

  it('has a price or a direction, never both', () => {
    expect(readThesis({ direction: 'bullish' })).toMatchObject({ direction: 'bullish', target_price: null })
    expect(readThesis({ direction: 'bullish', target_price: '9' })).toMatchObject({ direction: null, target_price: 9 })
  })

  it('leaves out values that are none', () => {
    const read = readThesis({ direction: 'up', target_date: 'soon', max_loss: 'much', iv_points: '', prefer: 'luck' })

    expect(inputOf('F', read)).toEqual({ symbol: 'F' })
  })
})
