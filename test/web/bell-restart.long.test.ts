import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE, unreadOf } from '../support/browser/bell.ts'
import { canWalk, type KillableWebService, killableWebService, settled } from '../support/browser/web-service.ts'

describe.skipIf(!canWalk)('a bell whose service is killed', { timeout: 120_000 }, () => {
  let web: KillableWebService
  beforeAll(async () => {
    web = await killableWebService()
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  async function announce(title: string): Promise<void> {
    const ended = await web.cli('announce', '--title', title, '--body', 'Of the operator.')
    expect(ended, ended.stderr).toMatchObject({ code: 0 })
  }
  const titlesOf = (page: Page) => page.locator('article h3 button').allTextContents()

  it('is reached again by itself, in every tab, and has missed and doubled nothing', async () => {
    const { page: list, context } = await web.open()
    const other = await context.newPage()
    await list.goto('/notifications')
    await other.goto('/account')
    await list.getByRole('heading', { name: 'No notifications yet' }).waitFor()
    await announce('First')
    await list.getByRole('button', { name: '1 new', exact: true }).click()
    await expect.poll(() => unreadOf(other), PATIENCE).toBe(1)
    await list.getByRole('button', { name: 'Mark read', exact: true }).click()
    await expect.poll(() => unreadOf(other), PATIENCE).toBe(0)

    await web.crashAndRestart({
      async meanwhile() {
        await announce('Second')
        await announce('Third')
      },
    })

    await list.getByRole('button', { name: '2 new', exact: true }).click({ timeout: 60_000 })
    await expect.poll(() => unreadOf(other), { timeout: 60_000, interval: 100 }).toBe(2)
    const titles = () => expect.poll(() => titlesOf(list), PATIENCE)
    await titles().toEqual(['Unread: Third', 'Unread: Second', 'First'])
    await list.reload()
    await settled(list)
    await titles().toEqual(['Unread: Third', 'Unread: Second', 'First'])
  })

  it('takes a deletion back by a key, and means it after five seconds', async () => {
    const { page } = await web.open()
    await announce('To be deleted')
    await page.goto('/notifications')
    const item = page.locator('article', { hasText: 'To be deleted' })
    await item.waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('#')
    await item.waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await item.waitFor()

    await page.keyboard.press('k')
    await page.keyboard.press('#')
    await page.getByText('Deleted.').waitFor({ state: 'detached', timeout: 20_000 })
    await page.reload()
    await settled(page)
    expect(await item.count()).toBe(0)
  })
})
