import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../../support/browser/web-service.ts'

const FRAME_MS = 16

/** Moves the held level sixty times, and answers how long a move takes with its layout, median, ms. */
const TIME_MOVES = `(async () => {
  const handle = document.querySelector('[aria-label="Level above"]')
  const { x, y } = handle.getBoundingClientRect()
  const times = []
  for (let step = 1; step <= 60; step++) {
    const before = performance.now()
    handle.dispatchEvent(new PointerEvent('pointermove', { clientX: x + step, clientY: y, bubbles: true }))
    for (let turn = 0; turn < 5; turn++) await null
    handle.getBoundingClientRect()
    times.push(performance.now() - before)
    await new Promise(requestAnimationFrame)
  }
  return times.sort((a, b) => a - b)[30]
})()`

describe.skipIf(!canWalk)('the implied probability', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage({ settings: { MARKET_SYMBOLS: 'SPY,F' } })
    page = opened.page
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const open = async () => {
    await page.goto('/symbols/SPY/volatility')
    await settled(page)
    await page.getByRole('img', { name: /^Implied probability of the price of SPY on/ }).waitFor()
  }
  const level = (name: string) => page.getByRole('slider', { name: `Level ${name}` })
  const priceOf = async (name: string) => Number(await level(name).getAttribute('aria-valuenow'))

  it('says the chance of a price in words, and what is wrong at the field', async () => {
    await open()
    await page.getByLabel('Above, USD').fill('700')
    await page.getByText(/^The chance that SPY ends above 700.* is \d/).waitFor()
    await page.getByText(/^To touch 700.00 before: \d.*beside \d.*to end beyond it/).waitFor()
    await page.getByLabel('Above, USD').fill('9999999')
    await page.locator('.error').first().waitFor()

    expect(await page.locator('.error').first().innerText()).toMatch(/1,?000,?000/)
    expect(await violations(page)).toEqual([])
  })

  it('follows a level that is dragged, within a frame, and asks once it is left', async () => {
    await open()
    await level('above').scrollIntoViewIfNeeded()
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/probability') && asked.push(request.url())))
    const before = await priceOf('above')
    const grip = await level('above').locator('span').boundingBox()
    const [x, y] = [(grip?.x ?? 0) + (grip?.width ?? 0) / 2, (grip?.y ?? 0) + (grip?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 30, y, { steps: 10 })
    await page.getByText(/^The chance that SPY ends above [\d.]+ on .* is about \d/).waitFor()
    const whileHeld = asked.length
    const moveMs: number = await page.evaluate(TIME_MOVES)
    await page.mouse.up()
    await page.getByText(/^To touch [\d.]+ before: \d/).waitFor()
    const dragged = await priceOf('above')
    const typed = await page.getByLabel('Above, USD').inputValue()
    console.log(`a level moves in ${moveMs.toFixed(2)} ms, median of 60`)

    expect(dragged).toBeGreaterThan(before)
    expect(Number(typed)).toBe(dragged)
    expect([whileHeld, asked.length]).toEqual([0, 1])
    expect(moveMs).toBeLessThan(FRAME_MS)
  })

  it('moves a level by keys on a phone, and keeps the focus', async () => {
    await page.setViewportSize(SIZES.phone)
    await open()
    await level('below').focus()
    const before = await priceOf('below')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('PageDown')
    await page.getByText(/^The chance that SPY ends below [\d.]+ on .* is \d/).waitFor()
    const after = await priceOf('below')

    expect(after).toBeLessThan(before)
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Level below')
    expect(await level('below').getAttribute('aria-valuetext')).toMatch(/^below \d/)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
  })

  it('compares implied and actual moves of the reports', async () => {
    await page.setViewportSize(SIZES.desktop)
    await page.goto('/symbols/F/events')
    await settled(page)
    const bars = page.getByRole('region', { name: 'Implied and actual moves of F at its reports' })
    await bars.waitFor()
    const { data } = await (await page.request.get('/api/v1/earnings?symbol=F')).json()
    const compared = data.filter(
      (row: Record<string, unknown>) => row['actual_move_pct'] !== null && row['report_move_absolute_pct'] !== null,
    )

    expect(compared.length).toBeGreaterThan(1)
    expect(await bars.locator('dt').count()).toBe(compared.length)
    expect(await bars.locator('b').first().innerText()).toBe(compared.at(-1).implied_over_actual.toFixed(2))
    expect(await violations(page)).toEqual([])
  })
})
