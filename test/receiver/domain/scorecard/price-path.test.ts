import { describe, expect, it } from 'vitest'
import {
  type PathBar,
  type PathIdea,
  pathEnd,
  wasTouched,
} from '../../../../src/receiver/domain/scorecard/price-path.ts'

const BULLISH: PathIdea = { direction: 'bullish', entry_price: 100, target_price: 110, stop_price: 95 }
const BEARISH: PathIdea = { direction: 'bearish', entry_price: 100, target_price: 90, stop_price: 105 }

const bar = (endMs: number, open: number, high: number, low: number, close: number): PathBar => ({
  endMs,
  open,
  high,
  low,
  close,
})
const quiet = bar(1, 100, 101, 99, 100)

describe('the end of a position', () => {
  it.each([
    [
      'the target when it comes first',
      BULLISH,
      [quiet, bar(2, 101, 111, 100, 109), bar(3, 100, 100, 90, 90)],
      'target',
      110,
      2,
    ],
    ['the stop when it comes first', BULLISH, [quiet, bar(2, 99, 99, 94, 96), bar(3, 96, 112, 96, 112)], 'stop', 95, 2],
    ['the stop where one bar has both', BULLISH, [bar(1, 100, 111, 94, 100)], 'stop', 95, 1],
    ['the open where it jumps over the stop', BULLISH, [quiet, bar(2, 92, 93, 91, 92)], 'stop', 92, 2],
    ['the open where it jumps over the target', BULLISH, [quiet, bar(2, 113, 114, 94, 112)], 'target', 113, 2],
    ['the last close where neither is reached', BULLISH, [quiet, bar(2, 100, 109.99, 95.01, 104)], 'horizon', 104, 2],
    ['the target of a short below', BEARISH, [quiet, bar(2, 99, 100, 89, 91)], 'target', 90, 2],
    ['the stop of a short above', BEARISH, [quiet, bar(2, 101, 106, 99, 104)], 'stop', 105, 2],
    ['the stop of a short where one bar has both', BEARISH, [bar(1, 100, 106, 89, 100)], 'stop', 105, 1],
    ['the open where a short jumps over its stop', BEARISH, [bar(1, 107, 108, 89, 100)], 'stop', 107, 1],
  ] as const)('is %s', (_name, idea, bars, exit, price, atMs) => {
    expect(pathEnd(idea, bars)).toEqual({ exit, price, atMs })
  })

  it.each([
    ['without a stop', { ...BULLISH, stop_price: null }],
    ['with a target on the wrong side', { ...BULLISH, target_price: 99 }],
    ['that is neutral', { ...BULLISH, direction: 'neutral' as const }],
  ])('is the last close for an idea %s', (_name, idea) => {
    expect(pathEnd(idea, [bar(1, 100, 200, 1, 103)])).toEqual({ exit: 'horizon', price: 103, atMs: 1 })
  })

  it('is unknown without bars', () => {
    expect(pathEnd(BULLISH, [])).toBeNull()
  })
})

describe('a price', () => {
  it('was touched when a bar traded at it, its ends included', () => {
    expect([98.9, 99, 101, 101.1].map((price) => wasTouched(price, [quiet]))).toEqual([false, true, true, false])
  })
})
