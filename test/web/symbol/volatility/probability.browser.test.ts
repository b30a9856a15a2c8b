import { expect, it } from 'vitest'
import { signedInPage } from '../../../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../../../support/browser/web-service.ts'

it.skipIf(!canWalk)(
  'says the chance of a price in words, and what is wrong at the field',
  { timeout: 120_000 },
  async () => {
    await using opened = await signedInPage()
    const { page } = opened
    await page.goto('/symbols/SPY/volatility')
    await settled(page)
    await page.getByRole('img', { name: /^Implied probability of the price of SPY on/ }).waitFor()
    await page.getByLabel('Above, USD').fill('700')
    await page.getByText(/^The chance that SPY ends above 700.* is \d/).waitFor()
    await page.getByLabel('Above, USD').fill('9999999')
    await page.locator('.error').first().waitFor()

    expect(await page.locator('.error').first().innerText()).toMatch(/1,?000,?000/)
    expect(await violations(page)).toEqual([])
  },
)
