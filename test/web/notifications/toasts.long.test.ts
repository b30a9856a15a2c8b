import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, SIZES, settled, violations } from '../../support/browser/web-service.ts'

describe.skipIf(!canWalk)('new notifications', { timeout: 60_000 }, () => {
  let opened: SignedInPage
  let page: Page
  beforeAll(async () => {
    opened = await signedInPage()
    page = opened.page
  }, 60_000)
  beforeEach(async () => {
    await page.setViewportSize(SIZES.desktop)
    await page.goto('/account')
    await settled(page)
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())

  let count = 0
  const raise = (title: string, isCritical = false) => {
    const content = systemContent(title, 'Body.', isCritical)
    return opened.service.raise({ accountId: opened.account.id, eventKey: `test:${count++}`, content })
  }
  const line = () => page.getByRole('region', { name: 'New notifications' })

  it('are one line of the masthead that covers nothing: a title, or a group of several', async () => {
    await raise('One alone')
    await line().getByRole('link', { name: 'One alone' }).waitFor()
    // While the focus is in them they stay, however long the measurements take.
    await line().getByRole('button', { name: 'Dismiss: One alone' }).focus()
    for (const title of ['Two', 'Three', 'Four']) await raise(title)
    await line().getByRole('link', { name: '4 new notifications' }).waitFor()
    for (const size of [SIZES.desktop, SIZES.zoomed, SIZES.phone]) {
      await page.setViewportSize(size)
      const toast = await line().locator('.toast').boundingBox()
      const masthead = await page.locator('.masthead').boundingBox()
      const bell = await page.getByRole('button', { name: /^Notifications/ }).boundingBox()
      expect(toast?.y).toBeGreaterThanOrEqual(masthead?.y ?? 0)
      expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual((masthead?.y ?? 0) + (masthead?.height ?? 0))
      expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(bell?.x ?? 0)
    }
    expect(await violations(page)).toEqual([])
    await line().getByRole('button', { name: 'Dismiss: 4 new notifications' }).click()
    await line().locator('.toast').waitFor({ state: 'detached' })
  })

  it('of high priority are named in a group, and stay until they are dismissed', async () => {
    await raise('The service stops', true)
    await raise('Later news')
    await line().getByRole('link', { name: 'The service stops' }).waitFor()
    await line().getByRole('link', { name: '1 more' }).waitFor()
    await line().getByRole('button', { name: 'Dismiss: The service stops' }).click()
    await line().locator('.toast').waitFor({ state: 'detached' })

    expect(opened.complaints).toEqual([])
  })
})
