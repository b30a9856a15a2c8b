import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/browser/chromium.ts'
import { canWalk, settled, signedIn, webFolder } from '../support/browser/web-service.ts'
import { type NotificationService, notificationService } from '../support/notifications/notification-service.ts'

const PAGES = ['/', '/symbols/F', '/symbols/F/flow', '/symbols/F/chain', '/symbols/F/volatility', '/flow', '/unusual']

describe.skipIf(!canWalk)('a replay on the pages', { timeout: 120_000 }, () => {
  // Saturday: the replay shows Friday, 10:30 in New York.
  let nowMs = Date.parse('2026-11-21T17:30:00.000Z')
  let service: NotificationService
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    const settings = { MARKET_SYMBOLS: 'F', MARKET_OFF_HOURS: 'replay' }
    service = await notificationService({ now: () => new Date(nowMs), settings, pages: webFolder })
    browser = await launchChromium()
    const account = await service.account()
    await service.call(account, 'PUT', 'watchlist', { symbols: ['F'] })
    const storageState = await signedIn(browser, service.url, account.email)
    page = await browser.newPage({ baseURL: service.url, storageState })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  it('is named on every page with live values, which says neither open nor live', async () => {
    for (const path of [...PAGES, '/watchlist']) {
      await page.goto(path)
      await settled(page)
      await page.locator('main').getByText('Replay of Nov 20', { exact: true }).first().waitFor()

      expect(await page.getByText(/^(Live|Market open|Market closed)$/).count(), path).toBe(0)
    }
    await page.goto('/symbols/F?date=2026-11-20')
    await settled(page)
    expect(await page.getByText('Past session', { exact: true }).count()).toBeGreaterThan(0)
    expect(await page.getByText('Replay of').count()).toBe(0)
  })

  it('moves the tape, which begins again with the replay', async () => {
    nowMs = Date.parse('2026-11-21T16:20:00.000Z')
    await page.clock.install()
    await page.goto('/flow')
    const newest = page.locator('.tape tbody tr').first()
    await newest.waitFor()
    const before = await newest.textContent()
    const later = async () => {
      await page.clock.runFor(2_000)
      return newest.textContent()
    }
    nowMs += 5 * 60_000
    await expect.poll(later).not.toBe(before)
    nowMs += 15 * 60_000

    await expect.poll(later).toMatch(/^0?9:[34]\d/)
  })
})
