import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../../../src/app/serve.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { openStore, type Store } from '../../../src/app/store/open-store.ts'
import type { OrderReport } from '../../../src/receiver/domain/order-life.ts'
import type { Broker, BrokerOrder } from '../../../src/receiver/ports/broker.ts'
import type { Decider } from '../../../src/receiver/ports/decider.ts'
import { outcomeOf } from '../model/scripted-decider.ts'

/**
 * The real service in a process of its own whose model and brokerage are a peer (`receiver-peer.ts`) at PEER_URL. It
 * decides for DECIDES_USD where that is set. It kills itself, as a power cut would, the first time that it comes to KILL_AT: the product has no such hook.
 */
const { PEER_URL = '', KILL_AT = '', DECIDES_USD = '' } = process.env

export const KILL_POINTS = [
  'after the insert',
  'before the decision is asked for',
  'after the decision came',
  'after the decision was stored',
  'after the intent was stored',
  'after the order was sent',
  'before the end is written',
  'after the end was written',
] as const
type KillPoint = (typeof KILL_POINTS)[number]

function dieAt(point: KillPoint): void {
  if (point !== KILL_AT) return
  process.kill(process.pid, 'SIGKILL')
  // The signal comes a moment later than the call returns.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const DECIDES = DECIDES_USD === '' ? {} : { notional_usd: Number(DECIDES_USD) }
/** Between two looks of a followed order at the peer, which publishes nothing. */
const LOOK_EVERY_MS = 200

const decider: Decider = {
  mode: 'remote_mcp',
  async decide(request, signal) {
    dieAt('before the decision is asked for')
    await fetch(`${PEER_URL}/decide/${request.fingerprint}`, { method: 'POST', signal }).catch(() => undefined)
    const outcome = await outcomeOf({ decision: DECIDES }, request, signal)
    dieAt('after the decision came')
    return signal.aborted ? outcomeOf({ error: 'stopped' }, request, signal) : outcome
  },
}

const broker: Broker = {
  async submit(intent, signal) {
    dieAt('after the intent was stored')
    try {
      const sent = { method: 'POST', body: JSON.stringify(intent), signal }
      const answer = await fetch(`${PEER_URL}/orders`, sent)
      dieAt('after the order was sent')
      if (answer.status === 409) return { outcome: 'id_in_use', text: 'client_order_id must be unique' }
      return answer.ok
        ? { outcome: 'accepted', order: (await answer.json()) as BrokerOrder }
        : { outcome: 'unclear', text: `status ${answer.status}` }
    } catch {
      return { outcome: 'unclear', text: 'no answer' }
    }
  },
  holdings: async () => ({ outcome: 'unknown', text: 'not needed here' }),
  async report(orderId, signal) {
    try {
      const answer = await fetch(`${PEER_URL}/reports/${orderId}`, { signal })
      if (answer.status === 404) return { outcome: 'absent' }
      return answer.ok
        ? { outcome: 'reported', report: (await answer.json()) as OrderReport }
        : { outcome: 'unclear', text: `status ${answer.status}` }
    } catch {
      return { outcome: 'unclear', text: 'no answer' }
    }
  },
  async listen(listener, signal) {
    listener.connected()
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    return true
  },
  async find(clientOrderId, signal) {
    try {
      const answer = await fetch(`${PEER_URL}/orders/${clientOrderId}`, { signal })
      if (answer.status === 404) return { outcome: 'absent' }
      return answer.ok
        ? { outcome: 'found', order: (await answer.json()) as BrokerOrder }
        : { outcome: 'unclear', text: `status ${answer.status}` }
    } catch {
      return { outcome: 'unclear', text: 'no answer' }
    }
  },
}

function mortal(store: Store): Store {
  const { ledger, ledgerOutcomes } = store
  return {
    ...store,
    ledger: {
      ...ledger,
      async accept(...call) {
        const accepted = await ledger.accept(...call)
        dieAt('after the insert')
        return accepted
      },
    },
    ledgerOutcomes: {
      ...ledgerOutcomes,
      async decided(...call) {
        const isWritten = await ledgerOutcomes.decided(...call)
        dieAt('after the decision was stored')
        return isWritten
      },
      async finish(...call) {
        dieAt('before the end is written')
        const isWritten = await ledgerOutcomes.finish(...call)
        dieAt('after the end was written')
        return isWritten
      },
    },
  }
}

if (PEER_URL !== '') {
  const config = readConfig(process.env)
  const { databasePath: path } = config
  // One of several processes opens the store itself, and is killed from outside.
  const own = path === null ? {} : { store: mortal(await openStore({ path, now: () => new Date() })) }
  const service = await serve(config, { decider, broker, ...own })
  process.exitCode = await service.ended
}
