import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exposureSnapshot } from '../../../../src/analytics/domain/exposures/exposure-snapshot.ts'
import { gammaFigures } from '../../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { type SignedInPage, signedInPage } from '../../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../../support/browser/web-service.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const MINUTES = ['15:00', '15:01', '15:02', '15:04', '15:05']

describe.skipIf(!canWalk)('the exposure page', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage({ settings: { MARKET_SYMBOLS: 'SPY,F' } })
    page = opened.page
    for (const [index, minute] of MINUTES.entries()) {
      const asOf = `2026-11-20T${minute}:00Z`
      const valued = valuedChain(syntheticChain({ root: 'XSP', asOf, spot: 600 + index }))
      const snapshot = exposureSnapshot(valued, gammaFigures(valued, {}))
      await opened.service.parts.store.exposureSnapshots.add('SPY', '2026-11-20', snapshot)
    }
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  it('plays the session, and shows a chosen minute by strike', async () => {
    await page.goto('/symbols/SPY/exposure')
    await settled(page)
    const slider = page.getByRole('slider', { name: 'Time of the session' })
    await slider.waitFor()
    const first = await slider.getAttribute('aria-valuetext')
    await slider.fill('1')
    await page.getByRole('img', { name: 'Exposure of SPY by strike at 10:01' }).waitFor()
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('img', { name: 'Exposure of SPY by strike at 10:05' }).waitFor()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.getByRole('group', { name: 'Exposure over the session' }).getByRole('button', { name: 'Vanna' }).click()
    await page
      .getByText(/^USD of delta per volatility point/)
      .first()
      .waitFor()

    expect(first).toBe('10:05')
    expect(await page.getByText('Minutes without a snapshot: 1.').count()).toBe(1)
    expect(await violations(page)).toEqual([])
  })

  it('says what changed between two kept minutes, or which are the nearest', async () => {
    await page.goto('/symbols/SPY/exposure')
    await settled(page)
    for (const [end, time] of [
      ['Since', '10:00'],
      ['Until', '10:03'],
    ] as const) {
      await page.getByLabel(`${end} the session of`).fill('2026-11-20')
      await page.getByLabel(`${end}, New York time`).fill(time)
    }
    await page.getByText(/the nearest are of 2026-11-20T15:02:00.000Z and 2026-11-20T15:04:00.000Z/).waitFor()
    await page.getByLabel('Until, New York time').fill('10:05')
    await page.getByText('The price rose 0.7 % to 604.00').first().waitFor()
    await page.getByText(/Kept minutes hold no chain, so its causes are unknown/).waitFor()

    expect(await page.getByRole('group', { name: 'Net GEX by cause' }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  it('reprices a move, says what changed, and fits a phone', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.goto('/symbols/F/exposure')
    await settled(page)
    await page.getByText(/^There is no snapshot of F/).waitFor()
    await page.getByRole('slider', { name: /^Price/ }).fill('5')
    await page.getByText(/^To stay hedged, dealers of the stated convention would (buy|sell)/).waitFor()
    await page.getByRole('group', { name: 'Net GEX by cause' }).waitFor()
    await page.getByLabel('Since the session of').fill('2026-11-25')
    await page.getByText(/^must be before 2026-11-20/).waitFor()
    await page.getByLabel('Since the session of').fill('2026-11-19')
    await page.getByRole('group', { name: 'Largest trades of F between the two instants' }).waitFor()

    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(opened.complaints.filter((text) => !text.includes('422'))).toEqual([])
  })
})
