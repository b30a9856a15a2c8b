import { AppError } from '../lib/errors.ts'
import { pause, type Worker, worker } from '../lib/node/worker.ts'
import { decideNext } from '../receiver/workers/decision.ts'
import type { DecisionParts } from '../receiver/workers/decision-parts.ts'
import { listenToOrders, lookNow } from '../receiver/workers/order-follow.ts'
import type { CheckResult, ReadinessCheck } from '../surfaces/rest/health.ts'
import { approversOf } from './approvers.ts'
import type { DeciderAndBroker } from './decider-and-broker.ts'
import { decisionRoom } from './decision-room.ts'
import type { Parts } from './parts.ts'
import { unsetBounds } from './settings/receiver-warnings.ts'
import { secretTexts } from './settings/secret-texts.ts'
import { stillRuns, thisProcess } from './this-process.ts'

const MAX_PARALLEL_IDEAS = 8
const IDLE_MS = 1_000
/** Together with closing the server before, a stop ends within twenty seconds. */
const GRACE_MS = 15_000
/** One failure may be a busy store; this many in a row are a fault. */
const FAILURES_IN_A_ROW = 3

/** The work on accepted ideas: started by `start`, ended or handed over by disposal. */
export interface Receiver extends AsyncDisposable {
  start(): Promise<void>
  readonly workers: readonly Worker[]
  /** Reports a new idea in the ledger. */
  wake(): void
  readonly check: ReadinessCheck
}

type ReceiverOverrides = DeciderAndBroker & Partial<Pick<DecisionParts, 'wait'>> & { readonly graceMs?: number }

export function receiverOf(parts: Parts, overrides: ReceiverOverrides): Receiver {
  const { decider, broker, wait = pause, graceMs = GRACE_MS } = overrides
  const { config, store, now, newId, log, monotonicMs } = parts
  const instance = newId()
  const step: DecisionParts = {
    store,
    decider,
    broker,
    room: decisionRoom(decider.mode, parts),
    limits: config.receiver,
    guards: config.receiver.guards,
    budget: config.receiver.budget,
    orderForm: config.receiver.orderForm,
    approval: { rule: config.receiver.approval, approvers: approversOf(parts) },
    showHoldings: config.receiver.showHoldings,
    trackOrders: config.receiver.trackOrders,
    symbolFacts: symbolFactsOf(parts),
    dryRun: config.receiver.dryRun,
    paper: config.receiver.alpacaPaper,
    secrets: secretTexts(config),
    instance,
    now,
    newId,
    wait,
    log,
  }
  const loop = worker({
    name: 'decisions',
    step: (signal) => decideNext(step, signal),
    lanes: MAX_PARALLEL_IDEAS,
    idleMs: IDLE_MS,
    graceMs,
    monotonicMs,
    onError: (error) => log.error({ err: error, worker: 'decisions' }, 'the work on an idea failed'),
  })
  const updates = background(step, () => loop.wake())
  let isRegistered = false
  return {
    async start() {
      await register(parts, instance)
      isRegistered = true
      loop.start()
      updates.start()
    },
    wake: () => loop.wake(),
    workers: [loop],
    check: { name: 'decisions', run: () => readiness(parts, loop) },
    async [Symbol.asyncDispose]() {
      await updates.stop()
      await loop.stop()
      if (isRegistered) await store.receiverInstances.remove([instance])
    },
  }
}

/** Follows orders beside the loop, where that is wanted and orders are sent at all. */
function background(parts: DecisionParts, wake: () => void) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  return {
    start() {
      if (!parts.trackOrders || parts.dryRun) return
      const listening = { ...parts, wake }
      // What was open at the last stop is looked at even where the stream cannot be opened.
      running ??= lookNow(listening).then(() => listenToOrders(listening, stopping.signal))
      running.catch((error: unknown) => parts.log.error({ err: error }, 'the updates of orders ended'))
    },
    async stop() {
      stopping.abort()
      await running?.catch(() => undefined)
    },
  }
}

/**
 * Takes over the entries of dead processes of this machine immediately. Leases of processes on other machines expire.
 */
async function register({ store, now, log }: Parts, instance: string): Promise<void> {
  const self = thisProcess()
  const dead = (await store.receiverInstances.ofHost(self.host))
    .filter((other) => !stillRuns(other.pid, other.mark))
    .map(({ id }) => id)
  const released = await store.ledgerClaims.releaseOf(dead)
  await store.receiverInstances.remove(dead)
  await store.receiverInstances.add({ id: instance, ...self }, now())
  const { count } = await store.ledger.waiting()
  if (count > 0) log.info({ waiting: count, taken_over: released }, 'resuming unfinished ideas')
}

/** What the market source knows of a symbol, for the guards of ideas. */
function symbolFactsOf({ market, log }: Parts): DecisionParts['symbolFacts'] {
  return async (symbol) => {
    try {
      const view = await market.viewAt()
      const { price, asOfMs } = await view.quote(symbol)
      return { isKnown: true, price: Number.isFinite(price) ? price : null, asOfMs }
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return { isKnown: false, price: null, asOfMs: null }
      log.warn({ err: error, symbol }, 'the market source could not look up the symbol of an idea')
      return { isKnown: null, price: null, asOfMs: null }
    }
  }
}

/** Ideas that wait for a provider do not make this service unready, so their number is only reported. */
async function readiness({ store, config }: Parts, loop: Worker): Promise<CheckResult> {
  const { failures } = loop.health()
  const { count } = await store.ledger.waiting()
  const killed = config.receiver.guards.killSwitch || (await store.receiverSwitch.isOn())
  const stopped = killed ? ' The kill switch is on: nothing is decided and nothing is ordered.' : ''
  const unset = unsetBounds(config)
  const bounds = unset.length > 0 ? ` Orders are sent without ${unset.join(', ')}.` : ''
  const detail = `${count} ideas are in progress or waiting.${stopped}${bounds}`
  return failures < FAILURES_IN_A_ROW
    ? { ok: true, detail }
    : { ok: false, detail: `The work on ideas failed ${failures} times in a row. ${detail}` }
}
