import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ruleIndex } from '../../../src/alerts/domain/rule-index.ts'
import { flowTriggers } from '../../../src/alerts/operations/triggers.ts'
import { PATIENCE, unreadOf } from '../../support/browser/bell.ts'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, listen, settled, signedIn, violations } from '../../support/browser/web-service.ts'
import { aPrint } from '../../support/notifications/notification-rows.ts'
import { labelFaults } from '../ui/label-faults.ts'

// The browser has the clock of the machine, so a time of the service may be shown with its date.
const NAME = 'Big NVDA prints'
/** More than any print of the simulated market, whose prints would raise the alert too. */
const PREMIUM = 1e12

describe.skipIf(!canWalk)('the snooze of an alert', { timeout: 120_000 }, () => {
  let signed: SignedInPage
  let other: Page
  let otherComplaints: string[]
  let id: string
  beforeAll(async () => {
    signed = await signedInPage({ settings: { MARKET_SYMBOLS: 'NVDA' } })
    const { service, account, browser } = signed
    const rule = { name: NAME, source: 'option_flow', criteria: { premium_min: PREMIUM }, cooldown_minutes: 0 }
    id = (await service.call(account, 'POST', 'alerts', rule)).body.id
    // Another device: a browser profile of its own, with a session of its own.
    const storageState = await signedIn(browser, service.url, account.email)
    const look = { baseURL: service.url, storageState, serviceWorkers: 'block' } as const
    other = await (await browser.newContext(look)).newPage()
    otherComplaints = listen(other, service.url)
  }, 60_000)
  afterAll(() => signed?.[Symbol.asyncDispose]())

  let count = 0
  const print = async () => {
    const rules = ruleIndex(await signed.service.parts.store.alerts.allEnabled())
    return signed.service.raise(
      ...flowTriggers(aPrint({ id: `p${count++}`, premium: PREMIUM }), { rules, watchers: [] }),
    )
  }

  it('is set in the bell, seen on another device without a reload, and ended there', async () => {
    const { page, complaints } = signed
    await Promise.all([page.goto('/account'), other.goto('/alerts')])
    await Promise.all([settled(page), settled(other)])
    expect(await print()).toMatchObject([{ raised: true }])
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(1)

    await page.getByRole('button', { name: /^Notifications/ }).click()
    const bell = page.getByRole('dialog', { name: 'Notifications' })
    await bell.getByRole('button', { name: `Snooze ${NAME}` }).click()
    await bell.getByRole('button', { name: /^Rest of session \(.*16:00\)$/ }).click()
    await bell.getByText(/^Snoozed until .*16:00$/).waitFor()
    await other.getByText(/^Snoozed until .*16:00$/).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      `Change snooze of ${NAME}`,
    )
    expect(await violations(page)).toEqual([])
    expect(await labelFaults(page, '.bell-panel')).toEqual([])
    expect(await print()).toEqual([{ raised: false, because: 'snoozed' }])

    await other.getByRole('button', { name: `End snooze of ${NAME}` }).click()
    await bell.getByText('Snoozed until').waitFor({ state: 'detached' })
    expect(await print()).toMatchObject([{ raised: true }])
    await expect.poll(() => unreadOf(page), PATIENCE).toBe(2)
    expect([...complaints, ...otherComplaints]).toEqual([])
  })

  it('is set to an instant on the page of the alert, and shown in the details of a notification', async () => {
    const { page, service, account, complaints } = signed
    await page.goto(`/alerts/${id}`)
    await page.getByRole('button', { name: `Snooze ${NAME}` }).click()
    await page.getByRole('button', { name: 'Custom…' }).click()
    await page.getByLabel('Until (America/New_York)').fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Snooze', exact: true }).click()
    await page.getByText('must be later than now').waitFor()
    await page.getByLabel('Until (America/New_York)').fill('2026-11-24T10:00')
    await page.getByRole('button', { name: 'Snooze', exact: true }).click()
    await page.getByText(/^Snoozed until .*10:00$/).waitFor()
    const { body } = await service.call(account, 'GET', `alerts/${id}`)
    expect(body.snoozed_until).toBe('2026-11-24T15:00:00.000Z')

    const listed = await service.call(account, 'GET', 'notifications?limit=1')
    await page.goto(`/notifications/${listed.body.data[0].id}`)
    await page.locator('article').getByText('Snoozed until').waitFor()
    expect(complaints.filter((it) => !it.includes('422'))).toEqual([])
  })
})
