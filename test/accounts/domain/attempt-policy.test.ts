import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ATTEMPT_POLICIES,
  type AttemptPolicy,
  type AttemptState,
  attemptDelayMs,
  counted,
  decayedAtMs,
  forgiven,
} from '../../../src/accounts/domain/attempt-policy.ts'

const policy: AttemptPolicy = { freeFailures: 3, firstDelayMs: 1_000, maxDelayMs: 8_000, decayMs: 60_000 }
const start = Date.parse('2026-11-20T15:00:00Z')

/** The state after so many failures, each as soon as it was allowed, and the waits before them. */
function failing(
  times: number,
  { at = start, rules = policy } = {},
): { state: AttemptState; waits: number[]; at: number } {
  let state: AttemptState | undefined
  let now = at
  const waits: number[] = []
  for (let index = 0; index < times; index++) {
    const wait = attemptDelayMs(state, undefined, rules, now)
    waits.push(wait)
    now += wait
    state = counted(state, rules, now)
  }
  return { state: state!, waits, at: now }
}

describe('tries at a secret', () => {
  it('are free at first, then wait twice as long each time, up to the longest delay', () => {
    expect(failing(9).waits).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  })

  it('never wait for an address that has not failed itself, whatever the account has suffered', () => {
    const account = failing(50).state

    expect(attemptDelayMs(undefined, account, policy, start)).toBe(0)
  })

  it('wait as long as the account is worth after a first failure of an address of their own', () => {
    const { state: account, at } = failing(5)
    const address = counted(undefined, policy, at)

    expect(attemptDelayMs(address, account, policy, at)).toBe(4_000)
    expect(attemptDelayMs(address, undefined, policy, at)).toBe(0)
  })

  it('cannot be held off by strangers who go on failing at the account', () => {
    const mine = counted(undefined, policy, start)
    let account = failing(10, { at: start }).state
    for (let second = 0; second <= 8; second++) account = counted(account, policy, start + second * 1_000)

    expect(attemptDelayMs(mine, account, policy, start + 8_000)).toBe(0)
  })

  it('count one less when a right one is forgiven, and never less than none', () => {
    const { state } = failing(4)

    expect(forgiven(state).failures).toBe(3)
    expect(forgiven({ failures: 0, lastAtMs: start }).failures).toBe(0)
  })

  it('gain nothing from a clock that is set back, and lose no more than one delay', () => {
    const { state, at } = failing(5)

    expect(attemptDelayMs(state, undefined, policy, at - 86_400_000)).toBe(4_000)
  })

  it('allow at most 12 tries in the first 12 seconds at a password', () => {
    const rules = ATTEMPT_POLICIES.password
    const { waits } = failing(13, { rules })

    expect(waits.slice(0, 10)).toEqual(Array(10).fill(0))
    expect(waits.slice(10).reduce((sum, wait) => sum + wait, 0)).toBe(4_000 + 8_000 + 16_000)
  })
})

const anyPolicy = fc
  .record({
    freeFailures: fc.integer({ min: 1, max: 30 }),
    firstDelayMs: fc.integer({ min: 1, max: 60_000 }),
    factor: fc.integer({ min: 1, max: 1_000 }),
    decayMs: fc.integer({ min: 1, max: 3_600_000 }),
  })
  .map(({ factor, ...rest }): AttemptPolicy => ({ ...rest, maxDelayMs: rest.firstDelayMs * factor }))
const anyState = fc.option(
  fc.record({ failures: fc.integer({ min: 0, max: 100 }), lastAtMs: fc.integer({ min: 0, max: 10_000_000 }) }),
  { nil: undefined },
)
const anyNow = fc.integer({ min: 0, max: 20_000_000 })

describe('for any policy, state and time', () => {
  it('a wait lies between 0 and the longest delay', () => {
    fc.assert(
      fc.property(anyPolicy, anyState, anyState, anyNow, (rules, address, account, now) => {
        const wait = attemptDelayMs(address, account, rules, now)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(rules.maxDelayMs)
      }),
    )
  })

  it('whoever waits exactly that long may try, and never earlier', () => {
    fc.assert(
      fc.property(anyPolicy, anyState, anyState, anyNow, (rules, address, account, now) => {
        fc.pre(address === undefined || address.lastAtMs <= now)
        const wait = attemptDelayMs(address, account, rules, now)
        expect(attemptDelayMs(address, account, rules, now + wait)).toBe(0)
        if (wait > 0) {
          const early = attemptDelayMs(address, account, rules, now + wait - 1)
          // A failure that fades meanwhile may shorten the wait, but nothing lengthens it.
          expect(early).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('one more failure never shortens the wait', () => {
    fc.assert(
      fc.property(anyPolicy, anyState, anyState, anyNow, (rules, address, account, now) => {
        fc.pre(address === undefined || address.lastAtMs <= now)
        const before = attemptDelayMs(address, account, rules, now)
        expect(attemptDelayMs(counted(address, rules, now), account, rules, now)).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  it('a state is worth nothing from the instant at which it may be forgotten', () => {
    fc.assert(
      fc.property(anyPolicy, anyState, (rules, state) => {
        fc.pre(state !== undefined)
        const forgotten = decayedAtMs(state, rules)
        expect(counted(state, rules, forgotten)).toEqual(counted(undefined, rules, forgotten))
        expect(attemptDelayMs(state, state, rules, forgotten)).toBe(0)
      }),
    )
  })

  it('the longest delay is reached and counts stay bounded', () => {
    fc.assert(
      fc.property(anyPolicy, fc.integer({ min: 100, max: 200 }), (rules, times) => {
        let state: AttemptState | undefined
        for (let index = 0; index < times; index++) state = counted(state, rules, start)
        expect(attemptDelayMs(state, undefined, rules, start)).toBe(rules.maxDelayMs)
        expect(state!.failures).toBeLessThanOrEqual(rules.freeFailures + 10)
      }),
    )
  })
})
