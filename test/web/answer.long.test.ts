import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/browser/chromium.ts'
import { canWalk, signedIn, webFolder } from '../support/browser/web-service.ts'
import { type NotificationService, notificationService } from '../support/notifications/notification-service.ts'

/** How often the page of alerts asks anew. */
const EVERY_MS = 15_000

describe.skipIf(!canWalk)('an answer that renews itself', { timeout: 60_000 }, () => {
  let service: NotificationService
  let browser: Browser
  let state: Awaited<ReturnType<BrowserContext['storageState']>>
  let page: Page
  /** The questions of the page in order, each of which waits until the test lets it go on. */
  let asked: Route[]

  beforeAll(async () => {
    service = await notificationService({ pages: webFolder, works: false })
    browser = await launchChromium()
    const account = await service.account()
    await service.call(account, 'POST', 'alerts', { name: 'Any print', source: 'option_flow', criteria: {} })
    state = await signedIn(browser, service.url, account.email)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  beforeEach(async () => {
    const context = await browser.newContext({ baseURL: service.url, storageState: state, serviceWorkers: 'block' })
    page = await context.newPage()
    asked = []
    await page.route(/\/api\/v1\/alerts\?/, (route) => void asked.push(route))
    await page.clock.install()
    await page.goto('/alerts')
    await questions(1)
    // From here on the time of the page goes on only when a test says so.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + EVERY_MS / 3)
  })
  afterEach(() => page.context().close())

  const questions = (count: number) => expect.poll(() => asked.length, { timeout: 20_000 }).toBe(count)
  const alert = () => page.getByRole('link', { name: 'Any print', exact: true })

  it('is waited for when it takes longer than the interval, and asked for again once it is there', async () => {
    await page.clock.runFor(3.5 * EVERY_MS)
    await asked[0]?.continue()
    await alert().waitFor({ timeout: 20_000 })
    expect(asked).toHaveLength(1)

    await page.clock.runFor(EVERY_MS)
    await questions(2)
  })

  it('is asked for again after a failure, and stays meanwhile', async () => {
    await asked[0]?.continue()
    await alert().waitFor({ timeout: 20_000 })
    await page.clock.runFor(EVERY_MS)
    await questions(2)
    await asked[1]?.abort()
    await page.locator('main').getByText('cannot be reached').waitFor({ timeout: 20_000 })

    await page.clock.runFor(EVERY_MS)
    await questions(3)
    expect(await alert().count()).toBe(1)
  })
})
