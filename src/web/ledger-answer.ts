/** The ledger of the receiver as it comes over the wire: read with care, since no schema of the catalogue stands behind it. */
import type { Decision } from '../domain/trade-ideas/decision.ts'
import { LEDGER_STATUSES, type LedgerEntry, type OrderResult } from '../domain/trade-ideas/ledger-entry.ts'
import type { IdeaDirection, TradeIdea } from '../domain/trade-ideas/trade-idea.ts'

export interface LedgerPage {
  readonly entries: readonly LedgerEntry[]
  readonly nextCursor: string | null
  /** Entries that could not be read: a newer service may write what these pages do not know. */
  readonly unread: number
}

/** Null when the answer is not a page of a ledger at all. */
export function readLedgerPage(answer: unknown): LedgerPage | null {
  if (!isObject(answer) || !Array.isArray(answer['data'])) return null
  const rows: readonly unknown[] = answer['data']
  const entries = rows.flatMap((row) => readEntry(row) ?? [])
  return { entries, nextCursor: textOf(answer['next_cursor']), unread: rows.length - entries.length }
}

/** Why the gates overruled a decision, or null: the reason ends the rationale in brackets. */
export function skipReason(decision: Pick<Decision, 'action' | 'rationale'> | null): string | null {
  if (decision?.action !== 'skip') return null
  return /\[skipped: ([^\]]+)\]$/.exec(decision.rationale)?.[1] ?? null
}

/** What the model said, without what the gates added. */
export function rationaleOf({ rationale }: Pick<Decision, 'rationale'>): string {
  return rationale.replace(/ ?\[skipped: [^\]]+\]$/, '')
}

/** The segment of the receiver's path, out of the paths of an OpenAPI document. */
export function providerIn(document: unknown): string | null {
  const paths = isObject(document) && isObject(document['paths']) ? Object.keys(document['paths']) : []
  for (const path of paths) {
    const provider = /^\/webhooks\/([a-z0-9-]{1,40})\/ledger$/.exec(path)?.[1]
    if (provider !== undefined) return provider
  }
  return null
}

type Fields = Readonly<Record<string, unknown>>

function readEntry(value: unknown): LedgerEntry | null {
  if (!isObject(value)) return null
  const fingerprint = textOf(value['fingerprint'])
  const status = LEDGER_STATUSES.find((known) => known === value['status'])
  const payload = readIdea(value['payload'])
  const [createdAt, updatedAt] = [textOf(value['created_at']), textOf(value['updated_at'])]
  if (fingerprint === null || status === undefined || !payload || createdAt === null || updatedAt === null) return null
  return {
    fingerprint,
    status,
    payload,
    decision: readDecision(value['decision']),
    order_result: readOrder(value['order_result']),
    error: textOf(value['error']),
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

const DIRECTIONS: readonly IdeaDirection[] = ['bullish', 'bearish', 'neutral']

function readIdea(value: unknown): TradeIdea | null {
  if (!isObject(value)) return null
  const symbol = textOf(value['symbol'])
  const direction = DIRECTIONS.find((known) => known === value['direction'])
  if (symbol === null || direction === undefined) return null
  return {
    source: 'trade_idea',
    alert_name: textOf(value['alert_name']) ?? '',
    symbol,
    direction,
    strategy: textOf(value['strategy']) ?? '',
    model: textOf(value['model']),
    entry_price: numberOf(value['entry_price']),
    target_price: numberOf(value['target_price']),
    stop_price: numberOf(value['stop_price']),
    triggered_at: textOf(value['triggered_at']) ?? '',
    matched_criteria: isObject(value['matched_criteria']) ? value['matched_criteria'] : {},
  }
}

const ACTIONS: readonly Decision['action'][] = ['skip', 'buy', 'sell_short']

function readDecision(value: unknown): Decision | null {
  if (!isObject(value)) return null
  const action = ACTIONS.find((known) => known === value['action'])
  const confidence = numberOf(value['confidence'])
  if (action === undefined || confidence === null) return null
  const notes: readonly unknown[] = Array.isArray(value['risk_notes']) ? value['risk_notes'] : []
  return {
    action,
    confidence,
    symbol: textOf(value['symbol']) ?? '',
    notional_usd: numberOf(value['notional_usd']) ?? 0,
    rationale: textOf(value['rationale']) ?? '',
    risk_notes: notes.flatMap((note) => textOf(note) ?? []),
  }
}

function readOrder(value: unknown): OrderResult | null {
  if (!isObject(value)) return null
  const common = { client_order_id: textOf(value['client_order_id']) ?? '', symbol: textOf(value['symbol']) ?? '' }
  if (value['dry_run'] === true) {
    const action = value['action'] === 'sell_short' ? 'sell_short' : 'buy'
    return { dry_run: true, ...common, action, notional: numberOf(value['notional']) ?? 0 }
  }
  return {
    dry_run: false,
    ...common,
    order_id: textOf(value['order_id']) ?? '',
    status: textOf(value['status']) ?? '',
    side: textOf(value['side']) ?? '',
    notional: numberOf(value['notional']),
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
