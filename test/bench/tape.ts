/**
 * The live tape: from prints that come in to the frame of an open bell, beside a thousand rules, through the loop and at
 * the pace of the service; and what sessions leave in memory. Prints count from the instant at which no leg can join
 * them any more.
 */

import { ALL_ACCOUNTS } from '../../src/alerts/domain/shard.ts'
import { feedMemory, type MarketFeedParts, notifyOfFlow } from '../../src/alerts/workers/market-feed.ts'
import { ChainAnalysis } from '../../src/analytics/domain/chain-analysis.ts'
import { FEED_IDLE_MS } from '../../src/app/notifications.ts'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import type { Store } from '../../src/app/store/open-store.ts'
import type { FlowRow } from '../../src/flow/domain/flow-row.ts'
import { FlowSessions } from '../../src/flow/operations/flow-sessions.ts'
import { worker } from '../../src/lib/node/worker.ts'
import type { TapePrints } from '../../src/market/domain/options/option-tape.ts'
import type { MarketView, OptionTape } from '../../src/market/ports/market-source.ts'
import { eventKeys } from '../../src/notifications/domain/event-key.ts'
import { feedClient } from '../support/notifications/feed-client.ts'
import { notificationService } from '../support/notifications/notification-service.ts'
import { SYMBOLS, syntheticTape } from '../validation/synthetic-tape.ts'
import type { Figure } from './figure.ts'

export const SESSION = '2026-11-20'
export const AFTER = '2026-11-20T20:59:00.000Z'
export const PRINTS_A_SECOND = 5_000
/** Prints come to the source in small lots, as a stream's frames do. */
const TICK_MS = 2
const SECONDS = 20
export const RULES = 1_000
const TOLD_PREMIUM = 100_000
const SYMBOL = SYMBOLS[1]?.symbol ?? ''
const SESSIONS = ['2026-11-18', '2026-11-19', '2026-11-20']
const SESSION_PRINTS = 60_000
const STEP_MS = 10_000
const { signal } = new AbortController()

export async function figures(): Promise<Figure[]> {
  return [...(await latency()), ...(await sessions())]
}

/** A market whose one tape has grown so far, and whose clock shows the instant of the last print. */
export function growing(view: MarketView) {
  let held: OptionTape | undefined
  return {
    begin: (whole: TapePrints) => {
      const asOfMs = whole.executedAtMs[0] ?? Date.parse(AFTER)
      held = { asOfMs, sessionDate: whole.sessionDate, tape: {}, prints: { ...whole, count: 0 }, warnings: [] }
    },
    grow: (count: number) => {
      if (!held) return
      const asOfMs = held.prints.executedAtMs[count - 1] ?? held.asOfMs
      held = { ...held, asOfMs, prints: { ...held.prints, count } }
    },
    viewAt: async (): Promise<MarketView> => ({
      ...view,
      moment: async () => ({
        asOfMs: held?.asOfMs ?? Date.parse(AFTER),
        sessionDate: held?.sessionDate ?? SESSION,
      }),
      optionPrints: async () => held ?? view.optionPrints(''),
    }),
  }
}

async function worldOf(whole: TapePrints) {
  const service = await notificationService({ works: false, from: AFTER, settings: { MARKET_SYMBOLS: whole.symbol } })
  const context = contextOf(service.parts, { caller: OPERATOR })
  const market = growing(await service.parts.market.viewAt())
  market.begin(whole)
  const feed: MarketFeedParts = {
    ...context,
    viewAt: market.viewAt,
    flowSessions: new FlowSessions({
      store: service.parts.store,
      viewAt: market.viewAt,
      analysisOf: (chain) => new ChainAnalysis(chain),
    }),
    publicUrl: service.url,
    shard: ALL_ACCOUNTS,
    memory: { ...feedMemory(), seen: new Map([[whole.symbol, '2026-11-17']]) },
  }
  return { service, market, feed }
}

async function latency(): Promise<Figure[]> {
  const { prints } = syntheticTape(SYMBOLS[1]!, SESSION, { seed: 11, count: PRINTS_A_SECOND * SECONDS })
  const { service, market, feed } = await worldOf(prints)
  await using _service = service
  const account = await service.account()
  await addRules(service.parts.store, account.id, prints.symbol)
  await using bell = await feedClient(`${service.url}/ws/notifications`, account.key)
  await bell.until(1)
  const heardAtMs = new Map<string, number>()
  bell.socket.on('message', (bytes: Buffer) => {
    const { notification } = JSON.parse(bytes.toString())
    if (notification) heardAtMs.set(notification.id, performance.now())
  })
  const looking = worker({
    name: 'market feed',
    step: (signal) => notifyOfFlow(feed, signal),
    idleMs: FEED_IDLE_MS,
    graceMs: 1_000,
    monotonicMs: () => performance.now(),
    onError: (error) => {
      throw error
    },
  })
  looking.start()
  const { beganMs } = await atPace(prints.count, market.grow)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await looking.stop()
  const times = await latencies(feed, account.id, { beganMs, heardAtMs })
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

/** One that matches a few rows in a thousand, and many that ask for more than there is. */
export async function addRules(store: Pick<Store, 'alerts'>, accountId: string, symbol: string): Promise<void> {
  for (let each = 0; each < RULES; each++) {
    const criteria =
      each === 0 ? { premium_min: TOLD_PREMIUM } : { premium_min: 2_000_000, unusual_score_min: 90 + (each % 9) }
    await store.alerts.add({
      ...{ id: ruleId(each), accountId, name: `rule ${each}`, channels: [], endpointId: null },
      ...{ cooldownMinutes: 0, priority: 'normal', enabled: true, snoozedUntil: null },
      ...{ createdAt: AFTER, updatedAt: AFTER, source: 'option_flow' },
      criteria: { symbols: [symbol], ...criteria },
    })
  }
}

export function ruleId(index: number): string {
  return `rule-${index}`
}

/** The rows that `rule-0` matches, but for the first second of the tape, which compiles what it runs. */
export function toldRows(rows: readonly FlowRow[]): readonly FlowRow[] {
  return rows.filter(({ premium, sequence }) => premium >= TOLD_PREMIUM && sequence >= PRINTS_A_SECOND)
}

/** Gives each print at its own instant, of the monotonic clock, even when this loop comes late. */
export async function atPace(count: number, grow: (count: number) => void): Promise<{ readonly beganMs: number }> {
  const beganMs = performance.now()
  for (let come = 0; come < count; ) {
    come = Math.min(Math.floor(((performance.now() - beganMs) / 1_000) * PRINTS_A_SECOND), count)
    grow(come)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  return { beganMs }
}

/** When a print was due, after the first. */
export function dueMs(index: number): number {
  return (index * 1_000) / PRINTS_A_SECOND
}

type Heard = { readonly beganMs: number; readonly heardAtMs: ReadonlyMap<string, number> }

/** From the last leg of a row to its frame. */
async function latencies(feed: MarketFeedParts, accountId: string, { beganMs, heardAtMs }: Heard): Promise<number[]> {
  const { rows } = await feed.flowSessions.flow(await feed.viewAt(), SYMBOL)
  const times: number[] = []
  for (const row of toldRows(rows)) {
    const [id] = await feed.store.notifications.ofEvents([{ accountId, eventKey: eventKeys.alert(ruleId(0), row.id) }])
    const heard = heardAtMs.get(id ?? '')
    if (heard !== undefined) times.push(heard - (beganMs + dueMs(lastLeg(row))))
  }
  return times
}

/** The place of the last print that joined a row. */
export function lastLeg({ sequence, legs }: FlowRow): number {
  return sequence + legs - 1
}

/**
 * Whole sessions, ten seconds of tape a step: an hour at ten times speed is more than one. The rows of a session are
 * kept in memory until the next one; of the sessions before nothing may be left.
 */
async function sessions(): Promise<Figure[]> {
  const [listed = SYMBOLS[1]!] = SYMBOLS
  const { service, market, feed } = await worldOf(tapeOf(listed, SESSIONS[0]))
  await using _service = service
  const account = await service.account()
  await service.call(account, 'PUT', 'watchlist', { symbols: [listed.symbol] })
  const heaps: number[] = []
  for (const date of SESSIONS) {
    const prints = tapeOf(listed, date)
    market.begin(prints)
    const openMs = prints.executedAtMs[0] ?? 0
    for (let count = 0, untilMs = openMs; count < prints.count; untilMs += STEP_MS) {
      while ((prints.executedAtMs[count] ?? Number.POSITIVE_INFINITY) <= untilMs) count++
      market.grow(count)
      await notifyOfFlow(feed, signal)
    }
    heaps.push(heapMb())
  }
  return heaps.map((value, index) => ({
    name: `heap after ${index + 1} ${index === 0 ? 'session' : 'sessions'} of ${SESSION_PRINTS.toLocaleString('en-US')} prints, the last one held`,
    value,
    unit: 'MB',
  }))
}

function tapeOf(symbol: (typeof SYMBOLS)[number], date: string | undefined): TapePrints {
  return syntheticTape(symbol, date ?? SESSION, { seed: 12, count: SESSION_PRINTS }).prints
}

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
