import { describe, expect, it } from 'vitest'
import { providerIn, rationaleOf, readLedgerPage, skipReason } from '../../src/web/ledger-answer.ts'

const entry = {
  fingerprint: 'ab12',
  status: 'dry_run',
  payload: {
    source: 'trade_idea',
    alert_name: 'Mine',
    symbol: 'SPY',
    direction: 'bullish',
    strategy: 'Long Call',
    model: null,
    entry_price: 670,
    target_price: 690,
    stop_price: 660,
    triggered_at: '2026-11-20T15:00:00Z',
    matched_criteria: { min_confidence: 0.5 },
  },
  decision: {
    action: 'buy',
    symbol: 'SPY',
    notional_usd: 250,
    confidence: 0.8,
    rationale: 'It fits.',
    risk_notes: ['Earnings soon.'],
  },
  order_result: { dry_run: true, client_order_id: 'ow-ab12', symbol: 'SPY', action: 'buy', notional: 250 },
  error: null,
  created_at: '2026-11-20T15:00:01Z',
  updated_at: '2026-11-20T15:00:05Z',
}

describe('a page of the ledger', () => {
  it('is read as it is written', () => {
    expect(readLedgerPage({ data: [entry], next_cursor: 'abc' })).toEqual({
      entries: [entry],
      nextCursor: 'abc',
      unread: 0,
    })
  })

  it('reads an order that was placed', () => {
    const order = {
      dry_run: false,
      order_id: 'o1',
      client_order_id: 'c1',
      symbol: 'SPY',
      status: 'accepted',
      side: 'buy',
      notional: null,
    }

    const page = readLedgerPage({ data: [{ ...entry, status: 'ordered', order_result: order }], next_cursor: null })

    expect(page?.entries[0]?.order_result).toEqual(order)
  })

  it('counts what it cannot read, and shows the rest', () => {
    const strange = [null, 7, {}, { ...entry, status: 'sleeping' }, { ...entry, payload: { symbol: 'SPY' } }]

    const page = readLedgerPage({ data: [...strange, entry] })

    expect(page?.entries).toHaveLength(1)
    expect(page?.unread).toBe(5)
    expect(page?.nextCursor).toBeNull()
  })

  it('takes a decision of unknown shape for none', () => {
    const page = readLedgerPage({ data: [{ ...entry, decision: { action: 'hold', confidence: 1 } }] })

    expect(page?.entries[0]?.decision).toBeNull()
  })

  it.each([null, [], 'text', { data: {} }, {}])('is none where the answer is %o', (answer) => {
    expect(readLedgerPage(answer)).toBeNull()
  })
})

describe('the reason of a skip', () => {
  const skipped = { action: 'skip', rationale: 'Calls are bought. [skipped: confidence is below the minimum]' } as const

  it('is what the gates wrote behind the rationale', () => {
    expect(skipReason(skipped)).toBe('confidence is below the minimum')
    expect(rationaleOf(skipped)).toBe('Calls are bought.')
  })

  it('is none of a skip that was decided, of an order, and without a decision', () => {
    expect(skipReason({ action: 'skip', rationale: 'The evidence is mixed.' })).toBeNull()
    expect(skipReason({ ...skipped, action: 'buy' })).toBeNull()
    expect(skipReason(null)).toBeNull()
  })
})

describe('the name of the receiver', () => {
  it('stands in the paths of the document', () => {
    const paths = { '/api/v1/flow': {}, '/webhooks/my-sender/trade-ideas': {}, '/webhooks/my-sender/ledger': {} }

    expect(providerIn({ paths })).toBe('my-sender')
  })

  it.each([null, {}, { paths: {} }, { paths: { '/webhooks/a/b/ledger': {} } }])('is not known from %o', (document) => {
    expect(providerIn(document)).toBeNull()
  })
})
