import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE } from '../../support/browser/bell.ts'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../support/browser/web-service.ts'

describe.skipIf(!canWalk)('the watchlist', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage({ settings: { MARKET_SYMBOLS: 'T,NVDA,F,KO' } })
    page = opened.page
    page.setDefaultTimeout(30_000)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const stored = async () => (await opened.service.call(opened.account, 'GET', 'watchlist')).body.symbols
  const symbols = async () => await page.locator('.watchlist-table tbody .symbol').allInnerTexts()

  it('takes symbols from the star of a symbol page, of a table and of the search', async () => {
    await page.goto('/symbols/T')
    await page.locator('.symbol-head').getByRole('button', { name: 'Watch T' }).click()
    await expect.poll(stored, PATIENCE).toEqual(['T'])
    await page.goto('/')
    await settled(page)
    await page.locator('td, tbody th').getByRole('button', { name: 'Watch F', exact: true }).first().click()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('coca')
    await page.getByRole('dialog').getByRole('button', { name: 'Watch KO' }).click()
    await expect.poll(stored, PATIENCE).toEqual(['T', 'F', 'KO'])
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')

    const star = page.locator('td, tbody th').getByRole('button', { name: 'Watch F', exact: true }).first()
    expect(await star.getAttribute('aria-pressed')).toBe('true')
  })

  it('shows all figures from one request, and sorts by each', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/watchlist')
    await settled(page)
    const row = page.locator('.watchlist-table tbody tr', { has: page.getByRole('link', { name: 'T', exact: true }) })
    await row.getByRole('img', { name: /^21 sessions/ }).waitFor()
    await expect.poll(async () => (await row.locator('td').allInnerTexts()).slice(0, 6), PATIENCE).not.toContain('–')
    expect(await symbols()).toEqual(['T', 'F', 'KO'])
    for (const column of ['Price', 'Change', 'IV rank', 'Net GEX', 'From flip', 'Net premium', '20 sessions']) {
      await page.getByRole('button', { name: `Sort by ${column}` }).click()
      await page.locator('th[aria-sort="descending"]', { hasText: column }).waitFor()
    }
    await page.getByRole('button', { name: 'Sort by Symbol' }).click()
    await expect.poll(symbols, PATIENCE).toEqual(['F', 'KO', 'T'])

    expect(asked.filter((path) => path.startsWith('/api/v1/stocks/'))).toEqual([])
    expect(await violations(page)).toEqual([])
  })

  it('has bounds of all symbols and of one, with a preview, and names a wrong field', async () => {
    await page.getByRole('button', { name: 'Notification thresholds' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notifications of the watchlist' })
    await dialog.getByText(/(About [\d.]+|None) a day at these settings/).waitFor()
    await dialog.getByLabel('Premium from').fill('100k')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must be 500000 or more').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Premium from').fill('2M')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'as all bounds: notifications of F' }).click()
    await page.getByRole('dialog').getByLabel('Score from').fill('99')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'own bounds: notifications of F' }).waitFor()

    const { body } = await opened.service.call(opened.account, 'GET', 'watchlist?figures=available')
    expect(body.thresholds).toEqual({ premium_min: 2_000_000 })
    expect(body.symbol_thresholds).toEqual([{ symbol: 'F', unusual_score_min: 99 }])
  })

  it('takes several tickers, refuses unknown ones, and loses a symbol whose star is clicked', async () => {
    await page.getByLabel('Add symbols').fill('nvda, nope')
    await page.keyboard.press('Enter')
    await page.getByText('Not listed here: NOPE').waitFor()
    await page.getByLabel('Add symbols').fill('nvda')
    await page.keyboard.press('Enter')
    await page.locator('.watchlist-table tbody tr', { hasText: 'NVDA' }).waitFor()
    await page.getByRole('button', { name: 'Watch KO' }).click()
    await expect.poll(symbols, PATIENCE).toEqual(['F', 'NVDA', 'T'])
    expect(await stored()).toEqual(['T', 'F', 'NVDA'])

    await page.setViewportSize(SIZES.phone)
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
    const refused = opened.complaints.filter((text) => !text.includes('422'))
    expect(refused).toEqual([])
  })
})
