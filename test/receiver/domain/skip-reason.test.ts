import { describe, expect, it } from 'vitest'
import { rationaleOf, skipReason } from '../../../src/receiver/domain/skip-reason.ts'

describe('the reason of a skip', () => {
  const skipped = { action: 'skip', rationale: 'Calls are bought. [skipped: confidence is below the minimum]' } as const

  it('is what the gates wrote behind the rationale', () => {
    expect(skipReason(skipped)).toBe('confidence is below the minimum')
    expect(rationaleOf(skipped)).toBe('Calls are bought.')
  })

  it('is none of a skip that was decided, of an order, and without a decision', () => {
    expect(skipReason({ action: 'skip', rationale: 'The evidence is mixed.' })).toBeNull()
    expect(skipReason({ ...skipped, action: 'buy' })).toBeNull()
    expect(skipReason(null)).toBeNull()
  })
})
