import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContent } from '../../src/notifications/domain/contents.ts'
import { PATIENCE, unreadOf } from '../support/browser/bell.ts'
import { launchChromium } from '../support/browser/chromium.ts'
import { canWalk, listen, settled, signIn, webFolder } from '../support/browser/web-service.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../support/notifications/notification-service.ts'

const PASSWORD = 'a password of a test'

describe.skipIf(!canWalk)('the bell', { timeout: 120_000 }, () => {
  let service: NotificationService
  let browser: Browser
  let account: NotifiedAccount
  let context: BrowserContext
  beforeAll(async () => {
    // A Friday on which the simulated market has just opened, whenever the test runs.
    service = await notificationService({ from: '2026-11-20T14:32:00.000Z', pages: webFolder })
    browser = await launchChromium()
    account = await service.account()
    context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce', serviceWorkers: 'block' })
    await signIn(await context.newPage(), account.email, PASSWORD)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  let count = 0
  const raise = (title: string) =>
    service.raise({ accountId: account.id, eventKey: `test:${count++}`, content: systemContent(title, 'Body.', false) })

  async function tab(path = '/account'): Promise<{ page: Page; complaints: string[] }> {
    const page = await context.newPage()
    const complaints = listen(page, service.url)
    await page.goto(path)
    await settled(page)
    return { page, complaints }
  }

  it('rings in two tabs for a print that an alert asks for, and agrees when it is read in one', async () => {
    const [one, two] = [await tab(), await tab('/alerts/new')]
    await two.page.getByLabel('Name').fill('Any print of SPY')
    await two.page.getByLabel('Symbols').fill('SPY')
    await two.page.getByRole('button', { name: /^(Save|Create|Make)/ }).click()

    await expect.poll(() => unreadOf(one.page), PATIENCE).toBeGreaterThan(0)
    const unread = await unreadOf(one.page)
    await expect.poll(() => unreadOf(two.page), PATIENCE).toBeGreaterThanOrEqual(unread)
    await one.page.getByRole('button', { name: /^Notifications/ }).click()
    await one.page.getByRole('dialog', { name: 'Notifications' }).getByText('Any print of SPY').first().waitFor()
    await one.page.getByRole('button', { name: 'Mark all read' }).click()
    await expect.poll(() => unreadOf(two.page), PATIENCE).toBe(0)
    expect([...one.complaints, ...two.complaints]).toEqual([])

    const { body } = await service.call(account, 'GET', 'alerts')
    await service.call(account, 'PATCH', `alerts/${body.data[0].id}`, { enabled: false })
    await one.page.close()
    await two.page.close()
  })

  it('rings within a second of what was raised', async () => {
    const { page } = await tab()
    const before = await unreadOf(page)
    await raise('At once')
    await expect.poll(() => unreadOf(page), { timeout: 1_000, interval: 10 }).toBe(before + 1)
    await page.getByText('At once').first().waitFor()
    await page.close()
  })

  it('tells in the title how many wait, and nothing of what was put away', async () => {
    const { page } = await tab()
    await raise('To be deleted')
    const unread = await expect.poll(() => unreadOf(page), PATIENCE).toBeGreaterThan(0)
    void unread
    await expect.poll(() => page.title(), PATIENCE).toMatch(/^\(\d+\) /)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const before = await unreadOf(page)
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('button', { name: 'Delete: To be deleted' })
      .click()
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(before - 1)
    await page.close()
  })

  it('opens the notification that a mail leads to', async () => {
    await raise('Sent by mail')
    const { body } = await service.call(account, 'GET', 'notifications?limit=1')
    const { page, complaints } = await tab(`/notifications/${body.data[0].id}`)
    await page.getByRole('heading', { name: 'Sent by mail' }).or(page.getByText('Sent by mail')).first().waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it('opens a notification of a mail that is older than the first page, and says when it is gone', async () => {
    await raise('Long ago')
    const { body } = await service.call(account, 'GET', 'notifications?limit=1')
    const [{ id }] = body.data
    for (let index = 0; index < 31; index++) await raise(`Later ${index}`)
    const { page, complaints } = await tab(`/notifications/${id}`)
    const article = page.locator(`article[data-id="${id}"]`)
    await article.getByRole('button', { name: 'Long ago', expanded: true }).waitFor()
    expect(await article.getAttribute('data-status')).toBe('read')
    expect(complaints).toEqual([])

    await service.call(account, 'DELETE', `notifications/${id}`)
    await page.reload()
    await page.getByText('The notification of this link was deleted, or is older than 90 days.').waitFor()
    await page.close()
  })

  it('offers every alert in its filter, however many there are', async () => {
    const made = await service.account('many@optionwire.test')
    const oldest = { name: 'The oldest', source: 'option_flow', criteria: { symbols: ['SPY'] }, enabled: false }
    await service.call(made, 'POST', 'alerts', oldest)
    const { store, newId } = service.parts
    const [rule] = await store.alerts.ofAccount(made.id, { limit: 1 })
    expect.assert(rule)
    for (let index = 0; index < 109; index++) await store.alerts.add({ ...rule, id: newId(), name: `Rule ${index}` })
    const own = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await own.newPage()
    await signIn(page, made.email, PASSWORD)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const bell = page.getByRole('dialog', { name: 'Notifications' })
    await bell.getByRole('button', { name: 'Filter' }).click()
    const choice = bell.getByLabel('Alert')

    await expect.poll(() => choice.locator('option').count(), PATIENCE).toBe(111)
    expect(await choice.locator('option').last().innerText()).toBe('The oldest')
    await own.close()
  })

  it('has a page that filters, and exports what it shows', async () => {
    await raise('For the export')
    const { page, complaints } = await tab('/notifications?type=system')
    await page.getByText('For the export').first().waitFor()
    expect(await page.getByText(/^Any print of SPY/).count()).toBe(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /CSV|export/i }).click(),
    ])
    const csv = readFileSync((await download.path()) ?? '', 'utf8')
    expect(csv.split('\r\n')[0]).toContain('title')
    expect(csv).toContain('For the export')
    expect(csv).not.toContain('Any print of SPY')
    expect(complaints).toEqual([])
    await page.close()
  })
})
