/**
 * The live tape: from prints that come in to the frame of an open bell, beside a thousand rules; and what an hour of tape
 * at ten times speed leaves in memory. Prints count from the instant at which no leg can join them any more.
 */

import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import type { TapePrints } from '../../src/domain/market/option-tape.ts'
import { eventKeys } from '../../src/domain/notifications/event-key.ts'
import { sessionFlow } from '../../src/operations/flow/session-flow.ts'
import type { MarketView, OptionTape } from '../../src/ports/market-source.ts'
import { type MarketFeedParts, tellOfFlow } from '../../src/workers/market-feed.ts'
import { feedClient } from '../support/feed-client.ts'
import { notificationService } from '../support/notification-service.ts'
import { SYMBOLS, syntheticTape } from '../validation/synthetic-tape.ts'
import type { Figure } from './figure.ts'

const SESSION = '2026-11-20'
const AFTER = '2026-11-20T20:59:00.000Z'
const PRINTS_A_SECOND = 5_000
const TICK_MS = 50
const SECONDS = 8
const RULES = 1_000
const TOLD_PREMIUM = 100_000
const SYMBOL = SYMBOLS[1]?.symbol ?? ''
const HOUR_SECONDS = 3_600
const SPEED = 10
const { signal } = new AbortController()

export async function figures(): Promise<Figure[]> {
  return [...(await latency()), ...(await hour())]
}

/** The columns up to a row; nothing is copied but the texts. */
function first(prints: TapePrints, count: number): TapePrints {
  const numbers = (column: Float64Array) => column.subarray(0, count)
  return {
    ...prints,
    count,
    executedAtMs: numbers(prints.executedAtMs),
    optionSymbols: prints.optionSymbols.slice(0, count),
    price: numbers(prints.price),
    size: numbers(prints.size),
    bid: numbers(prints.bid),
    ask: numbers(prints.ask),
    underlyingPrice: numbers(prints.underlyingPrice),
    exchange: prints.exchange.slice(0, count),
    condition: prints.condition.slice(0, count),
    volume: numbers(prints.volume),
    openInterest: numbers(prints.openInterest),
  }
}

/** A market whose one tape has grown so far. */
function growing(whole: TapePrints, view: MarketView) {
  const tape = {}
  let prints = first(whole, 0)
  return {
    grow: (count: number) => {
      prints = first(whole, Math.min(count, whole.count))
    },
    viewAt: async (): Promise<MarketView> => ({
      ...view,
      moment: async () => ({ asOfMs: Date.parse(AFTER), sessionDate: SESSION }),
      optionPrints: async (): Promise<OptionTape> => ({
        asOfMs: Date.parse(AFTER),
        sessionDate: SESSION,
        tape,
        prints,
        warnings: [],
      }),
    }),
  }
}

async function worldOf(whole: TapePrints) {
  const service = await notificationService({ works: false, from: AFTER, settings: { MARKET_SYMBOLS: whole.symbol } })
  const context = contextOf(service.parts, { caller: OPERATOR })
  const market = growing(whole, await service.parts.market.viewAt())
  const feed: MarketFeedParts = {
    ...context,
    viewAt: market.viewAt,
    publicUrl: service.url,
    seen: new Map([[whole.symbol, '2026-11-19']]),
  }
  return { service, market, feed }
}

async function latency(): Promise<Figure[]> {
  const { prints } = syntheticTape(SYMBOLS[1]!, SESSION, { seed: 11, count: PRINTS_A_SECOND * SECONDS })
  const { service, market, feed } = await worldOf(prints)
  await using _service = service
  const account = await service.account()
  // One that matches a few rows in a thousand, and many that ask for more than there is.
  for (let each = 0; each < RULES; each++) {
    const criteria =
      each === 0 ? { premium_min: TOLD_PREMIUM } : { premium_min: 2_000_000, unusual_score_min: 90 + (each % 9) }
    await service.parts.store.alerts.add({
      ...{ id: `rule-${each}`, accountId: account.id, name: `rule ${each}`, channels: [], endpointId: null },
      ...{ cooldownMinutes: 0, priority: 'normal', enabled: true, createdAt: AFTER, updatedAt: AFTER },
      source: 'option_flow',
      criteria: { symbols: [prints.symbol], ...criteria },
    })
  }
  await using bell = await feedClient(`${service.url}/ws/notifications`, account.key)
  await bell.until(1)
  const cameAtMs = new Float64Array(prints.count)
  const heardAtMs = new Map<string, number>()
  bell.socket.on('message', (bytes: Buffer) => {
    const { notification } = JSON.parse(bytes.toString())
    if (notification) heardAtMs.set(notification.id, performance.now())
  })
  const beganMs = performance.now()
  for (let come = 0; come < prints.count; ) {
    const nowMs = performance.now()
    const due = Math.min(Math.floor(((nowMs - beganMs) / 1_000) * PRINTS_A_SECOND), prints.count)
    // A print is due at its own instant, even when the step before it still ran.
    for (; come < due; come++) cameAtMs[come] = beganMs + (come * 1_000) / PRINTS_A_SECOND
    market.grow(come)
    await tellOfFlow(feed, signal)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, TICK_MS / 5)))
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  const times = await latencies(feed, account.id, { cameAtMs, heardAtMs })
  return [
    {
      name: `print to frame at ${PRINTS_A_SECOND} prints/s and ${RULES} rules, p50`,
      value: percentile(times, 0.5),
      unit: 'ms',
    },
    { name: 'the same, p99', value: percentile(times, 0.99), unit: 'ms', goal: '≤ 50 ms' },
    { name: 'notifications of that tape', value: times.length, unit: 'notifications' },
  ]
}

type Heard = { readonly cameAtMs: Float64Array; readonly heardAtMs: ReadonlyMap<string, number> }

/** From the last leg of a row to its frame. */
async function latencies(feed: MarketFeedParts, accountId: string, { cameAtMs, heardAtMs }: Heard): Promise<number[]> {
  const { rows } = await sessionFlow(feed, await feed.viewAt(), SYMBOL)
  const times: number[] = []
  for (const row of rows.filter(({ premium }) => premium >= TOLD_PREMIUM)) {
    const [id] = await feed.store.notifications.ofEvents(accountId, [eventKeys.alert('rule-0', row.id)])
    const heard = heardAtMs.get(id ?? '')
    const came = cameAtMs[row.sequence + row.legs - 1]
    if (heard !== undefined && came !== undefined) times.push(heard - came)
  }
  return times
}

/** Ten seconds of tape a step, without the pauses between them. */
async function hour(): Promise<Figure[]> {
  const { prints } = syntheticTape(SYMBOLS[0]!, SESSION, { seed: 12, count: 60_000 })
  const { service, market, feed } = await worldOf(prints)
  await using _service = service
  const account = await service.account()
  await service.call(account, 'PUT', 'watchlist', { symbols: [prints.symbol] })
  const openMs = prints.executedAtMs[0] ?? 0
  const heaps: number[] = []
  for (let second = SPEED; second <= HOUR_SECONDS; second += SPEED) {
    const untilMs = openMs + second * 1_000
    let count = 0
    while ((prints.executedAtMs[count] ?? Number.POSITIVE_INFINITY) <= untilMs) count++
    market.grow(count)
    await tellOfFlow(feed, signal)
    if (second % 1_200 === 0) heaps.push(heapMb())
  }
  const [early = Number.NaN, , late = Number.NaN] = heaps
  return [
    { name: 'heap after 20 minutes of tape of SPY', value: early, unit: 'MB' },
    { name: 'heap after an hour of it: the rows of the session are kept', value: late, unit: 'MB' },
  ]
}

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
