import { describe, expect, it } from 'vitest'
import { intradayBars, printMarks } from '../../../../src/web/symbol/levels/intraday-bars.ts'

const bucket = (time: string, change: object = {}) => ({
  time,
  underlying_open: 600,
  underlying_high: 603,
  underlying_low: 599,
  underlying_price: 601,
  call_volume: 10,
  put_volume: 20,
  ...change,
})

describe('candles of a session', () => {
  it('have the prices of their bucket, and the contracts as volume', () => {
    expect(intradayBars([bucket('2026-11-20T14:30:00.000Z')])).toEqual([
      { date: '2026-11-20T14:30:00.000Z', open: 600, high: 603, low: 599, close: 601, volume: 30 },
    ])
  })

  it('are a stroke where only the last price is known, and absent without one', () => {
    const old = { underlying_open: null, underlying_high: undefined, underlying_low: undefined }

    expect(intradayBars([bucket('a', old), bucket('b', { underlying_price: null })])).toMatchObject([
      { open: 601, high: 601, low: 601, close: 601 },
    ])
  })
})

describe('the marks of prints', () => {
  const bars = intradayBars([bucket('2026-11-20T14:30:00.000Z'), bucket('2026-11-20T14:35:00.000Z')])
  const print = { premium: 523_000, sentiment: 'bullish', option_type: 'call', strike: 610 } as const

  it('have a text for the first of those that are too near to each other', () => {
    const at = { ...print, executed_at: '2026-11-20T14:30:00.000Z' }

    expect(printMarks([at, { ...at, strike: 620 }], bars).map(({ text }) => text)).toEqual(['610C $523K', ''])
  })

  it('are on the bar of their time, in the order of the bars', () => {
    const marks = printMarks(
      [
        { ...print, executed_at: '2026-11-20T14:36:00.000Z' },
        { ...print, executed_at: '2026-11-20T14:34:59.999Z', sentiment: 'bearish', option_type: 'put' },
        { ...print, executed_at: '2026-11-20T14:29:00.000Z' },
      ],
      bars,
    )

    expect(marks).toEqual([
      { date: '2026-11-20T14:30:00.000Z', text: '', sign: -1 },
      { date: '2026-11-20T14:35:00.000Z', text: '610C $523K', sign: 1 },
    ])
  })
})
