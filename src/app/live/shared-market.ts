/** A live source that the processes of a service share: one of them, which has the role `market`, asks the vendor. */
import { setTimeout as sleep } from 'node:timers/promises'
import { flowRowsFrom } from '../../flow/operations/stored-flow.ts'
import type { Leases } from '../../lib/node/leases.ts'
import type { SourceCapabilities } from '../../market/domain/source.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'
import { sharedMarket } from '../../market/sources/shared/index.ts'
import { askOf, Leading, ledMarket, type VendorMarket } from '../../market/sources/shared/led-market.ts'
import { LiveAsker } from '../../market/sources/shared/live-asker.ts'
import { type Ask, SharedAnswers } from '../../market/sources/shared/shared-answers.ts'
import { SharedTapes } from '../../market/sources/shared/shared-tapes.ts'
import { SourceWatch } from '../../market/sources/shared/source-watch.ts'
import type { Bus } from '../../store/processes/bus.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Config } from '../settings/config.ts'
import type { WorkName } from '../store/own-leases.ts'
import { clockOf, type LiveParts } from './live-parts.ts'
import { storedPast } from './stored-past.ts'

export interface SharedMarketParts extends LiveParts {
  readonly capabilities: SourceCapabilities
  readonly bus: Bus
  readonly leases: Leases<WorkName>
  /** Opens the adapter of the vendor, which asks it only while `mayAsk`. */
  readonly open: (mayAsk: () => boolean) => Promise<VendorMarket>
}

/** How long a caller waits for another process where an older answer will do; no time where there is no such process. */
const PATIENCE_MS = 1_000
const DEADLINE_MS = 20_000

export async function sharedLiveMarket(
  life: Lifecycle,
  { market: { source: name, symbols, rates }, roles }: Pick<Config, 'market' | 'roles'>,
  parts: SharedMarketParts,
): Promise<MarketSource> {
  const { store, bus, leases, log, now, monotonicMs, capabilities } = parts
  const nowMs = () => now().getTime()
  const exchange = store.liveExchange
  const onFailure = (error: unknown) => log.warn({ err: error }, 'other processes cannot be asked about the market')
  const asker = life.own('market questions', new LiveAsker({ exchange, hints: bus, nowMs, monotonicMs }), (it) =>
    it[Symbol.dispose](),
  )
  const tapes = new SharedTapes({ stored: store.tapeSegments, hints: bus, monotonicMs })
  life.own('shared tapes', tapes, (it) => it[Symbol.dispose]())
  const watch = life.own('market watch', new SourceWatch({ exchange, nowMs, monotonicMs, onFailure }), (it) =>
    it[Symbol.asyncDispose](),
  )
  await watch.start()
  const remote: Ask = (text, before, maxAgeMs) => asker.ask(text, before, maxAgeMs)
  const sharedWith = (ask: Ask, isUnled: () => boolean) => {
    const wait = (ms: number) => sleep(isUnled() ? 0 : ms, undefined, { ref: false })
    const answers = new SharedAnswers({
      ask,
      isUnled,
      nowMs,
      random: clockOf(parts).random,
      patience: () => wait(PATIENCE_MS),
      deadline: () => wait(DEADLINE_MS),
    })
    const health = () => watch.health()
    return sharedMarket({ name, capabilities, symbols, past: storedPast(store, rates), answers, tapes, nowMs, health })
  }
  if (!roles.includes('market')) return sharedWith(remote, () => watch.isUnled())
  const termOf = () => leases.termOf('source')
  const leading = new Leading({
    termOf,
    open: () => {
      const term = termOf()
      return parts.open(() => term !== null && termOf() === term)
    },
    exchange,
    hints: bus,
    isStored: (sessionDate) => capabilities.keepsTape && sessionDate >= flowRowsFrom(now()),
    nowMs,
    monotonicMs,
    onFailure: (error) => log.error({ err: error }, 'the questions of other processes cannot be answered'),
  })
  life.own('market source', leading, (it) => it[Symbol.asyncDispose]())
  await leading.start()
  const shared = sharedWith(askOf(leading, remote, nowMs), () => !leading.market && watch.isUnled())
  return ledMarket({ leading, shared, tapes })
}
