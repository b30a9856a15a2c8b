import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../support/browser/chromium.ts'
import { canWalk, listen, SIZES, violations } from '../../support/browser/web-service.ts'
import {
  RECEIVER_EMAIL,
  RECEIVER_PASSWORD,
  type ReceiverWorld,
  receiverWorld,
} from '../../support/receiver/receiver-world.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'
import { type SmtpPeer, smtpPeer } from '../../support/smtp/smtp-peer.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

describe.skipIf(!canWalk)('an idea on its way to an exit', { timeout: 240_000 }, () => {
  let world: ReceiverWorld
  let mails: SmtpPeer
  let browser: Browser

  beforeAll(async () => {
    mails = await smtpPeer()
    world = await receiverWorld({
      DECISION_MODE: 'remote_mcp',
      DRY_RUN: 'false',
      MAX_NOTIONAL_USD: '100000',
      ORDER_STYLE: 'bracket',
      ORDER_TIME_IN_FORCE: 'gtc',
      TRACK_ORDERS: 'true',
      APPROVAL: 'required',
      APPROVERS: RECEIVER_EMAIL,
      // The simulated price moves while a person reads.
      APPROVAL_MAX_DRIFT_PCT: '50',
      SMTP_URL: mails.url,
    })
    browser = await launchChromium()
    const headers = { ...world.key, 'content-type': 'application/json' }
    const body = JSON.stringify({ channels: { email: { enabled: true } } })
    await fetch(`${world.service.url}/api/v1/notification_settings`, { method: 'PATCH', headers, body })
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await world?.[Symbol.asyncDispose]()
    await mails?.[Symbol.asyncDispose]()
  })

  async function linkOfMail(): Promise<string> {
    await expect.poll(() => mails.received.length, PATIENCE).toBeGreaterThan(0)
    const text = mails.received[0]?.text.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
    const link = /http:\/\/\S+\/approvals\/[\w-]+#key=[\w-]{43}/.exec(text)?.[0]
    if (link === undefined) throw new Error('the mail has no link')
    return link
  }

  it('waits for a yes on a phone, after which the bracket goes out, is filled, and ends at its target', async () => {
    const { service, broker } = world
    const levels = { entry_price: 100, target_price: 60_000, stop_price: 0.5 }
    const { fingerprint } = await world.send({ alert_name: 'script:large', symbol: 'AAPL', ...levels })
    const link = await linkOfMail()
    // A scanner of links opens it without a session, and follows nothing.
    await fetch(link)

    const context = await browser.newContext({ viewport: SIZES.phone, isMobile: true, hasTouch: true })
    const page = await context.newPage()
    const complaints = listen(page, service.url)
    await page.goto(link)
    await page.getByLabel('E-mail').fill(RECEIVER_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(RECEIVER_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: /^Buy \d+ shares of AAPL/ }).waitFor()
    const width = await page.evaluate('document.documentElement.scrollWidth')

    expect(width).toBeLessThanOrEqual(SIZES.phone.width)
    expect(page.url()).not.toContain('key=')
    expect(await violations(page)).toEqual([])
    expect(broker.orders).toEqual([])

    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    expect(broker.orders).toEqual([])
    await page.getByRole('button', { name: /^Confirm: Buy/ }).click()
    await page.getByText('Approved. The ledger shows').waitFor()
    await expect.poll(() => broker.orders.length, PATIENCE).toBe(1)
    const [order] = broker.orders
    expect(order).toMatchObject({ order_class: 'bracket', side: 'buy', time_in_force: 'gtc' })
    const id = order?.client_order_id ?? ''
    const qty = Number(order?.qty)
    expect(id).toBe(`om-${fingerprint.slice(0, 24)}`)

    const result = async () => (await world.entry(fingerprint)).order_result
    broker.life.fill(id, { qty, price: 500 })
    await expect.poll(result, PATIENCE).toMatchObject({ status: 'filled', open_qty: qty })
    broker.life.exit(id, 'limit', 510)
    await expect.poll(result, PATIENCE).toMatchObject({ open_qty: 0, realized_pnl_usd: 10 * qty })

    await page.goto(`${service.url}/ledger`)
    await page.getByLabel('Webhook secret').fill(SECRET_SETTINGS.WEBHOOK_SECRET)
    await page.getByRole('button', { name: 'Open the ledger' }).click()
    await page.getByRole('button', { name: /The way of the idea AAPL/ }).click()
    const way = page.locator('.ledger-way')
    const steps = await way.locator('h3').allTextContents()
    expect(steps).toEqual(['Idea', 'Evidence', 'Decision', 'Gates', 'Approval', 'Order', 'Outcome'])
    await way.getByText('What it was sent').first().waitFor()
    expect(await way.textContent()).toMatch(/gpt-.*trade_context.*Approved\..*It ended.*Realized profit/s)
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
