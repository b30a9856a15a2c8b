import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../support/browser/web-service.ts'

const SCHEMES = ['light', 'dark'] as const
const PALETTES = ['Blue and orange', 'Green and red'] as const
const GROUNDS = ['paper', 'raised', 'sunken'] as const

describe.skipIf(!canWalk)('the colours of up and down', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage({ settings: { MARKET_SYMBOLS: 'T,NVDA,F,KO' } })
    page = opened.page
    page.setDefaultTimeout(30_000)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const token = async (name: string): Promise<string> =>
    await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--${name}').trim()`)

  async function choose(palette: string): Promise<void> {
    await page.getByRole('button', { name: /^Account/ }).click()
    const menu = page.locator('.account-panel')
    await menu.getByRole('button', { name: palette }).click()
    await menu.getByRole('button', { name: palette, pressed: true }).waitFor()
    await page.keyboard.press('Escape')
  }

  it('are blue and orange until others are chosen, and stay chosen', async () => {
    await page.goto('/')
    await settled(page)
    const first = await token('up')
    await choose('Green and red')
    const second = await token('up')
    await page.reload()
    await settled(page)

    expect(await token('up')).toBe(second)
    expect(second).not.toBe(first)
    const [red = 0, green = 0, blue = 0] = channels(first)
    expect(blue).toBeGreaterThan(Math.max(red, green))
  })

  it.each(SCHEMES.flatMap((scheme) => PALETTES.map((palette) => [palette, scheme] as const)))(
    '%s in %s can be read on every ground, and break no rule of accessibility',
    async (palette, colorScheme) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('/flow')
      await settled(page)
      await page.locator('.tape tbody .signed').first().waitFor()
      await choose(palette)
      const ratios = []
      for (const ground of GROUNDS) {
        for (const name of ['up', 'down']) ratios.push(contrast(await token(name), await token(ground)))
      }

      expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
      expect(await violations(page)).toEqual([])
    },
  )
})

/** Of `#fff` and `#ffffff`. */
function channels(hex: string): number[] {
  const digits = hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

/** Contrast of two colours (WCAG 2.2, 1.4.3). */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
