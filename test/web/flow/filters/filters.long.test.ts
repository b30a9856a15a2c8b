import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE } from '../../../support/browser/bell.ts'
import { type SignedInPage, signedInPage } from '../../../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../../../support/browser/web-service.ts'

describe.skipIf(!canWalk)('the filters of the tape', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage({ settings: { MARKET_SYMBOLS: 'T,NVDA,F,KO' } })
    page = opened.page
    page.setDefaultTimeout(30_000)
    await page.goto('/flow')
    await settled(page)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  const address = () => new URL(page.url()).search
  const choices = () => page.getByRole('group', { name: 'Presets and saved filters' })

  it('are set by a preset, and several symbols and sides, in the address, which opens the same tape', async () => {
    await choices().getByRole('button', { name: 'Aggressive' }).click()
    expect(address()).toBe('?sides=above_ask%2Cat_ask&min_unusual_score=80')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByLabel('Symbols').fill('f, ko')
    await page.getByLabel('Without').fill('nvda')
    await page.getByLabel('Without').blur()
    await page.getByRole('group', { name: 'Sides' }).getByRole('button', { name: 'At Bid' }).click()
    const filtered = address()
    expect(filtered).toBe('?symbols=F%2CKO&exclude_symbols=NVDA&sides=at_bid')
    await page.goto(`/flow${filtered}`)
    await settled(page)
    const cells = page.locator('.tape tbody tr:not(.virtual-space)')
    await cells.first().waitFor()
    const rows = await cells.allInnerTexts()

    expect(rows.every((row) => /\b(F|KO)\b/.test(row) && row.includes('At Bid'))).toBe(true)
    expect(await page.getByLabel('Symbols').inputValue()).toBe('F, KO')
    expect(await violations(page)).toEqual([])
  })

  it('are saved by the account, applied with a click, renamed and deleted', async () => {
    const filtered = address()
    await choices().getByRole('button', { name: 'Save and manage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved filters' })
    await dialog.getByLabel('Name of the filters of this page').fill('Sold cars and cola')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByLabel('Name of Sold cars and cola').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Name of Sold cars and cola').fill('Sold')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await choices().getByRole('button', { name: 'Sold', exact: true, pressed: true, includeHidden: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    const other = await opened.context.newPage()
    await other.goto('/unusual')
    await other.getByRole('button', { name: 'Sold', exact: true }).click()
    expect(new URL(other.url()).search).toBe(filtered)
    await other.getByRole('button', { name: 'Save and manage' }).click()
    await other.getByRole('button', { name: 'Delete Sold' }).click()
    await expect
      .poll(async () => (await opened.service.call(opened.account, 'GET', 'flow/saved_filters')).body.data, PATIENCE)
      .toEqual([])
    await other.close()
  })

  it('name a word that is no ticker', async () => {
    await page.getByLabel('Symbols').fill('KO, 7up')
    await page.getByLabel('Symbols').blur()
    await page.getByText('7UP is no ticker').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(address()).toBe('')
  })

  it('leave the choice of columns and density to the reader, and remember it', async () => {
    const heads = () => page.locator('.tape thead th').allInnerTexts()
    const height = async () => (await page.locator('.tape tbody tr').nth(2).boundingBox())?.height
    await page.locator('.tape tbody tr').nth(2).waitFor()
    const [before, tall] = [await heads(), await height()]
    await page.getByRole('button', { name: 'View' }).click()
    const menu = page.getByRole('dialog', { name: 'View of the tape' })
    await menu.getByLabel('Delta').uncheck()
    await menu.getByRole('button', { name: 'Compact' }).click()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await settled(page)
    await page.locator('.tape tbody tr').nth(2).waitFor()

    expect(await heads()).toEqual(before.filter((title) => title !== 'Delta'))
    expect(await height()).toBeLessThan(tall ?? 0)
    expect(opened.complaints).toEqual([])
  })
})
