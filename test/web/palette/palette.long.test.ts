import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../support/browser/web-service.ts'
import { anIdeaRecord } from '../../support/receiver/idea-records.ts'

const STRUCTURE = {
  legs: [
    { side: 'sell', option_type: 'put', expiration_date: '2026-12-04', strike: 180, price: 4.1 },
    { side: 'buy', option_type: 'put', expiration_date: '2026-12-04', strike: 170, price: 1.6 },
  ],
  net_debit: -2.5,
  max_profit: 2.5,
  max_loss: 7.5,
  breakevens: [177.5],
} as const

describe.skipIf(!canWalk)('from the search to an idea and its contracts', { timeout: 60_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage(
      { works: false, settings: { MARKET_SYMBOLS: 'SPY,NVDA' } },
      { viewport: SIZES.phone, colorScheme: 'dark', reducedMotion: 'reduce' },
    )
    page = opened.page
    await opened.service.parts.store.tradeIdeas.add({
      ...anIdeaRecord({
        symbol: 'NVDA',
        strategy: 'Bull Put Spread',
        entryPrice: 181,
        targetPrice: 190,
        stopPrice: 172,
      }),
      structure: STRUCTURE,
    })
    page.setDefaultTimeout(15_000)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  it('takes what is typed before its code has arrived, Enter too', async () => {
    await page.goto('/alerts')
    await settled(page)
    const { promise: typed, resolve } = Promise.withResolvers<void>()
    await page.route('**/palette-*.js', async (route) => {
      await typed
      await route.continue()
    })
    const asked = page.waitForRequest('**/palette-*.js')
    await page.keyboard.press('Control+k')
    await asked
    await page.keyboard.type('nvidix')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Alt+q')
    await page.keyboard.type('a')
    await page.keyboard.press('Enter')
    resolve()

    await page.getByRole('heading', { name: 'NVDA', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('combobox', { name: 'Symbol, page or action' }).inputValue()).toBe('')
    await page.keyboard.press('Escape')
  })

  it('finds a company by its name with the keyboard alone, and remembers it', async () => {
    await page.goto('/alerts')
    await settled(page)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Symbol, page or action' })
    await field.fill('nvidia')
    await page.getByRole('option', { name: 'NVDA', selected: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'NVDA', level: 1 }).waitFor()

    await page.keyboard.press('/')
    await page.getByRole('option', { name: 'NVDA', selected: true }).waitFor()
    await field.fill('trade')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Trade ideas', level: 1 }).waitFor()
  })

  it('shows the contracts of an idea with their payoff, on a phone too, with links to where it left a trace', async () => {
    await page.getByRole('link', { name: 'NVDA', exact: true }).click()
    const contracts = page.getByRole('region', { name: 'Contracts' })
    await contracts.getByText('$250').first().waitFor()

    expect(await contracts.getByRole('row').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/sell.*180.*put/), expect.stringMatching(/buy.*170.*put/)]),
    )
    expect(await page.getByRole('link', { name: 'Notifications of NVDA' }).getAttribute('href')).toBe(
      '/notifications?symbol=NVDA',
    )
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
    expect(opened.complaints).toEqual([])
  })
})
