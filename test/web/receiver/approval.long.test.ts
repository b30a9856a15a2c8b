import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/app/logger.ts'
import { openParts } from '../../../src/app/parts.ts'
import { scorePartsOf } from '../../../src/app/scorecard/score-parts.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { DAY_MS } from '../../../src/lib/time/duration.ts'
import { scoreNext } from '../../../src/receiver/workers/scorecard/score-next.ts'
import { format } from '../../../src/web/format.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { canWalk, listen, SIZES, violations } from '../../support/browser/web-service.ts'
import {
  RECEIVER_EMAIL,
  RECEIVER_PASSWORD,
  type ReceiverWorld,
  receiverWorld,
} from '../../support/receiver/receiver-world.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'
import { sharedValuer } from '../../support/shared-valuer.ts'
import { type SmtpPeer, smtpPeer } from '../../support/smtp/smtp-peer.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

/** What the service does in the background when the horizon of five sessions is over: a fortnight after the idea. */
async function measureLater({ service }: ReceiverWorld, ideaAt: string): Promise<void> {
  const now = () => new Date(Date.parse(ideaAt) + 14 * DAY_MS)
  const log = createLogger('error', { write: (line: string) => expect(line).toBe('') })
  await using parts = await openParts(readConfig(service.environment), { now, log, valuer: sharedValuer })
  const scoring = scorePartsOf(parts)
  const { signal } = new AbortController()
  while (await scoreNext(scoring, signal));
}

/** A figure of the page with its note. */
async function figureOf(page: Page, label: string): Promise<string> {
  const figure = page.locator('.figure', { has: page.getByText(label, { exact: true }) })
  return (await figure.locator('dd').innerText()).replaceAll(/\s+/g, ' ')
}

describe.skipIf(!canWalk)('an idea on its way to an exit', { timeout: 240_000 }, () => {
  let world: ReceiverWorld
  let mails: SmtpPeer
  let browser: Browser

  beforeAll(async () => {
    mails = await smtpPeer()
    world = await receiverWorld({
      // SPY is what the scorecard compares with.
      MARKET_SYMBOLS: 'AAPL,SPY',
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

  it('waits for a yes on a phone, after which the bracket goes out, is filled, ends at its target, and is scored', async () => {
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

    await measureLater(world, (await world.entry(fingerprint)).created_at)
    await page.goto(`${service.url}/scorecard`)
    await page.getByLabel('Webhook secret').fill(SECRET_SETTINGS.WEBHOOK_SECRET)
    await page.getByRole('button', { name: 'Open the scorecard' }).click()
    const ways = page.getByRole('group', { name: 'The decisions beside three baselines' })
    await ways.waitFor()
    expect(await figureOf(page, 'Decisions')).toBe('1 1 order')
    expect(await figureOf(page, 'Measured')).toBe('1 0 not over, 0 without prices')
    // Neither level was near: the position was measured at the close of the horizon.
    expect(await figureOf(page, 'Neither')).toBe('1')
    expect(await figureOf(page, 'Realized profit')).toBe(`${format.signedUsd(10 * qty)} 1 paper order`)
    const rows = await ways.getByRole('row').allInnerTexts()
    expect(rows.map((row) => row.split(/\t/).slice(0, 3))).toEqual([
      ['Way', 'Ideas', 'Trades'],
      ['The decisions', '1', '1'],
      ['Always follow', '1', '1'],
      ['Fixed rules', '1', expect.stringMatching(/^[01]$/)],
      ['Hold SPY', '1', '1'],
    ])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(SIZES.phone.width)
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
