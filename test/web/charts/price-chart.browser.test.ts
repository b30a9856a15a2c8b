import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../../support/browser/web-service.ts'

/** A frame of a screen that renews sixty times a second. */
const FRAME_MS = 16

describe.skipIf(!canWalk)('the chart of a symbol', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage()
    page = opened.page
    await page.goto('/symbols/SPY')
    await settled(page)
    await page.locator('.price-chart-place canvas').first().waitFor()
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const alerts = async () => {
    const { body } = await opened.service.call(opened.account, 'GET', 'alerts')
    return body.data.map((it: { name: string; criteria: object }) => it.criteria)
  }

  it('makes an alert at the price under a right click, and draws it', async () => {
    await page.locator('.price-chart-place').click({ button: 'right', position: { x: 300, y: 200 } })
    const menu = page.getByRole('dialog', { name: 'Alert on a level' })
    expect(await violations(page)).toEqual([])
    const text = await menu.getByRole('button', { name: /^Alert when SPY crosses/ }).innerText()
    await page.keyboard.press('Enter')
    await menu.getByText('Alert is on').waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })

    const value = Number(text.replace(/^.* ([\d,.]+)$/s, '$1').replace(',', ''))
    expect(await alerts()).toEqual([{ symbols: ['SPY'], level: 'price', value }])
    await page.getByRole('img', { name: new RegExp(`Alert ${value.toFixed(2)}`) }).waitFor()
  })

  it('makes an alert on a level with the keyboard alone', async () => {
    await page.locator('.price-chart-place').focus()
    await page.keyboard.press('a')
    const menu = page.getByRole('dialog', { name: 'Alert on a level' })
    await menu.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await menu.getByText('Alert is on').waitFor()
    await page.keyboard.press('Escape')

    expect((await alerts())[0]).toEqual({ symbols: ['SPY'], level: 'gamma_flip' })
  })

  it('has candles of a minute, five and an hour, with the largest prints, and values under the keys', async () => {
    for (const [button, words] of [
      ['1 h', 'one hour'],
      ['1 m', 'one minute'],
      ['5 m', 'five minutes'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).first().click()
      await page.getByRole('img', { name: new RegExp(`candles of ${words}`) }).waitFor()
    }
    const legend = page.locator('.price-chart .chart-legend li').first()
    const last = await legend.innerText()
    await page.locator('.price-chart-place').focus()
    await page.keyboard.press('ArrowLeft')
    await page.waitForFunction(
      ([text]) => document.querySelector('.price-chart .chart-legend li')?.textContent !== text,
      [last],
    )

    expect(last).toMatch(/^Nov 20, \d\d:\d\d EST$/)
  })

  it('scrolls the page with the wheel, zooms once it was clicked, and draws each step within a frame', async () => {
    const place = page.locator('.price-chart-place')
    await place.blur()
    await place.hover()
    await page.mouse.wheel(0, 120)
    await page.waitForFunction(() => window.scrollY > 0)
    await page.evaluate('scrollTo(0, 0)')
    await place.click({ position: { x: 300, y: 150 } })
    const scrolled = await page.evaluate('scrollY')
    // Tasks of the page's own thread while the wheel turns; the chart draws in the frame after each step.
    await page.evaluate(() => {
      const spent: number[] = []
      Object.assign(globalThis, { spent })
      const usual = requestAnimationFrame
      globalThis.requestAnimationFrame = (work) =>
        usual((at) => {
          const from = performance.now()
          work(at)
          spent.push(performance.now() - from)
        })
    })
    for (let step = 0; step < 20; step++) await page.mouse.wheel(0, step < 10 ? -60 : 60)
    const spent = await page.evaluate<number[]>('spent')
    const median = spent.toSorted((a, b) => a - b)[Math.floor(spent.length / 2)] ?? Number.NaN

    expect(await page.evaluate('scrollY')).toBe(scrolled)
    expect(spent.length).toBeGreaterThan(5)
    expect(median).toBeLessThan(FRAME_MS)
  })

  it('is saved as a picture, and breaks no rule of the policy', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PNG' }).click()
    const stream = await (await saved).createReadStream()
    const [start] = await stream.take(1).toArray()

    expect(start.subarray(1, 4).toString()).toBe('PNG')
    expect(opened.complaints).toEqual([])
  })
})
