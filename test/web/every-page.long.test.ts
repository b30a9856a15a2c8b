import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGE_NAMES, type PageWorld, pageWorld } from '../support/browser/every-page.ts'
import { canWalk, SIZES, settled } from '../support/browser/web-service.ts'

/** They lead a visitor who is signed in to another page. */
const VISITED = PAGE_NAMES.filter((name) => name !== 'signIn' && name !== 'signUp')
/** Nothing moves while the focus does: the tape gets no new rows. */
const NOW = new Date('2026-11-20T18:00:00.000Z')

describe.skipIf(!canWalk)('every page', { timeout: 120_000 }, () => {
  let world: PageWorld
  beforeAll(async () => {
    world = await pageWorld({ now: () => NOW, works: false })
  }, 120_000)
  afterAll(() => world?.[Symbol.asyncDispose]())

  describe.each(['desktop', 'phone'] as const)('with the keyboard alone on a %s', (size) => {
    let page: Page
    beforeAll(async () => {
      page = (await world.open({ viewport: SIZES[size] })).page
    })
    afterAll(() => page?.context().close())

    it.each(VISITED)('%s lets the focus reach every control, shows where it is, and holds it nowhere', async (name) => {
      await page.goto(world.addressOf(name))
      await settled(page)
      await page.locator('.virtual:not([aria-description])').waitFor({ state: 'detached' })
      if (name === 'notification') await page.locator('article:focus').waitFor()
      const count: number = await page.evaluate(NOTE_CONTROLS)
      let ended = ''
      // A date has a stop for each of its parts.
      for (let step = 0; step < 2 * count + 20 && ended === ''; step++) {
        await page.keyboard.press('Tab')
        ended = await page.evaluate(NOTE_FOCUS)
      }

      expect(count).toBeGreaterThan(5)
      expect(ended).toBe('all')
      expect(await page.evaluate('({ missed: missed(), unseen })')).toEqual({ missed: [], unseen: [] })
    })
  })

  it.each(VISITED)('%s at 200 % fits its window and cuts nothing off', async (name) => {
    const { page, context } = await world.open({ viewport: SIZES.zoomed, deviceScaleFactor: 2 })
    await page.goto(world.addressOf(name))
    await settled(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    const cut = await page.evaluate(CUT)
    await context.close()

    expect(overflow).toBeLessThanOrEqual(0)
    expect(cut).toEqual([])
  })
})

const NAME = `const nameOf = (it) => \`\${it.tagName}.\${it.className} \${(it.ariaLabel ?? it.textContent).trim().slice(0, 40)}\``

/** Notes the controls that a keyboard must reach, and gives their number. */
const NOTE_CONTROLS = `(() => {
  ${NAME}
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex]'
  // Of the radio buttons of a group a keyboard stops at one.
  const controls = [...document.querySelectorAll(selector)].filter((it) =>
    it.tabIndex >= 0 && !it.disabled && it.type !== 'radio' && !it.closest('[inert]')
    && it.checkVisibility({ visibilityProperty: true }))
  const start = document.querySelector('.skip')
  start.focus()
  const seen = new Set([start])
  Object.assign(globalThis, {
    unseen: [],
    focused: start,
    seen,
    missed: () => controls.filter((it) => it.isConnected && !seen.has(it)).map(nameOf),
  })
  return controls.length
})()`

/** Notes the focused element; 'all' when the focus has left the page or begins anew. */
const NOTE_FOCUS = `(() => {
  ${NAME}
  const it = document.activeElement
  if (it === null || it === document.body) return 'all'
  if (it === focused) return ''
  if (seen.has(it)) return it.matches('.skip') ? 'all' : 'back at ' + nameOf(it)
  focused = it
  seen.add(it)
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(it)
  const box = it.getBoundingClientRect()
  if ((outlineStyle === 'none' || parseFloat(outlineWidth) === 0) && boxShadow === 'none') unseen.push('unmarked: ' + nameOf(it))
  const isInView = box.width > 0 && box.bottom > 1 && box.top < innerHeight - 1 && box.right > 1 && box.left < innerWidth - 1
  if (!isInView) unseen.push('out of view: ' + nameOf(it))
  return ''
})()`

/** What is cut off and cannot be scrolled to. */
const CUT = `(() => {
  ${NAME}
  const scrolls = (it) => ['auto', 'scroll'].includes(getComputedStyle(it).overflowX)
  const isScrolled = (it) => { for (let up = it; up; up = up.parentElement) if (scrolls(up)) return true; return false }
  const clips = (it) => {
    const { overflowX, textOverflow, clipPath, position } = getComputedStyle(it)
    const isHidden = position === 'absolute' && it.clientWidth <= 1
    return ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && clipPath === 'none' && !isHidden
  }
  return [...document.querySelectorAll('main *, .masthead *')]
    .filter((it) => it instanceof HTMLElement && it.checkVisibility({ visibilityProperty: true }) && !isScrolled(it))
    .filter((it) => it.getBoundingClientRect().right > innerWidth + 1 || (clips(it) && it.scrollWidth > it.clientWidth + 1))
    .map(nameOf)
})()`
