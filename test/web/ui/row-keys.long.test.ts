import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInPage, signedInPage } from '../../support/browser/signed-in-page.ts'
import { canWalk, settled, violations } from '../../support/browser/web-service.ts'

/** Nothing moves while the focus does. */
const NOW = new Date('2026-11-20T18:00:00.000Z')

/** The row of the focused control, its place in the row, and whether it is in view. */
const FOCUS = `(() => {
  const it = document.activeElement
  const row = it.closest('tbody tr')
  const box = it.getBoundingClientRect()
  const top = row?.closest('table').tHead.getBoundingClientRect().bottom ?? 0
  return {
    row: Number(row?.ariaRowIndex ?? 0),
    control: row ? [...row.querySelectorAll('a, button')].indexOf(it) : -1,
    isInView: box.top >= top - 1 && box.bottom <= innerHeight,
  }
})()`

describe.skipIf(!canWalk)('rows of a long table with the keyboard', { timeout: 60_000 }, () => {
  let opened: SignedInPage
  beforeAll(async () => {
    opened = await signedInPage({ now: () => NOW, works: false })
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())

  it('are one stop, whose rows and controls arrow keys reach to the last, and hold the tape meanwhile', async () => {
    const { page, complaints } = opened
    await page.goto('/flow')
    await settled(page)
    await page.locator('.virtual[aria-description] tbody a').nth(5).waitFor()
    const focus = () => page.evaluate(FOCUS)
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      return focus()
    }
    const rows = Number(await page.locator('.tape table').getAttribute('aria-rowcount'))

    // A star, a symbol and a contract in each row.
    await page.locator('.tape tbody button').first().focus()
    expect(await press('ArrowDown', 'ArrowDown', 'ArrowUp')).toEqual({ row: 3, control: 0, isInView: true })
    await page.getByText('Paused', { exact: true }).waitFor()
    expect(await press('ArrowRight', 'ArrowRight', 'ArrowRight')).toEqual({ row: 3, control: 2, isInView: true })
    expect(await press('ArrowDown', 'ArrowLeft')).toEqual({ row: 4, control: 1, isInView: true })
    expect(rows).toBe(301)
    await page.keyboard.press('End')
    await expect.poll(focus).toEqual({ row: rows, control: 1, isInView: true })
    await page.keyboard.press('PageUp')
    await expect.poll(focus).toEqual({ row: rows - 10, control: 1, isInView: true })
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('API docs')
    expect(await press('Shift+Tab')).toEqual({ row: rows - 10, control: 1, isInView: true })
    await page.keyboard.press('Home')
    await expect.poll(focus).toEqual({ row: 2, control: 1, isInView: true })
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('go on with the tape when the keyboard leaves them', async () => {
    const { page } = opened
    await page.keyboard.press('Shift+Tab')
    await page.getByText('Live', { exact: true }).waitFor()

    expect(await page.evaluate("document.activeElement.closest('tbody')")).toBeNull()
  })
})
