import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../../support/browser/web-service.ts'
import { everyCase } from '../../../support/sample.ts'

/** Beside other tests a task waits for the processor. */
const LONGEST_TASK_MS = everyCase ? 50 : 300

const WATCH_TASKS = `globalThis.longest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
}).observe({ type: 'longtask' })`

describe.skipIf(!canWalk)('the strategy builder', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage()
    page = opened.page
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const handle = (place: number) => page.getByRole('slider', { name: new RegExp(`^Strike of leg ${place}:`) })
  const strikeOf = async (place: number) => Number(await handle(place).getAttribute('aria-valuenow'))

  it('builds an iron condor, follows a dragged leg without a long task, and keeps it all in the address', async () => {
    await page.goto('/symbols/SPY/strategy')
    await settled(page)
    await page.getByRole('button', { name: 'Iron condor' }).click()
    await page.getByRole('heading', { name: 'Iron condor', exact: true }).waitFor()
    await page.getByRole('group', { name: 'Outcomes by measure' }).waitFor()
    const before = await strikeOf(2)
    await page.evaluate(WATCH_TASKS)
    const grip = await handle(2).locator('span').boundingBox()
    const [x, y] = [(grip?.x ?? 0) + (grip?.width ?? 0) / 2, (grip?.y ?? 0) + (grip?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 40, y, { steps: 20 })
    const dragged = await strikeOf(2)
    await page.mouse.up()
    await page.waitForURL(({ searchParams }) => (searchParams.get('legs') ?? '').includes(`P00${dragged}000`))
    const longest: number = await page.evaluate('globalThis.longest')
    await handle(2).press('ArrowRight')
    await page.getByRole('slider', { name: /^IV shift/ }).fill('10')
    await page.waitForURL(({ searchParams }) => searchParams.get('iv') === '10')
    const stepped = await strikeOf(2)
    const shared = await opened.context.newPage()
    await shared.goto(page.url())
    await shared.getByText(/IV \+10$/).waitFor()

    expect(dragged).toBeLessThan(before)
    expect(longest).toBeLessThan(LONGEST_TASK_MS)
    expect(stepped).toBeGreaterThan(dragged)
    expect(await shared.getByRole('slider', { name: /^Strike of leg 2:/ }).getAttribute('aria-valuenow')).toBe(
      String(stepped),
    )
    await shared.close()
  })

  it('shows what is wrong at the leg, takes a contract from its drawer, and breaks no rule on a phone', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.goto(`/symbols/SPY/strategy?legs=${encodeURIComponent('1 SPY261218C00000001')}`)
    await page
      .getByRole('alert')
      .getByText(/^Leg 1 is not listed: the nearest/)
      .waitFor()
    await page.goto('/symbols/SPY/chain')
    await settled(page)
    await page
      .getByRole('link', { name: /^Contract .* call, mid/ })
      .nth(3)
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sell in the builder' }).click()
    await handle(1).waitFor()
    await page.getByRole('group', { name: 'Outcomes by measure' }).waitFor()
    await settled(page)

    expect(page.url()).toContain('/strategy?legs=-1')
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(opened.complaints.filter((text) => !text.includes('422'))).toEqual([])
  })
})
