import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { addAccount } from '../../support/add-account.ts'
import { PATIENCE, unreadOf } from '../../support/browser/bell.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { canWalk, listen, signIn } from '../../support/browser/web-service.ts'
import { postgresUrl, testSchema } from '../../support/postgres.ts'
import { type ScaledProcess, startScaled } from '../../support/process/scaled-process.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { PROXIES } from '../../support/proxy/proxies.ts'
import { aPayload } from '../../support/receiver/ideas.ts'
import { signIn as sessionAt } from '../../support/scale/service-process.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const RECEIVER = '/webhooks/optionomics-neutral'
const SECRET = { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
const IDEAS_A_KILL = 4
const ROLES = ['gateway', 'dispatcher,market', 'receiver', 'api', 'gateway', 'dispatcher,market', 'receiver', 'api']

const caddy = PROXIES.find(({ name }) => name === 'Caddy')?.program

interface Page<Row> {
  readonly data: readonly Row[]
}

/** Sends until somebody acknowledges: the proxy may have lost the answer of a process that was killed. */
async function acknowledged({ url }: ScaledProcess, name: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(`${url}${RECEIVER}/trade-ideas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...SECRET },
      body: JSON.stringify(aPayload({ alert_name: name, symbol: 'SPY' })),
    }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { fingerprint: string }).fingerprint
    await answer?.body?.cancel()
    await sleep(100)
  }
  throw new Error(`nobody acknowledged ${name}`)
}

async function ledgerOf({ url }: ScaledProcess) {
  const answer = await fetch(`${url}${RECEIVER}/ledger?limit=100`, { headers: SECRET })
  return ((await answer.json()) as Page<{ fingerprint: string; status: string }>).data
}

async function notificationTitles({ url }: ScaledProcess, key: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/notifications?limit=100`, { headers: key })
  return ((await answer.json()) as Page<{ title: string }>).data.map(({ title }) => title)
}

/** Its owner is notified. Asked again where the process that was asked is killed before it answers. */
async function createKey({ url }: ScaledProcess, cookie: string, name: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(`${url}/api/v1/api_keys`, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ name, expiry: '30d' }),
    }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`the key ${name} was not created`)
}

describe.skipIf(!postgresUrl || !caddy || !canWalk)('npm run scaled', { timeout: 600_000 }, () => {
  it('serves a browser and trade ideas while processes of every kind are killed', async () => {
    using folder = tempFolder()
    await using schema = await testSchema()
    const key = { 'x-user-email': ADA.email, 'x-user-token': await addAccount(schema.roleUrl, ADA) }
    const settings = { MARKET_SYMBOLS: 'SPY,NVDA', DECISION_MODE: 'rules' }
    await using service = await startScaled(schema, { folder: folder.path, settings })
    await using browser = await launchChromium()
    const page = await (await browser.newContext({ baseURL: service.url })).newPage()
    const complaints = listen(page, service.url)
    await signIn(page, ADA.email, ADA.password)
    const cookie = await sessionAt(service, ADA)
    // Signing in from somewhere new is told.
    const before = (await notificationTitles(service, key)).length
    const fingerprints: string[] = []
    for (const [round, roles] of ROLES.entries()) {
      const [victim = 0] = service.pids(roles)
      const sending = Array.from({ length: IDEAS_A_KILL }, (_, index) => acknowledged(service, `${round}/${index}`))
      process.kill(victim, 'SIGKILL')
      fingerprints.push(...(await Promise.all(sending)))
      await createKey(service, cookie, `key ${round}`)
      await expect.poll(() => unreadOf(page), { ...PATIENCE, timeout: 60_000, message: roles }).toBe(before + round + 1)
      await expect.poll(() => service.pids(roles).length, PATIENCE).toBe(2)
    }
    await page.goto('/flow')
    await page.locator('main table tbody tr').first().waitFor()
    const isEnded = async () => (await ledgerOf(service)).every(({ status }) => status !== 'queued')
    await expect.poll(isEnded, { timeout: 60_000, interval: 500 }).toBe(true)
    const entries = await ledgerOf(service)
    const titles = await notificationTitles(service, key)

    expect(entries.map(({ fingerprint }) => fingerprint).sort()).toEqual([...new Set(fingerprints)].sort())
    expect(entries.every(({ status }) => /^(dry_run|skipped)$/.test(status))).toBe(true)
    expect(titles).toHaveLength(before + ROLES.length)
    // What the browser may say: that the socket of a process that was killed is gone.
    expect(complaints.filter((it) => !/WebSocket|502|503|ERR_/.test(it))).toEqual([])
    expect(service.output()).not.toContain(schema.password)
    expect(await service.stop()).toBe(0)
  })
})
