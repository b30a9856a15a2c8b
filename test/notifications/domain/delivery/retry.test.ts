import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_ATTEMPTS,
  MAX_RETRY_AFTER_MS,
  maxAttempts,
  RETRY_STEPS_S,
  retryDelayMs,
  triesOf,
} from '../../../../src/notifications/domain/delivery/retry.ts'

const failed = (attempts: number, code = 'http_503') => ({ attempts, retry: true, code })

describe('the retry schedule', () => {
  it('has eight attempts over 7 h 42 min 40 s', () => {
    expect(MAX_ATTEMPTS).toBe(8)
    expect(RETRY_STEPS_S.reduce<number>((sum, step) => sum + step, 0)).toBe(27_760)
  })

  it('waits each step, whole milliseconds, a fifth shorter or longer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempts, random) => {
          const step = (RETRY_STEPS_S[attempts - 1] ?? 0) * 1_000
          const delay = retryDelayMs(failed(attempts), random) ?? -1

          expect(Number.isInteger(delay)).toBe(true)
          expect(delay).toBeGreaterThanOrEqual(0.8 * step)
          expect(delay).toBeLessThanOrEqual(1.2 * step)
        },
      ),
    )
    expect([0, 0.5, 1 - 2 ** -53].map((random) => retryDelayMs(failed(1), random))).toEqual([8_000, 10_000, 12_000])
  })

  it.each([
    ['eight', 8, 'http_503'],
    ['eight', 8, 'timeout'],
    ['eight', 8, 'http_429'],
    ['eight', 8, 'http_408'],
    ['four', 4, 'http_404'],
    ['four', 4, 'http_401'],
  ])('ends after %s attempts (%i) of %s', (_word, most, code) => {
    expect(maxAttempts(code)).toBe(most)
    expect(retryDelayMs(failed(most - 1, code), 0.5)).not.toBeNull()
    expect(retryDelayMs(failed(most, code), 0.5)).toBeNull()
  })

  it('does not repeat what cannot get better', () => {
    expect(retryDelayMs({ ...failed(1), retry: false }, 0.5)).toBeNull()
  })

  it('waits as long as the peer asks, never shorter than the step and at most an hour for it', () => {
    expect(retryDelayMs({ ...failed(1), afterMs: 45_000 }, 0.5)).toBe(45_000)
    expect(retryDelayMs({ ...failed(1), afterMs: 1 }, 0.5)).toBe(10_000)
    expect(retryDelayMs({ ...failed(1), afterMs: 1e12 }, 0.5)).toBe(MAX_RETRY_AFTER_MS)
    expect(retryDelayMs({ ...failed(7), afterMs: 1e12 }, 0.5)).toBe(18_000_000)
  })
})

describe('the tries of a delivery', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 1],
    [1, 1, 1],
    [5, 2, 3],
    [8, 8, 1],
    [9, 8, 1],
    [16, 16, 8],
    [20, 9, 12],
  ])('of %i attempts, of which the end of the process cut %i, are %i', (attempts, interrupted, tries) => {
    expect(triesOf({ attempts, interrupted })).toBe(tries)
  })
})
