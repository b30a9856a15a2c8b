import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../../support/browser/web-service.ts'

describe.skipIf(!canWalk)('a contract', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage()
    page = opened.page
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  /** The contract with the most prints among the newest. */
  async function busiest(): Promise<string> {
    const { body } = await opened.service.call(opened.account, 'GET', 'flow?symbol=SPY&limit=500')
    const prints: { option_symbol: string }[] = body.data
    const groups = [...Map.groupBy(prints, (print) => print.option_symbol)]
    return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
  }

  it('opens over the tape and closes with Escape', async () => {
    await page.goto('/symbols/SPY/flow')
    await settled(page)
    const link = page.locator('.contract-link').first()
    const [strike] = (await link.innerText()).split(' ')
    await link.click()
    const drawer = page.getByRole('dialog')
    const title = await drawer.getByRole('heading', { level: 2 }).innerText()
    const open = page.url()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    // The browser hides a dialog before it reports that it closed.
    await page.waitForURL(({ search }) => !search.includes('contract='))

    expect(title).toContain(`SPY ${strike} `)
    expect(open).toContain('contract=SPY')
  })

  it('is drawn over the session, with its own prints alone, from its address', async () => {
    await page.goto(`/symbols/SPY/flow?contract=${encodeURIComponent(await busiest())}&of=SPY`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('img', { name: /^Price of SPY.* at its prints/ }).waitFor()
    await settled(page)
    const broken = await violations(page)
    await drawer.getByRole('group', { name: 'Over time' }).getByRole('button', { name: 'IV' }).click()
    await drawer.getByRole('img', { name: /^IV of SPY.* at its prints/ }).waitFor()
    await drawer.getByRole('img', { name: /^Price of SPY.* by session/ }).waitFor({ timeout: 60_000 })
    await drawer
      .getByRole('group', { name: 'Figure over the sessions' })
      .getByRole('button', { name: 'Open interest' })
      .click()
    await drawer.getByRole('img', { name: /^Open interest of SPY.* by session/ }).waitFor()

    expect(broken).toEqual([])
  })

  it('opens from the chain, and as wide as a phone', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.goto('/symbols/SPY/chain')
    await settled(page)
    await page
      .getByRole('link', { name: /^Contract .* call, mid/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Open interest').first().waitFor()
    await settled(page)

    expect(await violations(page)).toEqual([])
    expect(await drawer.evaluate((element) => element.scrollWidth <= innerWidth)).toBe(true)
    expect(opened.complaints).toEqual([])
  })
})
