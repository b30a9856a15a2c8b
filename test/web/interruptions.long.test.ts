import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../support/browser/signed-in-page.ts'
import { canWalk, settled } from '../support/browser/web-service.ts'

const FLOW_FILE = /\/assets\/flow-\w/

describe.skipIf(!canWalk)('a page that is interrupted', { timeout: 60_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage(
      { works: false, settings: { MARKET_SYMBOLS: 'SPY,GOOGL,NVDA' } },
      { reducedMotion: 'reduce' },
    )
    page = opened.page
    page.setDefaultTimeout(12_000)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()

  it('shows the error of a page whose file fails, keeps the other pages, and opens it the next time', async () => {
    await page.goto('/alerts')
    await settled(page)
    await page.route(FLOW_FILE, (route) => route.abort())
    await link('Flow').click()
    await heading('This page could not be loaded').waitFor()

    await link('Alerts').click()
    await heading('Alerts').waitFor()
    await page.unroute(FLOW_FILE)
    await link('Flow').click()

    await heading('Flow').waitFor()
  })

  it('opens a page that failed by its button, and by itself once the service answers again', async () => {
    await page.goto('/alerts')
    await settled(page)
    await page.route(FLOW_FILE, (route) => route.abort())
    await link('Flow').click()
    await heading('This page could not be loaded').waitFor()
    await page.unroute(FLOW_FILE)
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading('Flow').waitFor()

    await page.goto('/alerts')
    await settled(page)
    await opened.context.setOffline(true)
    await link('Unusual').click()
    await page.getByText('The service cannot be reached. The page opens when it answers again.').waitFor()
    await opened.context.setOffline(false)
    await heading('Unusual activity').waitFor()
  })

  it.each([
    ['it could not ask', (route: Route) => route.abort()],
    ['a proxy could not ask', (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' })],
  ])('asks again by itself what %s', async (_who, fail) => {
    const refusal = page.getByText('The service cannot be reached. Try again in a moment.').first()
    await page.route('**/api/v1/api_keys', fail)
    await page.goto('/api_keys')
    await refusal.waitFor()
    await page.unroute('**/api/v1/api_keys')

    await refusal.waitFor({ state: 'detached' })
    await page.getByRole('table').first().waitFor()
  })

  it('says what it works out where a past date takes longer than a second', async () => {
    const held: Route[] = []
    await page.route('**/api/v1/market_overview?*', (route) => void held.push(route))
    await page.goto('/?date=2026-11-19')
    await page.getByText('Working out Thu, Nov 19 from the trades of every symbol.').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(1)

    for (const route of held) await route.continue()
    await page.getByRole('heading', { name: 'Most bullish' }).waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    await page.unroute('**/api/v1/market_overview?*')
  })

  it('is not blank where its scripts cannot be loaded', async () => {
    const other = await opened.context.newPage()
    await other.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await other.goto('/flow')

    await other.getByRole('link', { name: 'open it again' }).waitFor({ state: 'visible' })
    await other.close()
  })

  it('keeps what was typed when the session ends, and goes on for the same account', async () => {
    await page.goto('/alerts/new')
    await settled(page)
    await page.getByLabel('Name').fill('Large prints of SPY')
    await opened.context.clearCookies()
    await page.getByRole('button', { name: /^(Save|Create)/ }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByLabel('Name').isVisible()).toBe(false)

    await page.getByRole('textbox', { name: 'E-mail' }).fill(opened.account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('a password of a test')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByLabel('Name').waitFor({ state: 'visible' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Large prints of SPY')
  })

  it('shows whether the market is open on every page, and that the answer is old while the service is down', async () => {
    await page.goto('/flow')
    await page.locator('.source').getByText('Market open').waitFor()
    await page.locator('.tape-state[data-live="true"]').waitFor()

    await opened.context.setOffline(true)
    await page.locator('.source').getByText('Not connected').waitFor()
    await page.locator('.tape-state[data-live="false"]').waitFor()
    await opened.context.setOffline(false)
    await page.locator('.source').getByText('Market open').waitFor()

    await page.goto('/symbols/SPY?date=2026-11-19')
    await page.locator('.symbol-head').getByText('Past session').waitFor()
    expect(await page.getByText('Market open').count()).toBe(0)
  })

  it('sorts a table by a column and back', async () => {
    await page.goto('/')
    await settled(page)
    const table = page.getByRole('group', { name: 'Volume leaders' })
    await table.getByRole('button', { name: 'Sort by Symbol' }).click()

    expect(await table.getByRole('columnheader', { name: /^Symbol/ }).getAttribute('aria-sort')).toBe('ascending')
    const symbols = await table.getByRole('rowheader').allTextContents()
    expect(symbols).toEqual(symbols.toSorted())
  })

  it('shows its own message at an unknown address', async () => {
    const answer = await page.goto('/nothing/here')

    expect(answer?.status()).toBe(404)
    await heading('Page not found').waitFor()
    await link('Market').click()
    await heading('Market').waitFor()
  })
})
