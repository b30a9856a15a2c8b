import type { CDPSession, Page } from 'playwright-core'

/** The browser reports interactions of this length and longer, rounded to 8 ms. */
export const SHORTEST_REPORTED_MS = 16

const WATCH = `(() => {
  const entries = []
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: ${SHORTEST_REPORTED_MS} })
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  Object.assign(globalThis, {
    forgetInteractions() {
      observer.takeRecords()
      entries.length = 0
    },
    /** The longest interaction: a frame after the one that it changed, the browser has reported it. */
    async longestInteraction() {
      for (let count = 0; count < 4; count++) await frame()
      entries.push(...observer.takeRecords())
      return Math.max(0, ...entries.filter((it) => it.interactionId > 0).map((it) => it.duration))
    },
  })
})()`

/** Must come before the page has an address. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(WATCH)
}

/** Slows the processor of a page by a factor, as that of a weak machine. */
export async function slowed(page: Page, rate: number): Promise<CDPSession> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate })
  return debug
}

/** From an input to the next paint, ms; 0 below `SHORTEST_REPORTED_MS`. */
export async function interactionMs(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('forgetInteractions()')
  await act()
  return page.evaluate('longestInteraction()')
}

/** A page of one button that changes 320 cells: what the machine takes for the least that a page can do. */
const BARE = `<!doctype html><title>bare</title><button>Turn</button><table></table><script>
let turn = 0
const rows = Array.from({ length: 40 }, () => '<tr>' + '<td>0</td>'.repeat(8) + '</tr>')
document.querySelector('table').innerHTML = rows.join('')
document.querySelector('button').onclick = () => {
  turn++
  for (const cell of document.querySelectorAll('td')) cell.textContent = turn * 7919
}
</script>`

export async function openBare(page: Page): Promise<void> {
  await watchInteractions(page)
  await page.goto(`data:text/html,${encodeURIComponent(BARE)}`)
}
