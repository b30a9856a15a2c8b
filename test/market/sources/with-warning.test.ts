import { describe, expect, it } from 'vitest'
import { withWarning } from '../../../src/market/sources/with-warning.ts'

describe('a warning', () => {
  it('is added without changing the value, and gives the same object for the same words', () => {
    const add = withWarning<{ warnings: string[]; n: number }>(8)
    const value = { warnings: ['First.'], n: 1 }
    expect(add('SPY', value, null)).toBe(value)
    const stale = add('SPY', value, 'Old.')
    expect(stale).toEqual({ warnings: ['First.', 'Old.'], n: 1 })
    expect(add('SPY', value, 'Old.')).toBe(stale)
    expect(add('SPY', value, 'Older.')).not.toBe(stale)
    expect(value.warnings).toEqual(['First.'])
  })

  it('is added anew to another value of the key', () => {
    const add = withWarning<{ warnings: string[] }>(8)
    const stale = add('SPY', { warnings: [] }, 'Old.')

    expect(add('SPY', { warnings: [] }, 'Old.')).not.toBe(stale)
  })
})
