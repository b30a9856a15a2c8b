import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE } from '../../support/browser/bell.ts'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../../support/browser/web-service.ts'

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

  it('scrolls the page with the wheel, and zooms once it was clicked', async () => {
    const place = page.locator('.price-chart-place')
    await place.blur()
    await place.hover()
    await page.mouse.wheel(0, 120)
    await page.waitForFunction(() => window.scrollY > 0)
    await page.evaluate('scrollTo(0, 0)')
    await place.click({ position: { x: 300, y: 150 } })
    const shown = await place.screenshot()
    const scrolled = await page.evaluate('scrollY')
    for (let step = 0; step < 10; step++) await page.mouse.wheel(0, -60)

    expect(await page.evaluate('scrollY')).toBe(scrolled)
    await expect.poll(async () => (await place.screenshot()).equals(shown), PATIENCE).toBe(false)
  })

  it('draws the implied ranges of the days ahead on request', async () => {
    await page.getByRole('button', { name: '3M', exact: true }).first().click()
    await page.getByRole('button', { name: 'Implied ranges' }).click()
    const chart = page.getByRole('img', {
      name: /^Daily prices of SPY, .*90 % below [\d.]+ on .*10 % [\d.]+ on .*Dec 11/,
    })
    await chart.waitFor()
    const label = (await chart.getAttribute('aria-label')) ?? ''
    const [high, low] = [/90 % below ([\d.]+)/, / 10 % ([\d.]+)/].map((part) => Number(part.exec(label)?.[1]))
    const { body } = await opened.service.call(
      opened.account,
      'GET',
      'stocks/SPY/probability?target_date=2026-12-11&cone=true',
    )
    const end = body.cone.at(-1)

    expect(end.expiration_date).toBe('2026-12-11')
    expect(Math.abs((high ?? 0) / end.quantiles[4] - 1)).toBeLessThan(0.01)
    expect(Math.abs((low ?? 0) / end.quantiles[0] - 1)).toBeLessThan(0.01)
    await page.getByRole('button', { name: 'Implied ranges' }).click()
    await chart.waitFor({ state: 'detached' })
  })

  it('shares its pointer with the chart of volatility or hedging below, by mouse and by key', async () => {
    await page.getByRole('button', { name: 'IV or hedging below' }).click()
    for (const [interval, name, shown] of [
      ['6M', /^Implied volatility of SPY/, /IV 30 [\d.]+%/],
      ['5 m', /^Delta-hedging flow of SPY/, /Delta-hedging flow −?\$/],
    ] as const) {
      await page.getByRole('button', { name: interval, exact: true }).first().click()
      const below = page.getByRole('figure').filter({ has: page.getByRole('img', { name }) })
      await below.waitFor()
      const place = page.locator('.price-chart-place')
      const value = () => below.locator('.chart-legend').innerText()
      const bar = () => page.locator('.price-chart .chart-legend li').first().innerText()
      await movesOver(page, place)
      await expect.poll(value, PATIENCE).toMatch(shown)
      await page.mouse.move(0, 0)
      await expect.poll(value, PATIENCE).not.toMatch(shown)
      await place.focus()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(value, PATIENCE).toMatch(shown)
      await place.blur()
      await expect.poll(value, PATIENCE).not.toMatch(shown)
      const last = await bar()
      await movesOver(page, below.getByRole('img'))
      await expect.poll(bar, PATIENCE).not.toBe(last)
      await page.mouse.move(0, 0)
    }
    expect(await violations(page)).toEqual([])
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

/** As a hand does, in several steps. */
async function movesOver(page: Page, chart: Locator): Promise<void> {
  await chart.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, height = 0 } = (await chart.boundingBox()) ?? {}
  await page.mouse.move(x + 200, y + height / 2)
  await page.mouse.move(x + 260, y + height / 2, { steps: 4 })
}
