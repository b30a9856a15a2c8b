import type Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '../../src/app/store/open-store.ts'
import { repositoriesOf } from '../../src/app/store/repositories.ts'
import { storeOver } from '../../src/store/open-store.ts'
import { migratedHandle } from '../support/migrated-store.ts'
import { aDelivery } from '../support/notifications/notification-rows.ts'
import { anIdeaRecord } from '../support/receiver/idea-records.ts'
import { anIdea } from '../support/receiver/ideas.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const KEY = { createdAt: now.toISOString(), fingerprint: 'a' }
const IDEA_KEY = { generatedAt: now.toISOString(), id: 'a' }
const PLACE = { value: 0, executedAtMs: 5, symbol: 'SPY', sequence: 3 }
const LEASE = { owner: 'a', instance: 'b', now, until: now }
const instant = { now: () => now, busyTimeoutMs: 1_000 }

const QUERIES: [string, (store: Store) => Promise<unknown>, walked?: string[]][] = [
  ['key by token', ({ apiKeys }) => apiKeys.byTokenSha256('a')],
  ['keys of an account', ({ apiKeys }) => apiKeys.ofAccount('a', { beforeId: 'b', limit: 10 })],
  ['number of keys', ({ apiKeys }) => apiKeys.count('a')],
  ['use of a key', ({ apiKeys }) => apiKeys.touch([{ id: 'a', at: now, address: '203.0.113.7' }])],
  ['session by secret', ({ sessions }) => sessions.bySecretDigest('a')],
  ['places of sign-ins', ({ signInPlaces }) => signInPlaces.ofAccount('a')],
  ['passkey by credential', ({ passkeys }) => passkeys.byCredential('a')],
  ['passkeys of an account', ({ passkeys }) => passkeys.ofAccount('a')],
  ['challenge', ({ passkeyChallenges }) => passkeyChallenges.take('a', now)],
  ['expired challenges', ({ passkeyChallenges }) => passkeyChallenges.removeExpired(now)],
  ['second step', ({ signInSteps }) => signInSteps.byDigest('a', now)],
  ['expired second steps', ({ signInSteps }) => signInSteps.removeExpired(now)],
  ['authenticator app', ({ totpFactors }) => totpFactors.of('a')],
  ['recovery codes', ({ recoveryCodes }) => recoveryCodes.count('a')],
  ['ended sessions', ({ sessions }) => sessions.removeEnded(now)],
  ['sessions of an account', ({ sessions }) => sessions.removeOfAccount('a')],
  ['list of sessions', ({ sessions }) => sessions.ofAccount('a', { now, beforeId: 'b', limit: 10 })],
  ['end of a session', ({ sessions }) => sessions.removeOf('a', 'b')],
  ['end of the other sessions', ({ sessions }) => sessions.removeOthers('a', 'b')],
  ['account by e-mail', ({ accounts }) => accounts.byEmail('a')],
  ['account by id', ({ accounts }) => accounts.byId('a')],
  ['page of accounts', ({ accounts }) => accounts.list({ afterId: 'a', limit: 10 })],
  ['removal of an account', ({ accounts }) => accounts.remove('a')],
  ['mail token', ({ mailTokens }) => mailTokens.redeem('a', 'verify_email', now)],
  ['mails sent', ({ mailTokens }) => mailTokens.countSince('a', 'verify_email', now)],
  ['invitation', ({ invitations }) => invitations.use('a', 'b', now)],
  ['expired invitations', ({ invitations }) => invitations.removeExpired(now)],
  ['unconfirmed accounts', ({ accounts }) => accounts.removeUnconfirmed(now, now, 2)],
  ['known address', ({ knownAddresses }) => knownAddresses.has('a', now)],
  ['unused addresses', ({ knownAddresses }) => knownAddresses.removeBefore(now)],
  ['expired mail tokens', ({ mailTokens }) => mailTokens.removeExpired(now)],
  ['held volatilities', ({ heldVolatilities }) => heldVolatilities.ofSession('2026-11-20')],
  ['kept screen', ({ keptScreens }) => keptScreens.find('present', 'a')],
  ['implied quantiles', ({ impliedQuantiles }) => impliedQuantiles.endedBefore({ market: 'a', symbol: 'a' }, 7, 'b')],
  ['kept overview', ({ keptOverviews }) => keptOverviews.find('2026-11-20', 'a')],
  ['chains of a session', ({ chains }) => chains.idsOfSession('2026-11-20')],
  ['counted tries', ({ authAttempts }) => authAttempts.read(['a', 'b'])],
  [
    'daily metrics of a year',
    ({ dailyMetrics }) => dailyMetrics.history('a', 1, { from: '2025-01-01', before: '2026-01-01' }),
  ],
  [
    'acceptance of a duplicate',
    async ({ ledger }) => {
      const accept = () => ledger.accept({ fingerprint: 'a', idea: anIdea(), payloadSha256: 'b' }, now)
      await accept()
      return accept()
    },
  ],
  ['a ledger entry', ({ ledger }) => ledger.byFingerprint('a')],
  ['what a decision saw', ({ decisionEvidence }) => decisionEvidence.of('a')],
  [
    'scores of a window',
    ({ decisionScores }) =>
      decisionScores.scored({ from: now, until: now }, 5, { after: { askedAt: now, fingerprint: 'a' }, limit: 10 }),
  ],
  ['an approval', ({ approvals }) => approvals.byId('a')],
  ['approvals that wait', ({ approvals }) => approvals.waiting(now, 10), ['approvals_waiting']],
  ['answer to an approval', ({ approvals }) => approvals.answer('a', 'yes', 'b', now)],
  ['end of an approval', ({ approvals }) => approvals.close('a', now)],
  ['old evidence', ({ decisionEvidence }) => decisionEvidence.removeBefore(now)],
  ['retry of an entry', ({ ledger }) => ledger.retry('a', now)],
  ['page of the ledger by status', ({ ledger }) => ledger.list({ status: 'failed', limit: 10 })],
  ['page of the ledger by symbol', ({ ledger }) => ledger.list({ symbol: 'SPY', limit: 10, after: KEY })],
  ['later page of the ledger', ({ ledger }) => ledger.list({ limit: 10, after: KEY })],
  ['claim of an idea', ({ ledgerClaims }) => ledgerClaims.claim(LEASE), ['ledger_waiting']],
  ['claim of a decided idea', ({ ledgerClaims }) => ledgerClaims.claim(LEASE, { isDecided: true }), ['ledger_decided']],
  ['claim of a late query', ({ ledgerClaims }) => ledgerClaims.claimRecheck(LEASE)],
  ['leases of the dead', ({ ledgerClaims }) => ledgerClaims.releaseOf(['a', 'b'])],
  ['renewal of a lease', ({ ledgerClaims }) => ledgerClaims.renew({ fingerprint: 'a', owner: 'b' }, now)],
  ['decisions of an hour', ({ ledgerCounts }) => ledgerCounts.decisionsSince(now)],
  [
    'orders of a day',
    ({ ledgerCounts }) => ledgerCounts.recentOrders({ fingerprint: 'a', owner: 'b' }, 'SPY', now, now),
  ],
  ['processes of a host', ({ receiverInstances }) => receiverInstances.ofHost('a')],
  ['faded tries', ({ authAttempts }) => authAttempts.removeDecayed(now)],
  ['keys that end soon', ({ apiKeys }) => apiKeys.endingBetween({ expiresAt: 'a', id: 'b' }, 'c', 10)],
  ['endpoints of an address', ({ endpoints }) => endpoints.ofAddress('sms', 'a')],
  [
    'newest rows of flow',
    ({ flowRows }) => flowRows.page({ filters: {}, sort: 'newest', limit: 100 }),
    ['flow_rows_newest'],
  ],
  [
    'rows of flow after a place',
    ({ flowRows }) => flowRows.page({ filters: {}, sort: 'newest', after: PLACE, limit: 100 }),
  ],
  [
    'rows of flow of a symbol',
    ({ flowRows }) =>
      flowRows.page({
        filters: { symbol: 'SPY', sinceMs: 1 },
        sort: 'newest',
        sessionDate: '2026-11-20',
        limit: 100,
      }),
  ],
  [
    'large premiums',
    ({ flowRows }) => flowRows.page({ filters: { minPremium: 500_000 }, sort: 'newest', after: PLACE, limit: 100 }),
  ],
  [
    'high scores',
    ({ flowRows }) => flowRows.page({ filters: { minUnusualScore: 70 }, sort: 'newest', limit: 100 }),
    ['flow_rows_unusual'],
  ],
  ['a session of flow', ({ flowRows }) => flowRows.session('SPY', '2026-11-20')],
  ['sums of a session', ({ flowRows }) => flowRows.sums('SPY', '2026-11-20', { minSize: 5 })],
  ['minutes of a session', ({ flowTotals }) => flowTotals.minutes('SPY', '2026-11-20')],
  ['days of flow', ({ flowTotals }) => flowTotals.days('2026-11-20')],
  ['a kept tape', ({ tapeSegments }) => tapeSegments.prints('SPY', '2026-11-20')],
  ['old rows of flow', ({ flowRetention }) => flowRetention.removeFlowRows('2026-01-01')],
  ['old tapes', ({ flowRetention }) => flowRetention.removeTapes('2026-01-01')],
  ['old minutes of flow', ({ flowRetention }) => flowRetention.removeFlowMinutes('2026-01-01')],
  ['head of a feed', ({ feedEvents }) => feedEvents.head('a')],
  ['feed after a place', ({ feedEvents }) => feedEvents.after([{ accountId: 'a', seq: 1 }], 10)],
  ['unread notifications', ({ notifications }) => notifications.list('a', { status: 'unread' }, { limit: 10 })],
  ['notifications of a symbol', ({ notifications }) => notifications.list('a', { symbol: 'SPY' }, { limit: 10 })],
  ['page of notifications', ({ notifications }) => notifications.list('a', {}, { beforeSeq: 5, limit: 10 })],
  [
    'reading all',
    ({ notifications }) =>
      notifications.markRead('a', { filter: { status: 'unread', archived: false } }, now, 'action'),
  ],
  ['the archive', ({ notifications }) => notifications.list('a', { archived: true }, { limit: 30 })],
  ['the list of a rule', ({ notifications }) => notifications.list('a', { alertId: 'r' }, { limit: 30 })],
  ['the page before', ({ notifications }) => notifications.listAfter('a', {}, { afterSeq: 5, limit: 30 })],
  [
    'archiving by a filter',
    ({ notifications }) => notifications.archive('a', { filter: { archived: false } }, now, 'x'),
  ],
  ['undoing an action', ({ notifications }) => notifications.undo('a', 'archive', 'action', now)],
  ['expired actions', ({ retention }) => retention.removeActions(now)],
  ['snoozed rules of an account', ({ alerts }) => alerts.snoozedOf('a', now)],
  ['which rules are snoozed', ({ alerts }) => alerts.snoozed(['r1', 'r2'], now)],
  ['known events', ({ notifications }) => notifications.ofEvents([{ accountId: 'a', eventKey: 'b' }])],
  ['deliveries of notifications', ({ deliveries }) => deliveries.ofNotifications(['a', 'b', 'c'])],
  ['page of deliveries', ({ deliveries }) => deliveries.list('a', {}, { beforeId: 'b', limit: 10 })],
  ['held deliveries', ({ deliveries }) => deliveries.heldOf('a')],
  ['gathered deliveries', ({ deliveries }) => deliveries.dueGroups(now, 10)],
  [
    'members of a digest',
    ({ deliveries }) => deliveries.gatheredOf({ accountId: 'a', channel: 'email', endpointId: 'e' }, now),
  ],
  [
    'failed deliveries',
    ({ deliveries }) =>
      deliveries.queueFailed(
        { accountId: 'a', channel: 'email', endpointIds: ['e'] },
        { since: now, limit: 10, at: now },
      ),
  ],
  ['notifications of several feeds', ({ notifications }) => notifications.inSight(['a', 'b', 'c'])],
  ['due deliveries', ({ outbox }) => outbox.due(now, 'normal', 10)],
  ['due deliveries of an endpoint', ({ outbox }) => outbox.dueOfEndpoints(['e'], now, 4)],
  ['a claim', ({ outbox }) => outbox.lease([aDelivery()], 'i.1', { now, until: now })],
  [
    'an acknowledgement',
    ({ outbox }) =>
      outbox.settle(
        [{ id: 'a', isSummary: false, leaseOwner: 'i.1', event: 'acknowledged', dueMs: null, reason: null }],
        now,
      ),
  ],
  ['counted sends', ({ outbox }) => outbox.countedSends([{ accountId: 'a', channel: 'email', offset: 49, count: 2 }])],
  ['sends of an hour', ({ outbox }) => outbox.countedSince('a', 'email', now)],
  ['throttled deliveries', ({ outbox }) => outbox.dueThrottled(now, 10)],
  ['throttled deliveries of a channel', ({ outbox }) => outbox.throttledOf('a', 'email')],
  // One row of an earlier part of the same query.
  ['the next due', ({ outbox }) => outbox.nextDueMs(), ['free']],
  ['recipients', ({ notificationSettings }) => notificationSettings.recipients(['a', 'b', 'c'])],
  ['addresses of recipients', ({ endpoints }) => endpoints.ofAccounts(['a', 'b', 'c'])],
  ['endpoints of an account', ({ endpoints }) => endpoints.ofAccount('a')],
  ['a match that is kept back', ({ cooldowns }) => cooldowns.suppress([{ alertId: 'a', symbol: 'SPY', count: 1 }])],
  ['rules of an account', ({ alerts }) => alerts.ofAccount('a', { limit: 10 })],
  ['life of a trade idea', ({ tradeIdeas }) => tradeIdeas.follow(anIdeaRecord())],
  ['announcement of a trade idea', ({ tradeIdeas }) => tradeIdeas.markAnnounced('a', now)],
  ['a trade idea', ({ tradeIdeas }) => tradeIdeas.byId('a')],
  ['open trade ideas', ({ tradeIdeas }) => tradeIdeas.open(), ['trade_ideas_open']],
  ['number of open trade ideas', ({ tradeIdeas }) => tradeIdeas.countOpen(), ['trade_ideas_open']],
  ['open trade ideas of a symbol', ({ tradeIdeas }) => tradeIdeas.countOpen('SPY')],
  ['trade ideas to tell of', ({ tradeIdeas }) => tradeIdeas.unannounced(10), ['trade_ideas_unannounced']],
  ['page of trade ideas', ({ tradeIdeas }) => tradeIdeas.list({ limit: 10, after: IDEA_KEY })],
  ['trade ideas of a date', ({ tradeIdeas }) => tradeIdeas.list({ limit: 10, sinceMs: 0, untilMs: 1 })],
  ['trade ideas by status', ({ tradeIdeas }) => tradeIdeas.list({ limit: 10, status: 'open', after: IDEA_KEY })],
  ['trade ideas by direction', ({ tradeIdeas }) => tradeIdeas.list({ limit: 10, direction: 'neutral' })],
  ['trade ideas by symbol', ({ tradeIdeas }) => tradeIdeas.list({ limit: 10, symbol: 'SPY', after: IDEA_KEY })],
  ['ended trade ideas by evidence', ({ tradeIdeas }) => tradeIdeas.evidenceTallies(1)],
  ['ended trade ideas of a window', ({ tradeIdeas }) => tradeIdeas.outcomeTallies({ sinceMs: 0, untilMs: 1 })],
  ['old notifications', ({ retention }) => retention.expired(now)],
  ['deleted notifications', ({ retention }) => retention.removeDeleted()],
  ['old deliveries', ({ retention }) => retention.removeDeliveries(now)],
  ['old attempts', ({ retention }) => retention.removeAttempts(now)],
  ['old responses', ({ retention }) => retention.clearResponses(now)],
  ['old feed events', ({ retention }) => retention.removeFeedEvents(now)],
  ['old events', ({ retention }) => retention.removeEvents(now)],
]

describe('no query that requests wait for reads a whole table', () => {
  it('nor all that an account ever had, to find what it has on hold', async () => {
    const { asked, handle } = await spied(({ deliveries }) => deliveries.heldOf('a'))

    const steps = asked.flatMap((text) => planOf(handle, text)).filter((step) => step.includes('deliveries'))
    expect(steps).toEqual([
      expect.stringContaining('deliveries_gathered_of (account_id=? AND channel=?)'),
      expect.stringContaining('deliveries_by_endpoint (endpoint_id=?)'),
    ])
  })

  it.each(QUERIES)('%s', async (_name, query, walked = []) => {
    const { asked, handle } = await spied(query)

    expect(asked.length).toBeGreaterThan(0)
    const steps = asked.flatMap((text) => planOf(handle, text))
    expect(steps.length).toBeGreaterThan(0)
    expect(
      steps
        .filter((detail) => detail.startsWith('SCAN') && detail !== 'SCAN CONSTANT ROW')
        .filter((detail) => !walked.some((index) => detail.includes(index))),
    ).toEqual([])
  })
})

/** The texts that a query of the store sends to SQLite. */
async function spied(query: (store: Store) => Promise<unknown>) {
  const texts: string[] = []
  const handle = await migratedHandle({ verbose: (text) => void texts.push(String(text)) })
  const store = await storeOver(handle, { ...instant, repositories: repositoriesOf })
  onTestFinished(() => store[Symbol.asyncDispose]())
  texts.length = 0
  await query(store)
  return { asked: texts.splice(0), handle }
}

function planOf(handle: Database.Database, text: string): string[] {
  const steps = handle.prepare<[], { detail: string }>(`explain query plan ${text}`).all()
  return steps.map(({ detail }) => detail)
}
