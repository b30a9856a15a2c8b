import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContent } from '../../src/notifications/domain/contents.ts'
import { PATHS, type PageName } from '../../src/web/paths.ts'
import { decidedAt } from '../app/scorecard/decided.ts'
import { launchChromium } from '../support/browser/chromium.ts'
import {
  canWalk,
  listen,
  type Scheme,
  SIZES,
  type SizeName,
  settled,
  signedIn,
  violations,
  webFolder,
} from '../support/browser/web-service.ts'
import { type NotificationService, notificationService } from '../support/notifications/notification-service.ts'
import { anIdeaRecord } from '../support/receiver/idea-records.ts'
import { waitingOrder } from '../support/receiver/waiting-order.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

const SCHEMES: readonly Scheme[] = ['light', 'dark']
const SIZE_NAMES: readonly SizeName[] = ['desktop', 'phone']
/** All four looks of every page take minutes: `npm run test:long`. Else each page is seen in one, turn by turn. */
const isFull = process.env['WEB_LOOKS'] === 'all'

const looks = SCHEMES.flatMap((scheme) => SIZE_NAMES.map((size) => ({ scheme, size })))
const names = Object.keys(PATHS) as PageName[]
const cases = names.flatMap((name, index) =>
  looks.filter((_look, turn) => isFull || turn === index % looks.length).map((look) => ({ name, ...look })),
)

interface Opened {
  readonly page: Page
  readonly complaints: string[]
}

describe.skipIf(!canWalk)('every page', { timeout: 120_000 }, () => {
  let service: NotificationService
  let browser: Browser
  let state: Awaited<ReturnType<BrowserContext['storageState']>>
  const addresses = new Map<PageName, string>()
  const opened = new Map<string, Opened>()

  beforeAll(async () => {
    // A Friday on which the simulated market is open, whenever the test runs.
    const settings = { APPROVAL: 'required', APPROVERS: 'notified-1@optionwire.test' }
    service = await notificationService({ from: '2026-11-20T18:00:00.000Z', pages: webFolder, settings })
    browser = await launchChromium()
    const account = await service.account()
    await service.parts.store.accounts.change(account.id, { isOperator: true })
    const idea = anIdeaRecord({ symbol: 'SPY' })
    await service.parts.store.tradeIdeas.add(idea)
    const rule = { name: 'Any print', source: 'option_flow', criteria: { symbols: ['SPY'] } }
    const { body } = await service.call(account, 'POST', 'alerts', rule)
    const content = systemContent('Maintenance', 'The service restarts.', false)
    const [raised] = await service.raise({ accountId: account.id, eventKey: 'test', content })
    const notification = raised?.raised ? raised.notification.id : ''
    await scored(service)
    const approval = await waitingOrder(service.parts.store, service.parts.now())
    const ids: Partial<Record<PageName, string>> = { idea: idea.id, alert: body.id, notification, approval }
    for (const name of names) {
      const path = PATHS[name].replace(':symbol', 'SPY').replace(':id', ids[name] ?? '')
      addresses.set(name, path)
    }
    state = await signedIn(browser, service.url, account.email)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  async function windowOf(colorScheme: Scheme, size: SizeName, isStranger = false): Promise<Opened> {
    const key = `${colorScheme} ${size} ${isStranger}`
    const known = opened.get(key)
    if (known) return known
    const looked = { colorScheme, viewport: SIZES[size], reducedMotion: 'reduce', baseURL: service.url } as const
    const context = await browser.newContext(isStranger ? looked : { ...looked, storageState: state })
    const page = await context.newPage()
    const made = { page, complaints: listen(page, service.url) }
    opened.set(key, made)
    return made
  }

  it.each(cases)('$name in $scheme on $size is accessible, quiet, and as wide as the screen', async (look) => {
    const { page, complaints } = await windowOf(look.scheme, look.size, look.name === 'signIn')
    complaints.length = 0
    await page.goto(addresses.get(look.name) ?? '')
    await settled(page)
    // The bell is a part of every page that knows its visitor; open it covers what is behind, so it is looked at once.
    if (look.name === 'account') await page.getByRole('button', { name: /^Notifications/ }).click()

    const broken = await violations(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

    expect(broken).toEqual([])
    expect(complaints).toEqual([])
    expect(overflow).toBeLessThanOrEqual(0)
  })

  it('closes an explanation at Escape, where the pointer leaves it, and on another page', async () => {
    const { page } = await windowOf('light', 'desktop')
    const label = page.locator('main .explained').first()
    const explanation = page.locator('.explanation')
    await page.goto(addresses.get('symbol') ?? '')
    const open = async () => {
      await label.hover()
      await explanation.waitFor({ state: 'visible' })
    }

    await open()
    await page.keyboard.press('Escape')
    await explanation.waitFor({ state: 'hidden' })
    await page.locator('main h1').first().hover()
    await open()
    await page.locator('main h1').first().hover()
    await explanation.waitFor({ state: 'hidden' })
    await open()
    await page.goBack()
    await explanation.waitFor({ state: 'hidden' })
  })

  it('lets an operator stop and resume the receiver and suspend an account with the keyboard alone', async () => {
    const { page } = await windowOf('light', 'phone')
    const { store } = service.parts
    const other = await service.account('keyboard@example.com')
    await page.goto(PATHS.operator)
    await settled(page)
    const prove = async () => {
      await page.getByLabel('Your password').focus()
      await page.keyboard.type('a password of a test')
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }

    await page.getByRole('button', { name: 'Stop the receiver' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Resume…' }).focus()
    const stopped = await store.receiverSwitch.isOn()
    await page.keyboard.press('Enter')
    await prove()
    await page.getByRole('button', { name: 'Stop the receiver' }).waitFor()
    await page.goto(PATHS.operatorAccounts)
    await page.getByRole('button', { name: `Change ${other.email}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Action').selectOption({ label: 'Suspend' })
    await prove()
    await page.getByRole('cell', { name: 'suspended', exact: true }).waitFor()
    await page.goto(PATHS.operatorLog)
    await page.getByText('account suspend').waitFor()

    expect(stopped).toBe(true)
    expect(await store.receiverSwitch.isOn()).toBe(false)
    expect((await store.accounts.byEmail(other.email))?.account.status).toBe('suspended')
  })

  it('shows the market to who is signed in and opens the page to sign in', async () => {
    const { page } = await windowOf('light', 'desktop')

    await page.goto(PATHS.signIn)

    await page.waitForURL(`${service.url}${PATHS.market}`)
    await page.getByRole('heading', { name: 'Market', exact: true }).waitFor()
  })

  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('shows the scorecard of decisions with its plots on %s in %s', async (size, scheme) => {
    const { page, complaints } = await windowOf(scheme, size)
    complaints.length = 0
    await page.goto(PATHS.scorecard)
    await page.getByLabel('Webhook secret').fill(SECRET_SETTINGS.WEBHOOK_SECRET)
    await page.getByRole('button', { name: 'Open the scorecard' }).click()

    await page.getByRole('img', { name: 'Share of right decisions by confidence' }).waitFor()
    const ways = page.getByRole('group', { name: 'The decisions beside three baselines' })
    await page
      .locator('figure', { has: page.getByRole('img', { name: /Hold SPY|hold spy/ }) })
      .getByText('As a table')
      .click()
    await settled(page)
    const broken = await violations(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

    expect(await ways.getByRole('row').count()).toBe(5)
    expect(await ways.innerText()).toContain('Too few to tell: 2 decisions are known, and 30 are needed.')
    expect(await page.getByRole('img', { name: /^Profit of the decisions and of/ }).count()).toBe(3)
    expect(
      await page
        .getByRole('group', { name: /hold spy, by session, as a table/ })
        .getByRole('row')
        .count(),
    ).toBe(3)
    expect(broken).toEqual([])
    expect(complaints).toEqual([])
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

/** Two decisions of two sessions that were measured. */
async function scored({ parts }: NotificationService): Promise<void> {
  const { store } = parts
  for (const [at, exitPrice] of [
    ['2026-11-10T15:00:00.000Z', 110],
    ['2026-11-11T15:00:00.000Z', 95],
  ] as const) {
    const fingerprint = await decidedAt(parts, { at, decision: { confidence: exitPrice / 125 } })
    const prices = { entryPrice: 100, endPrice: 101, exitPrice, marketReturnPct: 0.5 }
    const ends = { entryMs: Date.parse(at), exitMs: Date.parse(at) + 60_000, endDate: '2026-11-18', entryTouched: true }
    const kinds = { exit: exitPrice > 100 ? 'target' : 'stop', entryBasis: 'minute', resolution: 'minute' } as const
    await store.decisionScores.putMeasure(
      fingerprint,
      5,
      { isPriced: true, outcome: { ...prices, ...ends, ...kinds } },
      new Date('2026-11-19T00:00:00.000Z'),
    )
    await store.decisionScores.putBaseline(fingerprint, { action: 'skip', error: null }, new Date(at))
  }
}
