import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exposureSnapshot } from '../../../src/analytics/domain/exposures/exposure-snapshot.ts'
import { gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { PATIENCE } from '../../support/browser/bell.ts'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../support/browser/web-service.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const MINUTES = ['15:00', '15:01', '15:02', '15:03']
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['desktop', 'phone'] as const).map((size) => ({ colorScheme, size })),
)

describe.skipIf(!canWalk)('the pages of strategies, exposures and screens', { timeout: 240_000 }, () => {
  let opened: SignedInPage
  beforeAll(async () => {
    opened = await signedInPage({ settings: { MARKET_SYMBOLS: 'SPY,T,NVDA,F,KO' } })
    for (const [index, minute] of MINUTES.entries()) {
      const valued = valuedChain(syntheticChain({ root: 'XSP', asOf: `2026-11-20T${minute}:00Z`, spot: 600 + index }))
      const snapshot = exposureSnapshot(valued, gammaFigures(valued, {}))
      await opened.service.parts.store.exposureSnapshots.add('SPY', '2026-11-20', snapshot)
    }
    // The first screen values every symbol, which takes longer than a page may wait.
    const { status } = await opened.service.call(opened.account, 'GET', 'screener')
    expect(status).toBe(200)
  }, 120_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  /** A window of its own, with the visitor of `opened`. */
  async function windowOf(look: BrowserContextOptions): Promise<Page> {
    const storageState = await opened.context.storageState()
    const context = await opened.browser.newContext({
      baseURL: opened.service.url,
      storageState,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      ...look,
    })
    return await context.newPage()
  }

  async function removeScreens(): Promise<void> {
    const { body } = await opened.service.call(opened.account, 'GET', 'screens')
    for (const { id } of body.data) await opened.service.call(opened.account, 'DELETE', `screens/${id}`)
  }

  async function sound(page: Page): Promise<void> {
    await settled(page)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }

  describe.each(LOOKS)('in $colorScheme on $size', ({ colorScheme, size }) => {
    let page: Page
    beforeAll(async () => {
      page = await windowOf({ colorScheme, viewport: SIZES[size] })
    })
    afterAll(() => page?.context().close())

    it('screen with the keyboard, compare, save under a name, and ring', async () => {
      const name = `Mine ${colorScheme} ${size}`
      await page.goto('/screener')
      await settled(page)
      await page.getByLabel('Add a filter').selectOption({ label: 'IV 30' })
      await page.waitForURL(({ searchParams }) => (searchParams.get('filters') ?? '').startsWith('iv30 >= '))
      const half = page.getByRole('slider', { name: 'IV 30 over all symbols' })
      await half.focus()
      await page.keyboard.press('Home')
      await page.getByRole('heading', { name: '5 of 5 symbols pass' }).waitFor()
      expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('IV 30 over all symbols')
      for (const symbol of ['SPY', 'KO']) await page.getByRole('checkbox', { name: `Compare ${symbol}` }).press('Space')
      const compared = page.getByRole('group', { name: 'Figures side by side' })
      await compared.getByRole('rowheader', { name: 'IV rank' }).waitFor()
      await page.getByRole('button', { name: 'Save and manage' }).click()
      await page.getByRole('dialog').getByLabel('Name of the screen of this page').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel(`Name of ${name}`).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Notify me of new symbols' }).press('Enter')
      await page.getByRole('link', { name, exact: true }).waitFor()

      expect(await compared.getByRole('columnheader').allInnerTexts()).toEqual(['Figure', 'SPY', 'KO'])
      expect(await page.getByRole('button', { name: `${name} notifies` }).getAttribute('aria-pressed')).toBe('true')
      await sound(page)
      const { body } = await opened.service.call(opened.account, 'GET', 'alerts')
      const rule = body.data.find((alert: { name: string }) => alert.name === name)
      expect(rule).toMatchObject({ source: 'screen', enabled: true })
      await opened.service.call(opened.account, 'DELETE', `alerts/${rule.id}`)
      await removeScreens()
    })

    it('opens the same screen from its address in another window, and says what is wrong with a filter', async () => {
      await page.goto('/screener?filters=price > 0,gex > 1&sort=-price&fields=price,sector')
      await page.getByText(/^“gex > 1” names no field: the nearest to gex is/).waitFor()
      await page.getByRole('button', { name: 'Remove gex > 1' }).click()
      await page.getByRole('heading', { name: '5 of 5 symbols pass' }).waitFor()

      const shown = size === 'phone' ? page.locator('.screen-cards .symbol') : page.locator('tbody .symbol')
      await expect.poll(async () => (await shown.allInnerTexts())[0], PATIENCE).toBe('SPY')
      await sound(page)
    })

    it('find strategies for a thesis, and open one in the builder', async () => {
      await page.goto('/symbols/SPY/strategies')
      await settled(page)
      await page.getByLabel('The price').selectOption({ label: 'rises' })
      await page.waitForURL(({ searchParams }) => searchParams.get('direction') === 'bullish')
      await page.getByRole('heading', { name: /^1\. / }).waitFor()
      await sound(page)
      await page.getByLabel('By', { exact: true }).fill('2026-11-01')
      await page.getByLabel('By', { exact: true }).press('Tab')
      await page.getByText(/^must be after 2026-11-20/).waitFor()
      await page.goBack()
      await page.goto('/symbols/SPY/strategies?direction=bullish')
      await page.getByRole('link', { name: 'Open in the builder' }).first().click()
      await page.getByRole('group', { name: 'Outcomes by measure' }).waitFor()
      await page.getByText(/^Profit in USD at/).click()
      await page.getByRole('group', { name: /^Profit by price of the underlying and date/ }).waitFor()

      await sound(page)
    })

    it('build an iron condor with the keyboard, shift its volatility, and share the address', async () => {
      const leg = (on: Page) => on.getByRole('slider', { name: /^Strike of leg 2:/ })
      const strike = async (on: Page) => Number(await leg(on).getAttribute('aria-valuenow'))
      await page.goto('/symbols/SPY/strategy')
      await settled(page)
      await page.getByRole('button', { name: 'Iron condor' }).press('Enter')
      await page.getByRole('heading', { name: 'Iron condor', exact: true }).waitFor()
      const before = await strike(page)
      await leg(page).press('ArrowRight')
      await page.getByRole('slider', { name: /^IV shift/ }).fill('10')
      await page.waitForURL(({ searchParams }) => searchParams.get('iv') === '10')
      const shared = await page.context().newPage()
      await shared.goto(page.url())
      await shared.getByText(/IV \+10$/).waitFor()

      expect(await strike(shared)).toBeGreaterThan(before)
      await shared.close()
      await sound(page)
    })

    it('play the exposures of a session', async () => {
      await page.goto('/symbols/SPY/exposure')
      await settled(page)
      await page.getByRole('slider', { name: 'Time of the session' }).fill('0')
      await page.getByRole('button', { name: 'Play' }).press('Enter')
      await page.getByRole('img', { name: 'Exposure of SPY by strike at 10:03' }).waitFor()

      await sound(page)
    })

    it('show the volatility surface and its change since a session', async () => {
      await page.goto('/symbols/SPY/volatility?against=2026-11-18')
      await settled(page)
      await page.getByRole('group', { name: 'Implied volatility by days and delta' }).waitFor()
      await page.getByRole('group', { name: 'Change since 2026-11-18, volatility points' }).waitFor()
      await sound(page)
      await page.getByLabel('Change since the session of').fill('2026-11-25')
      await page.getByText(/^must be before 2026-11-20/).waitFor()
    })
  })

  it('complain of nothing but what they refuse', async () => {
    const { page } = opened
    await page.goto('/screener?filters=price > 0')
    await settled(page)
    await page.getByRole('heading', { name: '5 of 5 symbols pass' }).waitFor()

    expect(opened.complaints).toEqual([])
  })
})
