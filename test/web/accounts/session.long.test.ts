import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATHS } from '../../../src/web/paths.ts'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk } from '../../support/browser/web-service.ts'

describe.skipIf(!canWalk)('the session of a page', { timeout: 60_000 }, () => {
  let opened: SignedInPage
  beforeAll(async () => {
    opened = await signedInPage()
  }, 120_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  it('is requested once, before the code of the page', async () => {
    const storageState = await opened.context.storageState()
    const requested = await requestsOf(opened.browser, { storageState }, '.index .price')
    const session = requested.indexOf('/api/v1/session')

    expect(requested.filter((it) => it === '/api/v1/session')).toHaveLength(1)
    // The module of the pages has run when it requests the numbers.
    expect(session).toBeLessThan(requested.indexOf('/api/v1/market_overview'))
    await opened.page.goto(PATHS.market)
    await opened.page.locator('.index .price').first().waitFor()
    const early = await opened.page.evaluate<string>(
      `performance.getEntriesByType('resource').find((it) => it.name.endsWith('/api/v1/session')).initiatorType`,
    )
    expect(early).toBe('link')
  })

  it('is not requested for a visitor who has none', async () => {
    const requested = await requestsOf(opened.browser, {}, 'input[type=password]')

    expect(requested.filter((it) => it.startsWith('/api/'))).toEqual([])
  })

  it('that has ended leads to the sign-in', async () => {
    const { cookies: _cookies, ...storage } = await opened.context.storageState()
    const requested = await requestsOf(
      opened.browser,
      { storageState: { ...storage, cookies: [] } },
      'input[type=password]',
    )

    expect(requested).toContain('/api/v1/session')
  })

  /** Paths that a new window requests until the element appears on the page of the market. */
  async function requestsOf(browser: Browser, options: BrowserContextOptions, element: string): Promise<string[]> {
    const context = await browser.newContext({ baseURL: opened.service.url, serviceWorkers: 'block', ...options })
    const page = await context.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(PATHS.market)
    await page.locator(element).first().waitFor()
    await context.close()
    return requested
  }
})
