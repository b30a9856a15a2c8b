import type { CDPSession, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/lib/time/duration.ts'
import type { PageName } from '../../src/web/paths.ts'
import { type PageWorld, pageWorld } from '../support/browser/every-page.ts'
import { canWalk, settled } from '../support/browser/web-service.ts'

/** Of the session; `npm run test:long` opens the pages for all six, and CI leaves them out. */
const HOURS = Number(process.env['SESSION_HOURS'] ?? 1)
const isWalked = canWalk && HOURS > 0
/** Market time between two moments at which the timers of the pages that are due run once; an answer may take 25 s. */
const STEP_MS = 20_000
/** The pages gather a day's lines, and what they show first. */
const FIRST_MS = HOUR_MS / 2
const MAX_GROWTH = 1.1
/** Prices of a day, by minute, for the charts of two symbols. */
const MAX_MORE_BYTES = 1_500_000
const OPEN: readonly PageName[] = ['market', 'flow', 'symbol', 'symbolExposure', 'watchlist']

interface StaysOpen {
  readonly name: PageName
  readonly page: Page
  readonly debug: CDPSession
  readonly complaints: string[]
  /** Resolves when every request has ended. */
  quiet(): Promise<void>
}

interface Held {
  readonly nodes: number
  readonly bytes: number
}

describe.skipIf(!isWalked)('pages that stay open over a session', { timeout: (HOURS + 1) * 10 * 60_000 }, () => {
  let nowMs = Date.parse('2026-11-20T14:35:00.000Z')
  let world: PageWorld
  let pages: StaysOpen[]
  beforeAll(async () => {
    world = await pageWorld({
      now: () => new Date(nowMs),
      monotonicMs: () => nowMs,
      settings: { MARKET_SYMBOLS: 'SPY,NVDA' },
    })
    const { status } = await world.service.call(world.account, 'PATCH', 'watchlist', { add: ['SPY', 'NVDA'] })
    if (status !== 200) throw new Error(`the watchlist answered ${status}`)
    pages = await Promise.all(OPEN.map(opened))
  }, 120_000)
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
  })

  async function opened(name: PageName): Promise<StaysOpen> {
    const { context, page, complaints } = await world.open()
    await page.clock.install({ time: new Date(nowMs) })
    const quiet = requestsOf(page)
    page.on('response', (response) => {
      if (response.status() >= 400)
        complaints.push(`${response.status()} ${response.url()} at ${new Date(nowMs).toISOString()}`)
    })
    await page.goto(world.addressOf(name))
    await settled(page)
    return { name, page, complaints, quiet, debug: await context.newCDPSession(page) }
  }

  async function pass(ms: number): Promise<void> {
    for (const endMs = nowMs + ms; nowMs < endMs; ) {
      nowMs += STEP_MS
      await Promise.all(
        pages.map(async ({ page, quiet }) => {
          await page.clock.fastForward(STEP_MS)
          // A request may lead to another one. The clock of the service must not jump while one waits.
          for (let round = 0; round < 3; round++) {
            await page.evaluate('0')
            await quiet()
          }
        }),
      )
    }
  }

  it('hold as much memory and as many nodes at its end as at its beginning', async () => {
    await pass(FIRST_MS)
    const before = await Promise.all(pages.map(held))
    console.log('at the start', lineOf(pages, before))
    let after = before
    for (let hour = 1; hour <= HOURS; hour++) {
      await pass(hour === HOURS ? HOUR_MS - FIRST_MS : HOUR_MS)
      after = await Promise.all(pages.map(held))
      console.log(`after ${hour} h`, lineOf(pages, after))
    }

    for (const [index, { name, complaints }] of pages.entries()) {
      const [first, last] = [before[index], after[index]]
      expect(last?.nodes, `nodes of ${name}`).toBeLessThan(MAX_GROWTH * (first?.nodes ?? 0))
      expect(last?.bytes, `heap of ${name}`).toBeLessThan(MAX_GROWTH * (first?.bytes ?? 0) + MAX_MORE_BYTES)
      expect(complaints, name).toEqual([])
    }
  })
})

function requestsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let waiting: (() => void)[] = []
  const end = (request: Request) => {
    open.delete(request)
    if (open.size > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }
  page.on('request', (request) => void open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)))
}

async function held({ debug }: StaysOpen): Promise<Held> {
  // Twice, because the first collection releases what holds other things.
  await debug.send('HeapProfiler.collectGarbage')
  await debug.send('HeapProfiler.collectGarbage')
  const { nodes } = await debug.send('Memory.getDOMCounters')
  const { usedSize: bytes } = await debug.send('Runtime.getHeapUsage')
  return { nodes, bytes }
}

function lineOf(pages: readonly StaysOpen[], all: readonly Held[]): string {
  const figures = all.map(({ nodes, bytes }, index) => `${pages[index]?.name} ${nodes}, ${(bytes / 1e6).toFixed(2)} MB`)
  return figures.join(' | ')
}
