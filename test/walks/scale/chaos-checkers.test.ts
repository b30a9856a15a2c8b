import { describe, expect, it } from 'vitest'
import { clientOrderIdOf } from '../../../src/receiver/domain/fingerprint.ts'
import { credentialFaults } from '../../support/scale/chaos/checkers/credentials.ts'
import { type DeliveryFacts, deliveryFaults } from '../../support/scale/chaos/checkers/deliveries.ts'
import { type EventFacts, eventFaults } from '../../support/scale/chaos/checkers/events.ts'
import { type FeedFacts, feedFaults } from '../../support/scale/chaos/checkers/feeds.ts'
import { type IdeaFacts, ideaFaults } from '../../support/scale/chaos/checkers/ideas.ts'
import { requestFaults, sendFaults } from '../../support/scale/chaos/checkers/limits.ts'
import { type TapeFacts, tapeFaults } from '../../support/scale/chaos/checkers/tape.ts'
import type { SinkCall } from '../../support/scale/chaos/sink.ts'
import type { StoredAttempt } from '../../support/scale/chaos/stored.ts'

const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)] as const

describe('the checkers of ideas', () => {
  const good: IdeaFacts = {
    acknowledged: new Set([ONE, TWO]),
    ledger: [
      { fingerprint: ONE, status: 'ordered' },
      { fingerprint: TWO, status: 'skipped' },
    ],
    orders: [clientOrderIdOf(ONE)],
  }

  it('find nothing where each idea is one entry and each order one of the ledger', () => {
    expect(ideaFaults(good)).toEqual([])
  })

  it.each<[string, Partial<IdeaFacts>]>([
    ['were acknowledged and are not in the ledger', { acknowledged: new Set([ONE, TWO, '3'.repeat(64)]) }],
    ['nobody sent', { acknowledged: new Set([ONE]) }],
    ['two entries', { ledger: [...good.ledger, { fingerprint: TWO, status: 'skipped' }] }],
    ['have not ended', { ledger: [good.ledger[0]!, { fingerprint: TWO, status: 'queued' }] }],
    ['sent twice', { orders: [clientOrderIdOf(ONE), clientOrderIdOf(ONE)] }],
    ['the ledger does not know', { orders: [clientOrderIdOf(ONE), clientOrderIdOf(TWO)] }],
    ['was not sent', { orders: [] }],
  ])('name what %s', (text, change) => {
    expect(ideaFaults({ ...good, ...change })).toEqual([expect.stringContaining(text)])
  })
})

describe('the checkers of events', () => {
  const made = { accountId: 'ada', eventKey: 'account:key_created:k1', notifications: 1, size: null }
  const print = { accountId: 'bob', eventKey: 'alert:r1:20261120-SPY-0', notifications: 1, size: 5, groupKey: null }
  const whale = { ...print, eventKey: 'whale_trade:20261120-SPY-0', groupKey: 'whale_trade_of:SPY' }
  const next = { ...whale, eventKey: 'whale_trade:20261120-SPY-1', notifications: 0 }
  const group = { ...whale, eventKey: 'whale_trade_of:SPY', size: 10 }
  const good: EventFacts = {
    owner: 'ada',
    keyNames: new Map([['k1', 'key 1']]),
    expected: [print, whale, next],
    events: [made, print, whale, next, group],
    strays: [],
  }
  const other = { ...print, eventKey: 'alert:r1:20261120-SPY-1' }

  it('find nothing where each event is one notification', () => {
    expect(eventFaults(good)).toEqual([])
  })

  it.each<[string, Partial<EventFacts>]>([
    [
      'keys of whose making their owner was not notified: key 2',
      {
        keyNames: new Map([
          ['k1', ''],
          ['k2', 'key 2'],
        ]),
      },
    ],
    ['prints of which an account was not notified', { expected: [...good.expected, other] }],
    ['that no single process would give', { events: [...good.events, other] }],
    ['raised twice', { events: [...good.events, made] }],
    ['without one notification', { events: [{ ...made, notifications: 0 }, ...good.events.slice(1)] }],
    ['add up wrongly', { events: [...good.events.slice(0, -1), { ...group, size: 15 }] }],
    ['without an event: n9', { strays: ['n9'] }],
  ])('name %s', (text, change) => {
    expect(eventFaults({ ...good, ...change })).toEqual([expect.stringContaining(text)])
  })
})

describe('the checkers of feeds', () => {
  const feed = { accountId: 'ada', seq: 3, unreadCount: 2, unread: 2, events: 3, first: 1, last: 3 }
  const bell = { faults: [], heard: 3, seq: 3 }
  const good: FeedFacts = { feeds: [feed], owner: 'ada', bells: [bell] }

  it('find nothing where the places are 1 to n and every bell has heard them', () => {
    expect(feedFaults(good)).toEqual([])
  })

  it.each<[string, Partial<FeedFacts>]>([
    ['feeds with gaps', { feeds: [{ ...feed, events: 2 }] }],
    ['feeds with gaps', { feeds: [{ ...feed, first: 2, last: 4 }] }],
    ['wrong unread counts: ada: 2 for 1', { feeds: [{ ...feed, unread: 1 }] }],
    ['out of order', { bells: [{ ...bell, faults: ['notification 3 came after 1'] }] }],
    ['heard nothing', { bells: [{ ...bell, heard: 0 }] }],
    ['not at the end of their feed', { bells: [{ ...bell, seq: 2 }] }],
  ])('name %s', (text, change) => {
    expect(feedFaults({ ...good, ...change })).toEqual([expect.stringContaining(text)])
  })
})

const call: SinkCall = { atMs: 0, path: '/ada', id: 'd1', digest: 'a', status: 200, isCut: false }
const attempt: StoredAttempt = {
  deliveryId: 'd1',
  n: 1,
  accountId: 'ada',
  channel: 'webhook',
  isCounted: true,
  startedMs: 0,
  outcome: 'sent',
  httpStatus: 200,
}

describe('the checkers of deliveries', () => {
  const webhook = { id: 'd1', channel: 'webhook', status: 'sent', overdueMs: null, text: '' }
  const message = { id: 'd2', channel: 'sms', status: 'sent', overdueMs: null, text: 'SPY 100' }
  const interrupted: StoredAttempt = { ...attempt, outcome: null, httpStatus: null }
  const second: StoredAttempt = { ...attempt, n: 2 }
  const good: DeliveryFacts = {
    deliveries: [webhook, message],
    attempts: [attempt],
    calls: [call],
    messages: ['SPY 100'],
  }

  it('find nothing where each has arrived once, or again after an attempt whose outcome is unknown', () => {
    expect(deliveryFaults(good)).toEqual([])
    expect(deliveryFaults({ ...good, attempts: [interrupted, second], calls: [call, call] })).toEqual([])
    const cut = { ...call, status: null, isCut: true }
    expect(deliveryFaults({ ...good, calls: [cut, call] })).toEqual([])
    const waiting = { ...webhook, status: 'throttled', overdueMs: -60_000 }
    expect(deliveryFaults({ ...good, deliveries: [waiting, message], attempts: [], calls: [] })).toEqual([])
  })

  it.each<[string, Partial<DeliveryFacts>]>([
    ['are overdue', { deliveries: [{ ...webhook, status: 'pending', overdueMs: 60_000 }, message] }],
    ['did not arrive', { calls: [] }],
    ['did not arrive', { calls: [{ ...call, status: 503 }] }],
    ['of no delivery', { deliveries: [message] }],
    ['with other bytes', { attempts: [interrupted, second], calls: [call, { ...call, digest: 'b' }] }],
    ['more often than they were attempted', { attempts: [interrupted], calls: [call, call] }],
    [
      'twice without an interruption',
      { attempts: [{ ...attempt, outcome: 'failed', httpStatus: 503 }, second], calls: [call, call] },
    ],
    ['deliveries that were sent twice', { attempts: [attempt, second] }],
    ['SMS that came twice', { messages: ['SPY 100', 'SPY 100'] }],
  ])('name what %s', (text, change) => {
    expect(deliveryFaults({ ...good, ...change })).toEqual([expect.stringContaining(text)])
  })
})

describe('the checkers of limits', () => {
  const requests = (count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => ({ sentMs: index * everyMs, doneMs: index * everyMs + 1 }))
  const counting = { away: new Set(['away']), secondAway: new Set(['both']), forgets: new Set(['emptied']) }
  const counted = { befallen: [], counting, limit: 3, windowMs: 100 }
  const at50 = (...names: readonly string[]) => names.map((name) => ({ name, fromMs: 50, toMs: 51 }))

  it('find nothing where each window holds what the limit allows', () => {
    expect(requestFaults({ ...counted, admitted: requests(20, 34) })).toEqual([])
  })

  it('name a window with one request more', () => {
    const admitted = requests(4, 30)
    expect(requestFaults({ ...counted, admitted })).toEqual(['windows with too many requests: 4 of 3 from 0 ms on'])
    const befallen = at50('a process killed', 'both')
    expect(requestFaults({ ...counted, admitted, befallen })).toHaveLength(1)
  })

  it('allow one window more in each further place that counts, and none beyond', () => {
    const found = (count: number, ...names: readonly string[]) =>
      requestFaults({ ...counted, admitted: requests(count, 5), befallen: at50(...names) })
    expect(found(6, 'away', 'away')).toEqual([])
    expect(found(7, 'away', 'away')).toEqual([expect.stringContaining('7 of 6')])
    expect(found(9, 'emptied', 'emptied')).toEqual([])
    expect(found(10, 'emptied', 'emptied')).toHaveLength(1)
    expect(found(9, 'away', 'both')).toEqual([])
    expect(found(10, 'away', 'both')).toHaveLength(1)
  })

  it('name windows with too many sends, by the store and by the sink', () => {
    const limits = { webhook: 2 }
    const attempts = [0, 40_000, 90_000].map((startedMs) => ({ ...attempt, startedMs }))
    const calls = ['d1', 'd2', 'd3'].map((id, index) => ({ ...call, id, atMs: index * 34_000 }))
    expect(sendFaults({ attempts, calls, limits, windowMs: 90_000 })).toEqual([
      expect.stringContaining('too many webhooks at the sink'),
    ])
    expect(sendFaults({ attempts, calls: [], limits, windowMs: 90_001 })).toEqual([
      expect.stringContaining('windows with too many sends'),
    ])
    // A repetition is none more, and one that is not counted neither.
    const twice = [calls[0]!, calls[0]!, calls[1]!]
    expect(sendFaults({ attempts: [], calls: twice, limits, windowMs: 1e6 })).toEqual([])
    const free = attempts.map((each) => ({ ...each, isCounted: false }))
    expect(sendFaults({ attempts: free, calls: [], limits, windowMs: 1e6 })).toEqual([])
  })
})

describe('the checkers of the tape', () => {
  const good: TapeFacts = {
    traded: [11, 12, 13],
    segments: [
      { symbol: 'SPY', firstRow: 0, rowCount: 2 },
      { symbol: 'SPY', firstRow: 2, rowCount: 1 },
    ],
    printSizes: [11, 12, 13],
    rows: [11, 12, 13].map((size, sequence) => ({ sequence, size })),
  }

  it('find nothing where the segments follow one another and each trade is one print and one row', () => {
    expect(tapeFaults(good)).toEqual([])
  })

  it.each<[string, Partial<TapeFacts>]>([
    ['do not follow', { segments: [good.segments[0]!, { symbol: 'SPY', firstRow: 3, rowCount: 1 }] }],
    ['do not follow', { segments: [good.segments[0]!, { symbol: 'SPY', firstRow: 1, rowCount: 1 }] }],
    ['segments of 2 prints hold 3', { segments: [good.segments[0]!] }],
    ['trades without a row: 13', { rows: good.rows.slice(0, 2) }],
    ['trades with two rows', { rows: [...good.rows, good.rows[2]!] }],
    ['another place', { rows: [{ sequence: 5, size: 11 }, ...good.rows.slice(1)] }],
  ])('name what %s', (text, change) => {
    expect(tapeFaults({ ...good, ...change })).toEqual([expect.stringContaining(text)])
  })

  it('name a trade that is missing everywhere, and a print that is there twice', () => {
    expect(tapeFaults({ ...good, traded: [11, 12, 13, 14] })).toEqual([
      expect.stringContaining('not on the tape: 14'),
      expect.stringContaining('without a row: 14'),
    ])
    const doubled = { segments: [{ symbol: 'SPY', firstRow: 0, rowCount: 4 }], printSizes: [11, 12, 13, 13] }
    expect(tapeFaults({ ...good, ...doubled })).toEqual([expect.stringContaining('twice on the tape: 13')])
  })
})

describe('the checker of credentials', () => {
  const use = { what: 'key 1', endedMs: 1_000, sentMs: 3_500, isAccepted: false }

  it('names what was accepted more than two seconds after its end, and a walk that tried nothing', () => {
    expect(credentialFaults([use, { ...use, sentMs: 2_900, isAccepted: true }])).toEqual([])
    expect(credentialFaults([use, { ...use, isAccepted: true }])).toEqual([expect.stringContaining('key 1 after 2500')])
    expect(credentialFaults([])).toHaveLength(1)
  })
})
