import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { median } from '../bench/median.ts'
import { PAGE_NAMES, type PageWorld, pageWorld, type WalkedName } from '../support/browser/every-page.ts'
import { interactionMs, openBare, slowed, watchInteractions } from '../support/browser/interactions.ts'
import { signedInPage } from '../support/browser/signed-in-page.ts'
import { canWalk, settled } from '../support/browser/web-service.ts'

/** What is typical on a page: buttons that are clicked by turns, or keys that are pressed by turns in a field. */
type Steps =
  | { readonly click: readonly (string | RegExp)[] }
  | { readonly press: readonly string[]; readonly field: string }

/** The switch of colours, which restyles all of a page, is measured on each. */
const STEPS: Partial<Record<WalkedName, readonly Steps[]>> = {
  market: [{ click: ['Watch QQQ'] }],
  symbol: [{ click: ['1 m', '1 h'] }, { click: ['Levels'] }],
  symbolVolatility: [{ click: ['All', '90 days'] }],
  symbolFlow: [{ click: ['Each', 'Running total'] }, { click: ['5 days', '20 days'] }],
  symbolExposure: [{ click: ['Delta', 'Gamma'] }, { press: ['ArrowRight', 'ArrowLeft'], field: 'Price' }],
  symbolStrategy: [{ click: ['Puts', 'Calls'] }],
  symbolStrategies: [{ press: ['1', '0'], field: 'Maximum loss' }],
  symbolEvents: [{ click: ['Market-wide', 'This symbol'] }],
  screener: [{ click: ['Sort by Price'] }, { click: ['Rich volatility', 'Cheap volatility'] }],
  flow: [{ click: ['Sweeps', 'Opening'] }, { click: ['Pause', 'Resume'] }],
  unusual: [{ click: ['80', '90'] }, { click: ['Sweeps', 'Opening'] }],
  ideas: [{ click: ['Open', 'Closed'] }],
  ledger: [{ press: ['a', 'b'], field: 'Webhook secret' }],
  scorecard: [{ press: ['a', 'b'], field: 'Webhook secret' }],
  operator: [{ press: ['a', 'b'], field: 'Title' }],
  operatorAccounts: [{ press: ['a', 'Backspace'], field: 'E-mail' }],
  operatorSettings: [{ click: ['Sort by Setting'] }],
  operatorLog: [{ click: ['Sort by Time'] }],
  notifications: [{ click: [/Maintenance$/] }],
  alerts: [{ click: ['Snooze Any print'] }],
  newAlert: [{ click: ['Whale trades', 'Unusual calls'] }, { press: ['a', 'b'], field: 'Name' }],
  alert: [{ press: ['a', 'b'], field: 'Name' }],
  settings: [{ click: ['Add nights', 'Add weekends'] }],
  apiKeys: [{ press: ['a', 'b'], field: 'Name' }],
  account: [{ click: ['Sort by Feature'] }],
  security: [{ press: ['a', 'b'], field: 'New password' }],
}
/** They lead a visitor who is signed in to another page. */
const VISITED = PAGE_NAMES.filter((name) => name !== 'signIn' && name !== 'signUp')
const SLOWER = 4
/** Other work of the machine makes a turn slower, never faster: the fastest counts, and the median is reported. */
const TURNS = 6
/**
 * Where the machine has other work the bare page takes longer than this, and every page may by the same factor. Most of
 * its time is the wait for a frame, which a slow machine lengthens less than work, so this is less than the 32 ms of a
 * quiet machine.
 */
const BARE_MS = 24
const GOAL_MS = 100
/** Two letters each, after a Q. */
const MANY = Array.from(
  { length: 200 },
  (_, index) => `Q${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
)
/** Nothing else changes meanwhile. */
const STILL = { now: () => new Date('2026-11-20T18:00:00.000Z'), works: false }

/** A page and a bare one, both slowed, and what was measured on them. */
async function rig(page: Page, bare: Page) {
  for (const it of [page, bare]) await slowed(it, SLOWER)
  await openBare(bare)
  await watchInteractions(page)
  const timesOf = async (of: Page, act: (turn: number) => Promise<void>) => {
    await of.bringToFront()
    const taken: number[] = []
    for (let turn = 0; turn < TURNS; turn++) taken.push(await interactionMs(of, () => act(turn)))
    return { fastest: Math.min(...taken), median: median(taken) }
  }
  const figures: string[] = []
  return {
    figures,
    /** A text where the interaction takes too long; none else. */
    async slow(name: string, act: (turn: number) => Promise<void>): Promise<string[]> {
      const onBare = await timesOf(bare, () => bare.getByRole('button').click())
      const here = await timesOf(page, act)
      const figure = `${name}: ${here.fastest} to ${here.median} ms, on a bare page ${onBare.fastest} to ${onBare.median} ms`
      figures.push(figure)
      return here.fastest > GOAL_MS * Math.max(1, onBare.fastest / BARE_MS) ? [figure] : []
    },
  }
}

function acting(page: Page, steps: Steps): (turn: number) => Promise<void> {
  if ('click' in steps) {
    return (turn) => {
      const name = steps.click[turn % steps.click.length] ?? ''
      return page.getByRole('button', { name, exact: true }).first().click()
    }
  }
  return (turn) =>
    page
      .getByLabel(steps.field)
      .first()
      .press(steps.press[turn % steps.press.length] ?? '')
}

describe.skipIf(!canWalk)('an interaction on a processor that is four times slower', { timeout: 120_000 }, () => {
  let world: PageWorld
  let page: Page
  let measured: Awaited<ReturnType<typeof rig>>
  beforeAll(async () => {
    world = await pageWorld()
    page = (await world.open()).page
    page.setDefaultTimeout(15_000)
    measured = await rig(page, (await world.open()).page)
  }, 120_000)
  afterAll(async () => {
    console.log(measured?.figures.join('\n'))
    await world?.[Symbol.asyncDispose]()
  })

  it.each(VISITED)('is followed by the next paint within 100 ms on %s', async (name) => {
    await page.goto(world.addressOf(name))
    await settled(page)
    const slow: string[] = []
    for (const steps of STEPS[name] ?? []) {
      slow.push(...(await measured.slow(`${name} ${JSON.stringify(Object.values(steps))}`, acting(page, steps))))
    }
    const colours = page.getByRole('button', { name: /^Colours/ })
    slow.push(...(await measured.slow(`${name} colours`, () => colours.click())))

    expect(slow).toEqual([])
  })
})

describe.skipIf(!canWalk)('a watchlist of 200 symbols on a processor that is four times slower', () => {
  it('is sorted within 100 ms', { timeout: 240_000 }, async () => {
    await using opened = await signedInPage({ ...STILL, settings: { MARKET_SYMBOLS: MANY.join(',') } })
    const { page, context, service, account } = opened
    await service.call(account, 'PUT', 'watchlist', { symbols: MANY })
    const measured = await rig(page, await context.newPage())
    await page.goto('/watchlist')
    await settled(page)
    await page.getByText(/are being computed/).waitFor({ state: 'detached', timeout: 120_000 })
    const slow: string[] = []
    for (const column of ['Symbol', 'Price', 'Net GEX', '20 sessions']) {
      const button = page.getByRole('button', { name: `Sort by ${column}` })
      slow.push(...(await measured.slow(column, () => button.click())))
    }
    console.log(measured.figures.join('\n'))

    expect(slow).toEqual([])
    expect(opened.complaints).toEqual([])
  })
})
