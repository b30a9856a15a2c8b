import { randomBytes } from 'node:crypto'
import type { Plan } from '../../src/domain/accounts/plan.ts'
import { identity } from '../../src/operations/accounts/identity.ts'
import { alertOperations } from '../../src/operations/alerts/index.ts'
import type { Context } from '../../src/operations/context.ts'
import { invoke } from '../../src/operations/invoke.ts'
import { notificationOperations } from '../../src/operations/notifications/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { QUICK_COST } from './account-world.ts'
import { ACCOUNT, type NotifyWorld } from './notify-world.ts'

const KNOWN = identity({ sessionSecret: 's'.repeat(32), randomBytes, passwordCost: QUICK_COST })

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
export type Answered = Record<string, any>

/** Operations of notifications as the account of the world calls them in its browser. */
export type NotifyCall = (name: string, input?: Record<string, unknown>) => Promise<Answered>

export function notifyCaller(world: NotifyWorld, { accountId = ACCOUNT }: { accountId?: string } = {}): NotifyCall {
  const offered: readonly Operation[] = [...notificationOperations, ...alertOperations]
  const operations = new Map(offered.map((it) => [it.name, it]))
  return async (name, input = {}) => {
    const operation = operations.get(name)
    const known = await world.store.accounts.byId(accountId)
    if (!operation || !known) throw new Error(`there is no ${operation ? accountId : name}`)
    const context: Context = {
      caller: { kind: 'session', account: known.account, address: '192.0.2.1', sessionId: 's' },
      market: {
        name: 'simulated',
        listings: async () => ['SPY', 'NVDA'].map((symbol) => ({ ...NO_DATA, symbol })),
        viewAt: () => Promise.reject(new Error('notifications do not ask the market')),
      },
      viewAt: () => Promise.reject(new Error('notifications do not ask the market')),
      valued: () => Promise.reject(new Error('notifications value no chain')),
      repriced: () => Promise.reject(new Error('notifications value no chain')),
      store: world.store,
      mailer: { send: () => Promise.reject(new Error('notifications send no mail by themselves')) },
      now: world.clock.now,
      newId: world.newId,
      randomBytes,
      publicUrl: 'https://options.example',
      sessionCookie: null,
      identity: KNOWN,
      notifier: world.notifier,
      afterwards: () => undefined,
      limitsOf: async () => [],
    }
    return invoke(operation, input, context)
  }
}

const NO_DATA = {
  name: null,
  sector: null,
  optionsFrom: null,
  optionsTo: null,
  barsFrom: null,
  barsTo: null,
  printsFrom: null,
  printsTo: null,
}

export async function onPlan(world: NotifyWorld, plan: Plan): Promise<void> {
  await world.store.accounts.change(ACCOUNT, { plan })
}
