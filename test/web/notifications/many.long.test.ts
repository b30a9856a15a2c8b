import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { PATIENCE, unreadOf } from '../../support/browser/bell.ts'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, listen, SIZES, settled, signedIn, violations } from '../../support/browser/web-service.ts'
import { labelFaults } from '../ui/label-faults.ts'

const COUNT = 10_035
const BATCH = 500
const DAY_MS = 86_400_000
/** A Friday in the session: browsers and sessions begin here. */
const TODAY = Date.parse('2026-11-20T18:00:00.000Z')
const FIRST_DAY = Date.parse('2026-09-21T15:00:00.000Z')
/** Notifications of each of the sixty days. */
const A_DAY = 170

describe.skipIf(!canWalk)('ten thousand notifications', { timeout: 180_000 }, () => {
  let signed: SignedInPage
  let other: Page
  let nowMs = TODAY
  beforeAll(async () => {
    signed = await signedInPage({ now: () => new Date(nowMs), works: false })
    const { service, account, browser } = signed
    for (let from = 0; from < COUNT; from += BATCH) {
      const titles = Array.from({ length: Math.min(BATCH, COUNT - from) }, (_, index) => from + index)
      for (const day of new Set(titles.map((it) => Math.floor(it / A_DAY)))) {
        nowMs = FIRST_DAY + day * DAY_MS
        await service.raise(
          ...titles
            .filter((it) => Math.floor(it / A_DAY) === day)
            .map((it) => trigger(account.id, `Notification ${it}`)),
        )
      }
    }
    nowMs = TODAY
    const storageState = await signedIn(browser, service.url, account.email)
    const look = { baseURL: service.url, storageState, serviceWorkers: 'block' } as const
    other = await (await browser.newContext(look)).newPage()
  }, 120_000)
  afterAll(() => signed?.[Symbol.asyncDispose]())

  it('are shown a page at a time, with at most 300 nodes, and the focus goes along', async () => {
    const { page, complaints } = signed
    await page.goto('/notifications')
    await page.getByText('1–12 of 10,035').waitFor()
    const counts = [await nodes(page)]
    // A key that comes while the next page loads moves nothing.
    const position = page.locator('.notification-pages > span')
    const walked = async () => {
      await page.keyboard.press('j')
      return position.textContent()
    }
    await expect.poll(walked, PATIENCE).toBe('25–36 of 10,035')
    counts.push(await nodes(page))
    await expect
      .poll(() => focused(page), PATIENCE)
      .toMatchObject({ place: expect.stringMatching(/^(2[5-9]|3[0-6])$/) })
    await page.keyboard.press('Enter')
    await page.locator('article.notification .notification-details').waitFor()
    counts.push(await nodes(page))
    console.log(`nodes of the view: ${counts.join(', ')}`)
    expect(Math.max(...counts)).toBeLessThanOrEqual(300)
    // It was read by opening it.
    await page.keyboard.press('u')
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(COUNT)
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('are reached by date, each with its place among all for assistive software', async () => {
    const { page, complaints } = signed
    await page.goto('/notifications')
    await page.getByLabel('Go to date').fill('2026-10-15')
    await page.getByRole('button', { name: 'Go to date' }).click()
    await page.getByRole('heading', { name: 'Thu, Oct 15' }).waitFor()
    // 25 days of 170 each came before that day's end.
    const newest = 25 * A_DAY - 1
    await expect
      .poll(() => focused(page), PATIENCE)
      .toEqual({
        title: `Unread: Notification ${newest}`,
        place: String(COUNT - newest),
        all: String(COUNT),
      })
    expect(await nodes(page)).toBeLessThanOrEqual(300)
    await page.getByRole('button', { name: 'Newer' }).click()
    await page.getByRole('heading', { name: 'Fri, Oct 16' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Thu, Oct 15' }).waitFor()
    expect(complaints).toEqual([])
  })

  it.each(['phone', 'desktop'] as const)('have labels that neither collide nor are cut on a %s', async (size) => {
    const { page } = signed
    await page.setViewportSize(SIZES[size])
    await page.goto('/notifications')
    await page.getByText('1–12 of 10,035').waitFor()
    expect(await labelFaults(page, 'main')).toEqual([])
    await page.getByRole('button', { name: 'Select all 10,035' }).click()
    await page.getByText('All 10,035 selected').waitFor()
    expect(await labelFaults(page, 'main')).toEqual([])
    await page.setViewportSize(SIZES.desktop)
  })

  it('are archived together in one request, seen in the other window, and restored by its undo', async () => {
    const { page, service, account } = signed
    const complaints = [...signed.complaints, ...listen(other, service.url)]
    await Promise.all([page.goto('/notifications'), other.goto('/notifications')])
    await Promise.all([settled(page), other.getByText('1–12 of 10,035').waitFor()])
    const asked: string[] = []
    page.on('request', (it) => it.method() !== 'GET' && asked.push(new URL(it.url()).pathname))
    await page.getByRole('button', { name: 'Select all 10,035' }).click()
    // It comes after the selection and stays.
    await service.raise(trigger(account.id, 'Came meanwhile'))
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(COUNT + 1)

    const beganMs = performance.now()
    await page.getByRole('button', { name: 'Archive 10,035' }).click()
    await page.getByText('10,035 archived.').first().waitFor()
    const tookMs = performance.now() - beganMs
    expect(asked).toEqual(['/api/v1/notifications/change_matching'])
    expect(tookMs).toBeLessThan(5_000)
    console.log(`10,035 notifications were archived in ${Math.round(tookMs)} ms`)
    for (const window of [page, other]) {
      await expect.poll(() => unreadOf(window), PATIENCE).toBe(1)
      await window.locator('article.notification').getByText('Came meanwhile').waitFor()
      expect(await window.locator('article.notification').count()).toBe(1)
    }

    await other.getByRole('link', { name: 'Archive' }).click()
    await other.getByText('1–12 of 10,035').waitFor()
    await page.locator('.notification-tools').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1–12 of 10,036').waitFor()
    await other.getByText('No notifications match these filters.').waitFor()
    await expect.poll(() => unreadOf(other), PATIENCE).toBe(COUNT + 1)
    expect(complaints).toEqual([])
  })

  it('are archived, filtered and marked inside the bell, and every action can be undone there', async () => {
    const { page, service, account, complaints } = signed
    await service.raise({ ...trigger(account.id, 'About SPY'), content: spy() })
    await page.goto('/account')
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(COUNT + 2)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const bell = page.getByRole('dialog', { name: 'Notifications' })
    await bell.getByRole('button', { name: 'Filter' }).click()
    await bell.getByLabel('Symbol').fill('spy')
    await bell.getByLabel('Symbol').press('Enter')
    await expect.poll(() => bell.locator('.bell-row').count(), PATIENCE).toBe(1)
    await bell.getByRole('button', { name: 'Archive: About SPY' }).click()
    await bell.getByText('No notifications match.').waitFor()
    await bell.getByRole('button', { name: 'Undo' }).click()
    await bell.getByRole('link', { name: 'About SPY' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await labelFaults(page, '.bell-panel')).toEqual([])

    await bell.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(0)
    await bell.getByText('10,037 marked read.').waitFor()
    await bell.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(COUNT + 2)
    expect(complaints).toEqual([])
  })
})

let count = 0
function trigger(accountId: string, title: string) {
  return { accountId, eventKey: `many:${count++}`, content: systemContent(title, 'Body of a notification.', false) }
}

function spy() {
  return { ...systemContent('About SPY', 'Body.', false), symbol: 'SPY' }
}

/** Elements of the view. */
function nodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('main, main *').length)
}

function focused(page: Page) {
  return page.evaluate(() => {
    const row = document.activeElement
    return {
      title: row?.querySelector('h3')?.textContent ?? '',
      place: row?.getAttribute('aria-posinset'),
      all: row?.getAttribute('aria-setsize'),
    }
  })
}
