import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageName, pathTo } from '../../src/web/paths.ts'
import { type SignedInPage, signedInPage } from '../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../support/browser/web-service.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

/** Where an account without anything finds nothing, and filters that match nothing. */
const EMPTY: readonly (readonly [page: PageName, query: Record<string, string>, sentence: RegExp, next: RegExp])[] = [
  ['watchlist', {}, /No symbol is on your watchlist yet\./, /Add one above/],
  ['flow', { min_premium: '900000000' }, /No prints of this session match/, /Clear the filters/],
  ['unusual', { min_premium: '900000000' }, /No prints of this session match/, /Clear the filters/],
  ['ideas', {}, /No ideas here yet\./, /New ones appear/],
  ['ideas', { status: 'closed' }, /No ideas here yet\./, /Show all ideas/],
  ['notifications', {}, /No notifications yet/, /Create an alert/],
  ['notifications', { status: 'unread' }, /No notifications match/, /Show all/],
  ['alerts', {}, /An alert notifies you/, /Start with one of these/],
  ['connectedApps', {}, /No app is connected\./, /Add the address/],
  ['symbolEvents', {}, /no news/, /A source with news/],
  ['settings', {}, /No symbol yet\./, /Add one below/],
  ['screener', { filters: 'price > 900000000' }, /No symbol passes\./, /Remove price > 900000000/],
]
/** Pages of the receiver, which open with its secret. */
const OF_THE_RECEIVER = [
  ['ledger', 'Open the ledger', /No idea has arrived yet\./, /Create an alert whose webhook is this receiver/],
  ['scorecard', 'Open the scorecard', /No decision was made in this time\./, /decides on each trade idea/],
] as const

describe.skipIf(!canWalk)('a page with nothing on it', { timeout: 120_000 }, () => {
  let opened: SignedInPage
  beforeAll(async () => {
    // Minutes after the open no idea has been made, and the simulated market has no news.
    opened = await signedInPage({ from: '2026-11-20T14:40:00.000Z', settings: { MARKET_SYMBOLS: 'F' }, works: false })
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  it('has one sentence about it and one next step, on every page', async () => {
    const { page } = opened
    for (const [name, query, sentence, next] of EMPTY) {
      await page.goto(pathTo(name, { symbol: 'F' }, query))
      await settled(page)
      const empty = page.locator('main :is(.nothing, .empty, .alert-presets)').filter({ hasText: sentence }).first()
      await empty.waitFor()

      expect(await empty.innerText(), name).toMatch(next)
    }
    expect(opened.complaints).toEqual([])
  })

  it.each(OF_THE_RECEIVER)('has them on the %s of a new receiver', async (name, button, sentence, next) => {
    const { page } = opened
    await page.goto(pathTo(name))
    await page.getByLabel('Webhook secret').fill(SECRET_SETTINGS.WEBHOOK_SECRET)
    await page.getByRole('button', { name: button }).click()
    const empty = page.locator('main :is(.nothing, .empty)').filter({ hasText: sentence }).first()
    await empty.waitFor()

    expect(await empty.innerText()).toMatch(next)
    expect(await violations(page)).toEqual([])
  })

  it('takes filters back with the step that it offers', async () => {
    const { page } = opened
    await page.goto('/flow?min_premium=900000000')
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.locator('.tape tbody tr').first().waitFor()

    expect(new URL(page.url()).search).toBe('')
    expect(await violations(page)).toEqual([])
  })

  it('says in the bell what to do, and that a filter matches nothing', async () => {
    const { page } = opened
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const bell = page.getByRole('dialog', { name: 'Notifications' })
    await bell.getByText('No notifications yet.').waitFor()

    expect(await bell.getByRole('link', { name: 'watchlist' }).getAttribute('href')).toBe('/watchlist')
  })
})
