import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/browser/chromium.ts'
import { canWalk, listen, settled, signIn, webFolder } from '../support/browser/web-service.ts'
import { type Sink, sink } from '../support/http/sink.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../support/notifications/notification-service.ts'

describe.skipIf(!canWalk)('the settings', { timeout: 120_000 }, () => {
  let peer: Sink
  let service: NotificationService
  let browser: Browser
  let account: NotifiedAccount
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    peer = await sink()
    service = await notificationService({
      pages: webFolder,
      settings: { WEBHOOK_ALLOWED_HOSTS: new URL(peer.url).host },
    })
    browser = await launchChromium()
    account = await service.account()
    const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce', serviceWorkers: 'block' })
    page = await context.newPage()
    complaints = listen(page, service.url)
    await signIn(page, account.email, 'a password of a test')
    await page.goto('/settings')
    await settled(page)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
    await peer?.[Symbol.asyncDispose]()
  })

  const webhook = () =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Webhook', exact: true }) })
  const stored = async () => (await service.call(account, 'GET', 'notification_settings')).body

  it('hold quiet hours on a drawn week, and say when it is quiet', async () => {
    await page.getByText('Not quiet now.').waitFor()
    await page.getByRole('button', { name: 'Add nights' }).click()
    const window = page.getByRole('group', { name: 'Window 1' })
    await window.getByLabel('From').fill('00:00')
    await window.getByLabel('To').fill('00:00')
    await page.getByText(/^Now would be quiet/).waitFor()
    await page.getByRole('button', { name: 'Save the quiet hours' }).click()
    await page.getByText(/^Quiet now/).waitFor()

    expect((await stored()).quiet_hours).toEqual([
      { start: '00:00', end: '00:00', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
    ])
    await page.reload()
    await settled(page)
    await page.getByText(/^Quiet now/).waitFor()
  })

  it('refuse a private address at its place, and keep nothing of it', async () => {
    const before = await stored()
    await webhook().getByLabel('URL').fill('https://10.0.0.5/hook')
    await webhook().getByRole('button', { name: 'Save the URL' }).click()

    await webhook()
      .getByText(/must lead to a public address/)
      .first()
      .waitFor()
    expect((await stored()).channels).toEqual(before.channels)
  })

  it('take an address, show its secret once, and send a real test', async () => {
    await webhook().getByLabel('URL').fill(`${peer.url}/hook`)
    await webhook().getByRole('button', { name: 'Save the URL' }).click()
    await webhook()
      .getByText(/^whsec_/)
      .first()
      .waitFor()
    const before = peer.calls.length
    await webhook().getByRole('button', { name: 'Send a test' }).click()

    await webhook()
      .getByText(/^Sent, answered with status 200/)
      .waitFor()
    expect(peer.calls.length).toBe(before + 1)
    await page.reload()
    await settled(page)
    expect(await page.getByText(/^whsec_\w{20,}/).count()).toBe(0)
  })

  it('show what the service says of a test that fails', async () => {
    peer.script('/hook', 500)
    await webhook().getByRole('button', { name: 'Send a test' }).click()

    await webhook()
      .getByText(/^Failed\. .*500/)
      .waitFor()
  })

  it('make the browser complain of nothing but what was refused', () => {
    expect(complaints.filter((it) => !it.includes('422'))).toEqual([])
  })
})
