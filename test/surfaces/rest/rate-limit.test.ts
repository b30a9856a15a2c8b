import { expect, it } from 'vitest'
import type { Caller } from '../../../src/catalogue/context.ts'
import { memoryWindows } from '../../../src/lib/async/windows.ts'
import { RateLimits } from '../../../src/surfaces/rest/rate-limit.ts'

const account = {
  id: 'a',
  email: 'a@example.com',
  emailVerified: true,
  plan: 'vega',
  status: 'good',
  timeZone: 'UTC',
} as const
const byKey: Caller = { kind: 'api_key', account, address: '192.0.2.1', sessionId: null }

it('tells what of its limits an account has used in the last minute', async () => {
  let ms = 0
  const limits = new RateLimits({ now: () => new Date(0), windows: memoryWindows(() => ms) })
  await limits.take(byKey)
  await limits.take(byKey)
  await limits.take({ ...byKey, kind: 'session' })

  const now = await limits.usageOf('a')
  ms = 60_000

  expect(now).toEqual([
    { name: 'rest_requests', window: 'minute', limit: 100, used: 2 },
    { name: 'web_requests', window: 'minute', limit: 600, used: 1 },
  ])
  expect((await limits.usageOf('a')).map(({ used }) => used)).toEqual([0, 0])
})

it('is not freed by a wall clock that jumps', async () => {
  let wallMs = 0
  const limits = new RateLimits({ now: () => new Date(wallMs), windows: memoryWindows(() => 0) })
  for (let index = 0; index < 100; index++) await limits.take(byKey)
  wallMs = 40 * 86_400_000

  const admission = await limits.take(byKey)

  expect(admission.allowed).toBe(false)
  expect(limits.headers(admission)['x-ratelimit-reset']).toBe(String(40 * 86_400 + 60))
})
