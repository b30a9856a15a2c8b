import type { AlertRule } from '../../../src/alerts/domain/alert-rule.ts'
import type { FlowSubject } from '../../../src/alerts/domain/flow-subject.ts'
import { USUAL_THRESHOLDS, type Watcher } from '../../../src/alerts/domain/watch-thresholds.ts'
import type { Notification } from '../../../src/notifications/domain/notification-record.ts'
import type { Delivery } from '../../../src/notifications/store/delivery-rows.ts'
import type { IdeaSubject } from '../../../src/trade-ideas/domain/idea-subject.ts'
import { anIdea as aTradeIdea } from '../receiver/ideas.ts'

export function aPrint(change: Partial<FlowSubject> = {}): FlowSubject {
  return {
    id: 'p1',
    executed_at: '2026-11-20T15:00:00.000Z',
    symbol: 'NVDA',
    option_symbol: 'NVDA  261204C00200000',
    option_type: 'call',
    strike: 200,
    expiration_date: '2026-12-04',
    dte: 14,
    side: 'at_ask',
    side_label: 'At Ask',
    size: 1_200,
    premium: 600_000,
    volume_oi_ratio: 2.5,
    trade_type: 'sweep',
    sentiment: 'bullish',
    unusual_score: 82,
    alert_types: ['aggressive_call_buying', 'volume_spike'],
    ...change,
  }
}

export function anIdea(change: Partial<IdeaSubject> = {}): IdeaSubject {
  const { alert_name: _name, source: _source, triggered_at: _at, matched_criteria: _criteria, ...idea } = aTradeIdea()
  return {
    ...idea,
    id: 'i1',
    symbol: 'NVDA',
    model: 'pipeline-1',
    entry_price: 200,
    target_price: 220,
    stop_price: null,
    confidence: 0.8,
    thesis: null,
    ...change,
  }
}

type RuleChange<Source> = Partial<Extract<AlertRule, { source: Source }>>

const FRAME = {
  id: '01rule0000000000000000001',
  accountId: '01acc0000000000000000ada00',
  name: 'Big calls',
  channels: null,
  endpointId: null,
  cooldownMinutes: 30,
  priority: 'normal',
  enabled: true,
  snoozedUntil: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
} as const

export function aFlowRule(change: RuleChange<'option_flow'> = {}): AlertRule {
  return { ...FRAME, source: 'option_flow', criteria: {}, ...change }
}

export function anIdeaRule(change: RuleChange<'trade_idea'> = {}): AlertRule {
  return { ...FRAME, source: 'trade_idea', criteria: {}, ...change }
}

export function aNotification(change: Partial<Notification> = {}): Notification {
  return {
    id: '01ntf0000000000000000001',
    accountId: '01acc0000000000000000ada00',
    seq: 1,
    type: 'whale_trade',
    priority: 'normal',
    title: 'Whale trade: NVDA 200 call, $600K',
    body: '1200 contracts.',
    symbol: 'NVDA',
    details: { premium: 600_000 },
    alertId: null,
    createdAt: '2026-11-20T15:00:00.000Z',
    readAt: null,
    archivedAt: null,
    ...change,
  }
}

export function aDelivery(change: Partial<Delivery> = {}): Delivery {
  return {
    id: '01dlv0000000000000000001',
    accountId: '01acc0000000000000000ada00',
    notificationId: aNotification().id,
    channel: 'webhook',
    endpointId: 'e1',
    status: 'pending',
    reason: null,
    priority: 'normal',
    dueAt: '2026-11-20T15:00:00.000Z',
    expiresAt: null,
    attempts: 0,
    handedOver: false,
    leaseOwner: null,
    leaseUntil: null,
    batchKey: null,
    summaryId: null,
    body: '{"a":1}',
    redelivery: false,
    interrupted: 0,
    createdAt: '2026-11-20T15:00:00.000Z',
    updatedAt: '2026-11-20T15:00:00.000Z',
    ...change,
  }
}

/** Accounts that watch a symbol with the usual bounds. */
export function watching(...accountIds: string[]): Watcher[] {
  return accountIds.map((accountId) => ({ accountId, thresholds: USUAL_THRESHOLDS }))
}
