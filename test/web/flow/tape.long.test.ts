import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../support/browser/chromium.ts'
import { canWalk, settled, signedIn, webFolder } from '../../support/browser/web-service.ts'
import { type NotificationService, notificationService } from '../../support/notifications/notification-service.ts'

/** How often the page asks for new prints. */
const UPDATE_MS = 2_000
/** Market time between two updates: some prints arrive, and most rows stay, as in a usual market. */
const STEP_MS = 8_000

describe.skipIf(!canWalk)('the tape of a page that stays open', { timeout: 120_000 }, () => {
  let nowMs = Date.parse('2026-11-20T14:40:00.000Z')
  let service: NotificationService
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let debug: CDPSession
  beforeAll(async () => {
    service = await notificationService({ now: () => new Date(nowMs), pages: webFolder })
    browser = await launchChromium()
    const { email } = await service.account()
    context = await browser.newContext({
      baseURL: service.url,
      storageState: await signedIn(browser, service.url, email),
    })
    page = await context.newPage()
    await page.clock.install()
    await page.addInitScript(() => {
      Object.assign(globalThis, { shifted: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
          if (!hadRecentInput) Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + value })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    debug = await context.newCDPSession(page)
    await page.goto('/flow')
    await settled(page)
    await page.locator('.tape tbody tr').nth(5).waitFor()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  async function update(): Promise<number> {
    nowMs += STEP_MS
    const answered = page.waitForResponse((response) => /\/flow\?.*since=/.test(response.url()))
    await page.clock.runFor(UPDATE_MS)
    const { data } = await (await answered).json()
    return data.length
  }

  async function held(): Promise<{ nodes: number; bytes: number }> {
    // Twice, because the first collection releases what holds other things.
    await debug.send('HeapProfiler.collectGarbage')
    await debug.send('HeapProfiler.collectGarbage')
    const { nodes } = await debug.send('Memory.getDOMCounters')
    const { usedSize: bytes } = await debug.send('Runtime.getHeapUsage')
    return { nodes, bytes }
  }

  it('keeps neither rows nor memory of earlier updates, and moves nothing', async () => {
    for (let count = 0; count < 15; count++) await update()
    const before = await held()
    const shiftedBefore = Number(await page.evaluate('shifted'))
    let prints = 0
    for (let count = 0; count < 60; count++) prints += await update()
    const after = await held()
    const shiftedAfter = Number(await page.evaluate('shifted'))

    expect(prints).toBeGreaterThan(100)
    expect(after.nodes / before.nodes).toBeLessThan(1.1)
    expect(after.bytes / before.bytes).toBeLessThan(1.1)
    expect(shiftedAfter - shiftedBefore).toBeLessThan(0.1)
  })
})
