import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../../support/browser/web-service.ts'

describe.skipIf(!canWalk)('the first steps of an account', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage({ settings: { MARKET_SYMBOLS: 'SPY,T,NVDA,F,KO' } })
    page = opened.page
    page.setDefaultTimeout(30_000)
    await page.goto('/')
    await settled(page)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const steps = () => page.getByRole('region', { name: 'First steps' })
  const done = () => steps().locator('[data-done="true"] b').allInnerTexts()

  it('lead to a watchlist, a sample filter and a sample alert, and tick what is done', async () => {
    await steps().waitFor()
    expect(await done()).toEqual([])
    expect(await violations(page)).toEqual([])
    await page.locator('main tbody').getByRole('button', { name: 'Watch F', exact: true }).first().click()
    await steps().locator('[data-done="true"]', { hasText: 'Watch a symbol' }).waitFor()
    await steps().getByRole('link', { name: 'Show prints of 1M and more' }).click()
    await page.getByRole('button', { name: 'Large premium', pressed: true }).waitFor()
    await page.goBack()
    await steps().getByRole('link', { name: 'Open the sample alert' }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('Price crosses the flip')
    await page.getByRole('button', { name: /^(Save|Create)/ }).click()
    await page.waitForURL(/\/alerts/)
    await page.goto('/')
    await steps().locator('[data-done="true"]', { hasText: 'Create a sample alert' }).waitFor()

    expect(await done()).toEqual(['Watch a symbol', 'Create a sample alert'])
  })

  it('stay away once they are hidden', async () => {
    await steps().getByRole('button', { name: 'Hide these steps' }).click()
    await page.reload()
    await settled(page)

    expect(await steps().count()).toBe(0)
    expect(opened.complaints).toEqual([])
  })
})
