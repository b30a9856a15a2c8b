import type { Page } from 'playwright-core'

/** Controls below a selector whose text does not fit, that lie over one another, or that leave the window. */
export function labelFaults(page: Page, within: string): Promise<string[]> {
  return page.evaluate((root) => {
    const all = [...document.querySelectorAll<HTMLElement>(`${root} :is(button, a, label, select)`)]
    const controls = all.filter((it) => it.offsetWidth > 0 && !it.closest('.hidden'))
    const boxes = controls.map((it) => ({ it, box: it.getBoundingClientRect() }))
    const name = (it: HTMLElement) => it.ariaLabel ?? it.textContent
    const cut = boxes
      .filter(({ it, box }) => it.scrollWidth > it.clientWidth + 1 || box.left < -1 || box.right > innerWidth + 1)
      .filter(({ it }) => getComputedStyle(it).display !== 'inline' && !it.closest('ul.tabs'))
      .map(({ it }) => `cut: ${name(it)}`)
    const over = boxes.flatMap(({ it, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(({ it: other }) => !it.contains(other) && !other.contains(it))
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        )
        .map(({ it: other }) => `collide: ${name(it)} and ${name(other)}`),
    )
    return [...cut, ...over]
  }, within)
}
