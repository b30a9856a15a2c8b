import type { BrowserContext } from 'playwright-core'
import { launchChromium } from '../support/browser/chromium.ts'
import { timedDrawings } from '../support/browser/heat-drawings.ts'
import { canWalk, signedIn, webFolder } from '../support/browser/web-service.ts'
import { notificationService } from '../support/notifications/notification-service.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'

const RUNS = 7
const TASK_RUNS = 5
const WATCHED_MS = 15_000

const BARE = 'data:text/html,<!doctype html><title>bare</title><h1>bare</h1>'

/** The pages in a real browser: how soon they can be used, and whether they stay smooth while the tape runs. */
export async function figures(): Promise<Figure[]> {
  if (!canWalk) {
    console.log('The web pages are not measured: there is no Chromium.')
    return []
  }
  // A Friday on which the tape of the simulated market runs, whenever this does.
  await using service = await notificationService({ from: '2026-11-20T15:00:00.000Z', pages: webFolder })
  const browser = await launchChromium()
  const state = await signedIn(browser, service.url, (await service.account()).email)
  const fresh = () => browser.newContext({ storageState: state, baseURL: service.url })
  const opened: number[] = []
  const symbol: number[] = []
  const bare: number[] = []
  for (let run = 0; run < RUNS; run++) {
    opened.push(await timedPage(await fresh(), '/', '.index .price'))
    symbol.push(await timedPage(await fresh(), '/symbols/SPY', '.figures .figure'))
    bare.push(await timedPage(await browser.newContext(), BARE, 'h1'))
  }
  const tasks: number[] = []
  for (let run = 0; run < TASK_RUNS; run++) tasks.push(await longestTask(await fresh()))
  const frame = await longestFrame(await fresh())
  const zoom = await zoomFrame(await fresh())
  const heat = await timedDrawings(browser)
  await browser.close()
  return [
    {
      name: 'market page with its numbers, nothing cached',
      value: median(opened),
      unit: 'ms',
      goal: '≤ 600 ms',
      anchor: { name: 'an empty page', value: median(bare) },
    },
    {
      name: 'symbol page with its numbers, nothing cached',
      value: median(symbol),
      unit: 'ms',
      goal: '≤ 900 ms',
      anchor: { name: 'an empty page', value: median(bare) },
    },
    {
      name: 'longest task while the tape opens and runs',
      value: median(tasks),
      unit: 'ms',
      goal: '≤ 80 ms',
      anchor: { name: 'an empty page', value: median(bare) },
    },
    { name: 'longest frame while the tape runs', value: frame, unit: 'ms', goal: '≤ 100 ms' },
    { name: 'median frame while the price chart zooms', value: zoom, unit: 'ms', goal: '≤ 16 ms' },
    { name: 'heat map of 120 strikes × 390 minutes, drawn', value: heat.medianMs, unit: 'ms', goal: '≤ 16 ms' },
  ]
}

/** From asking for an address until what is looked for is seen. */
async function timedPage(context: BrowserContext, address: string, sought: string): Promise<number> {
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(address)
  await page.locator(sought).first().waitFor()
  const took = performance.now() - began
  await context.close()
  return took
}

const WATCH_TASKS = `globalThis.longest = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration)
}).observe({ type: 'longtask' })`

/** The longest task of the page from its start until some seconds after it is there; 0 where none took 50 ms. */
async function longestTask(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(WATCH_TASKS)
  await page.goto('/flow')
  await page.locator('main tbody tr, main [role="row"]').nth(5).waitFor()
  await page.waitForTimeout(WATCHED_MS)
  const longest: number = await page.evaluate('globalThis.longest')
  await context.close()
  return longest
}

const WATCH_FRAMES = `globalThis.gap = 0
let last = performance.now()
const look = (now) => {
  globalThis.gap = Math.max(globalThis.gap, now - last)
  last = now
  requestAnimationFrame(look)
}
requestAnimationFrame(look)`

async function longestFrame(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.goto('/flow')
  await page.locator('main tbody tr, main [role="row"]').nth(5).waitFor()
  await page.evaluate(WATCH_FRAMES)
  await page.waitForTimeout(WATCHED_MS)
  const gap: number = await page.evaluate('globalThis.gap')
  await context.close()
  return gap
}

const ZOOM_STEPS = 20
const WATCH_WORK = `globalThis.spent = []
const usual = requestAnimationFrame
globalThis.requestAnimationFrame = (work) => usual((at) => {
  const from = performance.now()
  work(at)
  globalThis.spent.push(performance.now() - from)
})`

/** The time that the page takes in the frames after each step of the wheel over the price chart. */
async function zoomFrame(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.goto('/symbols/SPY')
  const place = page.locator('.price-chart-place')
  await place.locator('canvas').first().waitFor()
  await place.click({ position: { x: 300, y: 150 } })
  await page.evaluate(WATCH_WORK)
  for (let step = 0; step < ZOOM_STEPS; step++) await page.mouse.wheel(0, step < ZOOM_STEPS / 2 ? -60 : 60)
  await page.waitForTimeout(500)
  const spent: number[] = await page.evaluate('globalThis.spent')
  await context.close()
  return median(spent)
}
