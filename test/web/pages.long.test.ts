import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATHS } from '../../src/web/paths.ts'
import { type OpenedPage, PAGE_NAMES, type PageWorld, pageWorld } from '../support/browser/every-page.ts'
import { canWalk, type Scheme, SIZES, type SizeName, settled, violations } from '../support/browser/web-service.ts'
import type { NotificationService } from '../support/notifications/notification-service.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

const SCHEMES: readonly Scheme[] = ['light', 'dark']
const SIZE_NAMES: readonly SizeName[] = ['desktop', 'phone']
/**
 * All four looks of every page take minutes: `npm run test:long`. Else each page is seen in two, turn by turn: in both
 * schemes and in both sizes.
 */
const isFull = process.env['WEB_LOOKS'] === 'all'

const looks = SCHEMES.flatMap((scheme) => SIZE_NAMES.map((size) => ({ scheme, size })))
const cases = PAGE_NAMES.flatMap((name, index) =>
  looks
    .filter((_look, turn) => isFull || [index % 2, 3 - (index % 2)].includes(turn))
    .map((look) => ({ name, ...look })),
)

describe.skipIf(!canWalk)('every page', { timeout: 120_000 }, () => {
  let world: PageWorld
  let service: NotificationService
  const opened = new Map<string, OpenedPage>()

  beforeAll(async () => {
    world = await pageWorld()
    service = world.service
  }, 120_000)
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
  })

  async function windowOf(colorScheme: Scheme, size: SizeName, isStranger = false): Promise<OpenedPage> {
    const key = `${colorScheme} ${size} ${isStranger}`
    const known = opened.get(key)
    if (known) return known
    const made = await world.open({ colorScheme, viewport: SIZES[size] }, isStranger)
    opened.set(key, made)
    return made
  }

  it.each(cases)('$name in $scheme on $size is accessible, quiet, and as wide as the screen', async (look) => {
    const { page, complaints } = await windowOf(look.scheme, look.size, look.name === 'signIn')
    complaints.length = 0
    await page.goto(world.addressOf(look.name))
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
    await page.goto(world.addressOf('symbol'))
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

  it('lets an operator stop and resume the receiver and suspend an account with the keyboard alone', async ({
    task,
  }) => {
    const { page } = await windowOf('light', 'phone')
    const { store } = service.parts
    // A second try cannot have the address of the first.
    const other = await service.account(`keyboard${task.result?.retryCount ?? 0}@example.com`)
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

  it('opens a dialog before the next frame, so that nothing typed is lost', async () => {
    const { page } = await windowOf('light', 'desktop')
    await page.goto(PATHS.operatorAccounts)
    await page
      .getByRole('button', { name: /^Change / })
      .first()
      .waitFor()

    const isOpen = await page.evaluate(async () => {
      const button = [...document.querySelectorAll('button')].find((it) => it.ariaLabel?.startsWith('Change '))
      button?.click()
      await Promise.resolve()
      return document.querySelector('dialog')?.open
    })

    expect(isOpen).toBe(true)
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
