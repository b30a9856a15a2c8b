import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../../support/browser/web-service.ts'
import { HostSession } from '../../support/oauth/host-session.ts'
import { HOSTS, type Host } from '../../support/oauth/hosts.ts'

const cases = HOSTS.map(
  (host) => [host.name, 'document' in host.identity ? 'its document' : 'a registration', host] as const,
)

describe.skipIf(!canWalk)('an assistant that gets the address of the service', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  const secrets: string[] = []
  beforeAll(async () => {
    // Nothing leaves this machine: what the service knows of the vendors comes with it.
    opened = await signedInPage({ settings: { MCP_CLIENT_DOCUMENTS: 'pinned' } })
    // The pages of the vendors that the browser returns to.
    await opened.context.route(/^https?:\/\/(?!127\.0\.0\.1:\d+\/(authorize|api|assets|connected))/, async (route) => {
      const isOwn = route.request().url().startsWith(opened.service.url)
      await (isOwn ? route.continue() : route.fulfill({ status: 200, body: 'You may close this page.' }))
    })
  }, 120_000)
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]()
    const kept = opened?.service.logged.join('') ?? ''
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
  })

  /** Clicks Allow; where the browser is sent to. A desktop program is not installed here, so the page shows its link. */
  async function allow(page: Page, redirectUri: string): Promise<string> {
    await page.getByRole('button', { name: 'Allow' }).click()
    if (redirectUri.startsWith('http')) {
      await page.waitForURL((url) => url.href.startsWith(redirectUri) && url.searchParams.has('code'))
      return page.url()
    }
    return (await page.getByRole('link', { name: 'continue here' }).getAttribute('href')) ?? ''
  }

  async function connect(host: Host): Promise<HostSession> {
    const { context, service } = opened
    const session = new HostSession(host, `${service.url}/mcp`)
    const page = await context.newPage()
    await page.goto(await session.begin())
    await settled(page)
    await page.getByText(`${host.name} wants to read market data as ${opened.account.email}`).waitFor()
    await page.getByText(host.returnsTo, { exact: true }).waitFor()
    const isLocal = !host.redirectUri.startsWith('https:')
    expect(await page.getByText('an app on this computer').count()).toBe(isLocal ? 1 : 0)
    const returned = await allow(page, host.redirectUri)
    await page.close()
    secrets.push(new URL(returned).searchParams.get('code') ?? 'no code')
    await session.finish(returned)
    return session
  }

  it.each(cases)('%s with %s connects, lists, calls a tool and renews its tokens', async (_name, _identity, host) => {
    const session = await connect(host)
    const params = { protocolVersion: host.protocol, capabilities: {}, clientInfo: { name: 'host', version: '1' } }
    const started = await session.message('initialize', params)
    await session.message('notifications/initialized', {}, null)
    const listed = await session.message('tools/list')
    await session.refresh(3)
    const called = await session.message('tools/call', { name: 'stock_quote', arguments: { symbol: 'SPY' } })
    secrets.push(...session.secrets)

    expect(started.result.protocolVersion).toBe(host.protocol)
    expect(listed.result.tools.length).toBeGreaterThan(20)
    expect(called.result.structuredContent.symbol).toBe('SPY')
  })

  it('is asked about on a page that everybody can use, and denied there', async () => {
    const { page, service } = opened
    const [host] = HOSTS
    if (!host) throw new Error('there is no host')
    const session = new HostSession(host, `${service.url}/mcp`)
    await page.goto(await session.begin())
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/error=access_denied/)

    expect(page.url()).toMatch(/^https:\/\/claude\.ai\/api\/mcp\/auth_callback\?/)
  })

  it('shows a hostile name as text, and says that nobody checked it', async () => {
    const { page, service } = opened
    const name = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
    const registration = { client_name: name, redirect_uris: ['https://evil.example/callback'] }
    const host: Host = { ...HOSTS[1]!, name, identity: { registration }, redirectUri: 'https://evil.example/callback' }
    const session = new HostSession(host, `${service.url}/mcp`)
    opened.complaints.length = 0
    await page.goto(await session.begin())
    await settled(page)
    await page.getByText('not checked').waitFor()

    expect(await page.getByText(name).count()).toBe(1)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(opened.complaints).toEqual([])
  })

  it('is listed with what ends its access at once', async () => {
    const { page } = opened
    const [host] = HOSTS
    if (!host) throw new Error('there is no host')
    const session = await connect({ ...host, refreshesFor: 'nothing' })
    secrets.push(...session.secrets)
    await page.goto('/connected_apps')
    await settled(page)
    expect(await violations(page)).toEqual([])
    const before = await page.getByRole('button', { name: 'Disconnect Claude', exact: true }).count()
    await page.getByRole('button', { name: 'Disconnect Claude', exact: true }).first().click()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect
      .poll(() => page.getByRole('button', { name: 'Disconnect Claude', exact: true }).count(), { timeout: 20_000 })
      .toBe(before - 1)

    await expect(session.message('tools/list')).rejects.toThrow(/401/)
  })

  it('brings its user back after the sign-in', async () => {
    const { browser, service, account } = opened
    const [host] = HOSTS
    if (!host) throw new Error('there is no host')
    const session = new HostSession(host, `${service.url}/mcp`)
    const context = await browser.newContext({ baseURL: service.url })
    const page = await context.newPage()
    await page.goto(await session.begin())
    await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('a password of a test')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Claude wants to read market data as').waitFor()
    await context.close()
  })
})
