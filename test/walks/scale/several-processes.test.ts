import { describe, expect, it, vi } from 'vitest'
import { addAccount } from '../../support/add-account.ts'
import { sink } from '../../support/http/sink.ts'
import { feedClient } from '../../support/notifications/feed-client.ts'
import { postgresUrl, testSchema } from '../../support/postgres.ts'
import { aPayload } from '../../support/receiver/ideas.ts'
import { serviceProcess, signIn } from '../../support/scale/service-process.ts'
import { type RunningService, SECRET_SETTINGS } from '../../support/service.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const RECEIVER = '/webhooks/optionomics-neutral'
const SECRET = { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
const BELL = '/ws/notifications'

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: object
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
type Body = any

async function ask({ url }: RunningService, path: string, { method = 'GET', headers, body }: Asked = {}) {
  const sent = body && { 'content-type': 'application/json' }
  const answer = await fetch(url + path, {
    method,
    headers: { origin: url, ...headers, ...sent },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text === '' ? null : JSON.parse(text)) as Body }
}

/** The names of what a process checks before it calls itself ready. */
async function checksOf(process: RunningService): Promise<string[]> {
  const { body } = await ask(process, '/health/ready')
  return body.checks.map(({ name }: { name: string }) => name)
}

describe.skipIf(!postgresUrl)('several processes on one database', { timeout: 120_000 }, () => {
  it('are one service: what one was told, the other knows', async () => {
    await using schema = await testSchema()
    const key = { 'x-user-email': ADA.email, 'x-user-token': await addAccount(schema.roleUrl, ADA) }
    await using one = await serviceProcess(schema)
    await using other = await serviceProcess(schema)
    const cookie = await signIn(one, ADA)
    await using bell = await feedClient(`${other.url}${BELL}`, key)
    await bell.until(1)

    const session = await ask(other, '/api/v1/session', { headers: { cookie } })
    const created = await ask(one, '/api/v1/api_keys', {
      method: 'POST',
      headers: { cookie },
      body: { name: 'second', expiry: '30d' },
    })
    const [, rung] = await bell.until(2)
    const second = { 'x-user-email': ADA.email, 'x-user-token': created.body.token }
    for (const each of [one, other]) each.guard(created.body.token)
    const quotes = [await ask(one, '/api/v1/stocks/SPY/quote', { headers: second })]
    quotes.push(await ask(other, '/api/v1/stocks/SPY/quote', { headers: second }))
    const idea = { method: 'POST', headers: SECRET, body: aPayload({ symbol: 'SPY' }) }
    const ideas = [await ask(one, `${RECEIVER}/trade-ideas`, idea), await ask(other, `${RECEIVER}/trade-ideas`, idea)]
    await ask(one, `/api/v1/api_keys/${created.body.id}`, { method: 'DELETE', headers: { cookie } })

    expect(session.status).toBe(200)
    expect(rung).toMatchObject({ type: 'notification', unread_count: 1 })
    expect(quotes.map(({ status }) => status)).toEqual([200, 200])
    const [left = 0, leftThen] = quotes.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(leftThen).toBe(left - 1)
    expect(ideas.map(({ body }) => body.status)).toEqual(['queued', 'duplicate'])
    const quoteAgain = () => ask(other, '/api/v1/stocks/SPY/quote', { headers: second })
    await expect.poll(async () => (await quoteAgain()).status, PATIENCE).toBe(401)
    const ledger = () => ask(other, `${RECEIVER}/ledger`, { headers: SECRET })
    await expect.poll(async () => (await ledger()).body.data[0]?.status, PATIENCE).toMatch(/dry_run|skipped/)
    expect((await ledger()).body.data).toHaveLength(1)
  })

  it('divide the work by roles, each does its own alone, and another goes on when one is killed', async () => {
    await using schema = await testSchema()
    await using peer = await sink()
    const key = { 'x-user-email': ADA.email, 'x-user-token': await addAccount(schema.roleUrl, ADA) }
    const settings = { WEBHOOK_ALLOWED_HOSTS: new URL(peer.url).host }
    const ofRoles = (ROLES: string) => serviceProcess(schema, { settings: { ...settings, ROLES } })
    await using api = await ofRoles('api')
    await using gateway = await ofRoles('gateway')
    await using receiver = await ofRoles('receiver')
    await using working = await ofRoles('market,dispatcher')
    await using bell = await feedClient(`${gateway.url}${BELL}`, key)
    await bell.until(1)

    const refused = await feedClient(`${api.url}${BELL}`, key).catch(({ status }) => status)
    const elsewhere = [
      await ask(gateway, '/api/v1/stocks/SPY/quote', { headers: key }),
      await ask(receiver, '/mcp', { method: 'POST', headers: key, body: {} }),
      await ask(working, '/'),
      await ask(api, `${RECEIVER}/trade-ideas`, { method: 'POST', headers: SECRET, body: aPayload() }),
    ]
    const checks = await Promise.all([api, gateway, receiver, working].map(checksOf))
    const cookie = await signIn(api, ADA)
    const webhook = { enabled: true, url: `${peer.url}/hook` }
    const told = async (name: string) => {
      const [rung, called] = [bell.messages.length, peer.calls.length]
      const body = { name, expiry: '30d' }
      const { status } = await ask(api, '/api/v1/api_keys', { method: 'POST', headers: { cookie }, body })
      await bell.until(rung + 1)
      await vi.waitFor(() => expect(peer.calls.length).toBeGreaterThan(called), PATIENCE)
      return status
    }
    const watched = async () => (await schema.run('select symbol from flow_positions')).rows
    const rule = { name: 'Any SPY print', source: 'option_flow', criteria: { symbols: ['SPY'] } }
    const set = [
      await ask(api, '/api/v1/notification_settings', {
        method: 'PATCH',
        headers: key,
        body: { channels: { webhook } },
      }),
      await ask(api, '/api/v1/alerts', { method: 'POST', headers: key, body: rule }),
    ]
    const first = await told('first')
    await expect.poll(watched, PATIENCE).toEqual([{ symbol: 'SPY' }])

    await using next = await ofRoles('market,dispatcher')
    await working.stop('SIGKILL')
    await schema.run('delete from flow_positions')
    const second = await told('second')
    await expect.poll(watched, PATIENCE).toEqual([{ symbol: 'SPY' }])

    expect(set.map(({ status }) => status)).toEqual([200, 201])
    expect([first, second]).toEqual([201, 201])
    expect(refused).toBe(404)
    expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const always = ['store', 'clock', 'prints', 'market']
    expect(checks).toEqual([
      [...always, 'notifications'],
      [...always, 'notifications'],
      [...always, 'decisions', 'notifications'],
      [...always, 'notifications', 'ideas'],
    ])
    // Each event once and in order, whichever process wrote it.
    const places = bell.messages.slice(1).map(({ seq }) => seq)
    expect(places).toEqual(places.map((_, index) => places[0] + index))
    expect(await next.stop()).toBe(0)
  })
})
