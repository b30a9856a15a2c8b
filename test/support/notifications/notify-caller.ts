import { randomBytes } from 'node:crypto'
import type { Plan } from '../../../src/accounts/domain/plan.ts'
import { identity } from '../../../src/accounts/operations/identity.ts'
import { alertOperations } from '../../../src/alerts/operations/index.ts'
import type { AppContext } from '../../../src/app/context.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { simulatedDefinition } from '../../../src/market/sources/simulated/definition.ts'
import { notificationOperations } from '../../../src/notifications/operations/index.ts'
import { accountEvents } from '../../../src/notifications/operations/raise/account-events.ts'
import { QUICK_COST } from '../account-world.ts'
import { noAnalytics } from '../analytics/no-analytics.ts'
import { NO_OPERATOR_VIEW } from '../no-operator-view.ts'
import { NO_APPS } from '../oauth/no-apps.ts'
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
    const context: AppContext = {
      caller: { kind: 'session', account: known.account, address: '192.0.2.1', sessionId: 's' },
      market: {
        ...simulatedDefinition,
        listings: async () => ['SPY', 'NVDA'].map((symbol) => ({ ...NO_DATA, symbol })),
        viewAt: () => Promise.reject(new Error('notifications do not ask the market')),
      },
      ...NO_OPERATOR_VIEW,
      ...noAnalytics(world.store),
      receiverEmail: null,
      store: world.store,
      mailer: { send: noMail, pretend: noMail },
      now: world.clock.now,
      newId: world.newId,
      randomBytes,
      mayDelete: () => true,
      publicUrl: 'https://options.example',
      sessionCookie: null,
      identity: KNOWN,
      notifier: world.notifier,
      accountEvents: accountEvents({
        ...world,
        now: world.clock.now,
        publicUrl: 'https://options.example',
        onUnnotified: () => {},
      }),
      sessionPremium: {
        bySide: async () => undefined,
        bySentiment: async () => null,
        netOfSessions: async () => null,
        countOfScore: async () => null,
        between: async () => null,
      },
      signUps: 'closed',
      ...NO_APPS,
      afterwards: () => undefined,
      later: () => undefined,
      limitsOf: async () => [],
    }
    return invoke(operation, input, context)
  }
}

const noMail = () => Promise.reject(new Error('notifications send no mail by themselves'))

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
