import { describe, expect, it } from 'vitest'
import { accountSetPlan } from '../../../src/accounts/operations/admin/account-set-plan.ts'
import { accountSuspend } from '../../../src/accounts/operations/admin/account-suspend.ts'
import { mcpApp } from '../../support/mcp/mcp.ts'

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const batch = (size: number) => Array.from({ length: size }, (_, id) => ({ ...PING, id }))

describe('the limit of messages', () => {
  it('lets 100 through in any minute, refuses the next, and says when to come back', async () => {
    await using app = await mcpApp()
    const remaining: unknown[] = []
    for (let count = 0; count < 100; count++) {
      remaining.push(Number((await app.post(PING)).headers['x-ratelimit-remaining']))
    }
    app.clock.advance(20_000)
    const refused = await app.post(PING)
    app.clock.advance(40_000)
    const later = await app.post(PING)

    expect(remaining).toEqual(Array.from({ length: 100 }, (_, count) => 99 - count))
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': '40',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Date.parse('2026-11-20T18:01:00Z') / 1000),
    })
    expect(refused.json().error).toMatchObject({ code: -32029, data: { status: 429, code: 'rate_limited' } })
    expect(later.statusCode).toBe(200)
  })

  it('counts each message of a batch, notifications too, and takes a batch whole or not', async () => {
    await using app = await mcpApp()
    const notifications = Array.from({ length: 10 }, () => ({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    const first = await app.post([...batch(40), ...notifications])
    const second = await app.post(batch(50))
    const third = await app.post(PING)

    expect({ statusCode: first.statusCode, xRatelimitRemaining: first.headers['x-ratelimit-remaining'] }).toEqual({
      statusCode: 200,
      xRatelimitRemaining: '50',
    })
    expect({ statusCode: second.statusCode, xRatelimitRemaining: second.headers['x-ratelimit-remaining'] }).toEqual({
      statusCode: 200,
      xRatelimitRemaining: '0',
    })
    expect(third.statusCode).toBe(429)

    app.clock.advance(61_000)
    await app.post(batch(60))
    expect((await app.post(batch(41))).statusCode).toBe(429)
    expect((await app.post(batch(39))).statusCode).toBe(200)
  })

  it('is apart from that of REST, and of other accounts', async () => {
    await using app = await mcpApp()
    const other = await app.account('vega')
    await app.post(batch(100))

    expect((await app.post(PING)).statusCode).toBe(429)
    expect((await app.post(PING, other.key)).statusCode).toBe(200)
    expect((await app.get('/api/v1/stocks/SPY/quote', app.caller.key)).headers['x-ratelimit-remaining']).toBe('99')
  })

  it('counts refused methods and bodies, so that they are not free', async () => {
    await using app = await mcpApp()
    for (let count = 0; count < 100; count++) await app.post(count % 2 ? '{' : '{}')

    expect((await app.post(PING)).statusCode).toBe(429)
  })
})

describe('what changes about an account', () => {
  it('holds from the next message on: plan, standing, and the end of a key', async () => {
    await using app = await mcpApp()
    const { email } = app.caller
    const statuses: number[] = []
    const ask = async () => statuses.push((await app.post(PING)).statusCode)

    await ask()
    await app.asOperator(accountSetPlan, { email, plan: 'theta' })
    await ask()
    await app.asOperator(accountSetPlan, { email, plan: 'vega' })
    await ask()
    app.clock.advance(31 * 86_400_000)
    await ask()
    const other = await app.account('vega')
    await app.asOperator(accountSuspend, { email: other.email })
    statuses.push((await app.post(PING, other.key)).statusCode)

    expect(statuses).toEqual([200, 403, 200, 401, 403])
  })
})
