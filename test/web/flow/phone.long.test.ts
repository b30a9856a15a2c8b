import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../support/browser/web-service.ts'

describe.skipIf(!canWalk)('the pages on a phone', { timeout: 60_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage(
      { works: false },
      { viewport: SIZES.phone, colorScheme: 'dark', reducedMotion: 'reduce' },
    )
    page = opened.page
    page.setDefaultTimeout(15_000)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  it('show premium and score of each print first, within the width of the screen, and filters behind a button', async () => {
    await page.goto('/flow')
    await settled(page)
    const card = page.locator('.print-card').nth(2)
    await card.waitFor()
    const [premium, score] = await Promise.all([
      card.locator('b').boundingBox(),
      card.locator('.print-score').boundingBox(),
    ])

    expect(await card.locator('b').textContent()).toMatch(/^\$/)
    expect(premium?.x).toBeLessThan(score?.x ?? 0)
    expect((score?.x ?? 999) + (score?.width ?? 0)).toBeLessThan(SIZES.phone.width)
    expect(await page.getByLabel('Symbol').first().isVisible()).toBe(false)
    await page.getByText('Filters', { exact: true }).click()
    expect(await page.getByLabel('Symbol').first().isVisible()).toBe(true)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
  })

  it('lead on from a bar at the bottom, which opens to all pages', async () => {
    const bar = page.getByRole('navigation', { name: 'Pages' })
    await bar.getByRole('link', { name: 'Ideas' }).click()
    await page.getByRole('heading', { name: 'Trade ideas', level: 1 }).waitFor()
    const box = await bar.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(SIZES.phone.height)

    await bar.getByRole('button', { name: 'More' }).click()
    expect(await violations(page)).toEqual([])
    await bar.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
    expect(await bar.getByRole('link', { name: 'Security' }).isVisible()).toBe(false)
  })
})
