import { aCase, type Case, DUPLICATE, type Exchange, type Expected, QUEUED, type Step } from '../case.ts'

const having = (payload: Record<string, unknown>): Exchange => ({ body: { payload } })
const fingerprintOf = (text: string): Expected => ({ status: 200, fingerprintOf: text })
const JOINED = 'conformance {run}|trade_idea|AAPL|bullish|Long Call'
const CANONICAL = `${JOINED}|2026-11-20T15:00:00+00:00`

const INSTANTS: readonly (readonly [name: string, sent: string, canonical: string])[] = [
  ['z', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00+00:00'],
  ['plus-zero', '2026-11-20T15:00:00+00:00', '2026-11-20T15:00:00+00:00'],
  ['minus-zero', '2026-11-20T15:00:00-00:00', '2026-11-20T15:00:00+00:00'],
  ['plus-zero-without-colon', '2026-11-20T15:00:00+0000', '2026-11-20T15:00:00+00:00'],
  ['no-seconds', '2026-11-20T15:00Z', '2026-11-20T15:00:00+00:00'],
  ['space', '2026-11-20 15:00:00Z', '2026-11-20T15:00:00+00:00'],
  ['zero-fraction', '2026-11-20T15:00:00.000Z', '2026-11-20T15:00:00+00:00'],
  ['fraction-below-a-microsecond', '2026-11-20T15:00:00.0000009Z', '2026-11-20T15:00:00+00:00'],
  ['short-fraction', '2026-11-20T15:00:00.5Z', '2026-11-20T15:00:00.500000+00:00'],
  ['milliseconds', '2026-11-20T15:00:00.123Z', '2026-11-20T15:00:00.123000+00:00'],
  ['nanoseconds-are-cut', '2026-11-20T15:00:00.123456789Z', '2026-11-20T15:00:00.123456+00:00'],
  ['cut-not-rounded', '2026-11-20T15:00:00.9999999Z', '2026-11-20T15:00:00.999999+00:00'],
  ['offset-is-kept', '2026-11-20T10:00:00-05:00', '2026-11-20T10:00:00-05:00'],
  ['offset-gets-its-colon', '2026-11-20T20:30:00+0530', '2026-11-20T20:30:00+05:30'],
  ['offset-23-59', '2026-11-20T20:30:00+23:59', '2026-11-20T20:30:00+23:59'],
  ['no-offset', '2026-11-20T15:00:00', '2026-11-20T15:00:00'],
  ['no-offset-no-seconds', '2026-11-20 15:00', '2026-11-20T15:00:00'],
  ['leap-day', '2024-02-29T23:59:59Z', '2024-02-29T23:59:59+00:00'],
  ['leap-day-of-2000', '2000-02-29T00:00:00Z', '2000-02-29T00:00:00+00:00'],
  ['year-1', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:00'],
  ['year-9999', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
]

const one = (name: string, title: string, send: Exchange, expect: Expected): Case =>
  aCase('fingerprint', name, title, [{ send, expect }])

export const fingerprint: Case[] = [
  ...INSTANTS.map(([name, sent, canonical]) =>
    one(
      `time-${name}`,
      `${sent} is ${canonical}`,
      having({ triggered_at: sent }),
      fingerprintOf(`${JOINED}|${canonical}`),
    ),
  ),
  one(
    'symbol-is-normalised',
    'the symbol counts in upper case',
    having({ symbol: ' aapl ' }),
    fingerprintOf(CANONICAL),
  ),
  one(
    'names-are-not-trimmed',
    'alert and strategy count as sent',
    having({ alert_name: '  {run} ', strategy: ' s ' }),
    fingerprintOf('  {run} |trade_idea|AAPL|bullish| s |2026-11-20T15:00:00+00:00'),
  ),
  one(
    'utf-8',
    'bytes of UTF-8 are hashed',
    having({ alert_name: 'Ünïcode ✓ 😀 {run}' }),
    fingerprintOf('Ünïcode ✓ 😀 {run}|trade_idea|AAPL|bullish|Long Call|2026-11-20T15:00:00+00:00'),
  ),
  one(
    'not-normalised-unicode',
    'combining characters stay as sent',
    having({ alert_name: 'e\u0301 {run}' }),
    fingerprintOf('e\u0301 {run}|trade_idea|AAPL|bullish|Long Call|2026-11-20T15:00:00+00:00'),
  ),
  one(
    'prices-do-not-count',
    'prices are no part of it',
    having({ entry_price: 1, target_price: 2, stop_price: 0.5 }),
    fingerprintOf(CANONICAL),
  ),
  one(
    'model-and-criteria-do-not-count',
    'model and criteria are no part of it',
    having({ model: 'm', matched_criteria: { a: 1 } }),
    fingerprintOf(CANONICAL),
  ),
  one('is-hex', 'it is 64 small hex digits', {}, { status: 200, body: { fingerprint: { $is: '^[0-9a-f]{64}$' } } }),
  one(
    'answer-has-three-keys',
    'the answer is status, fingerprint and symbol',
    {},
    { status: 200, body: { status: 'queued', fingerprint: { $is: '.' }, symbol: 'AAPL', $keys: 3 } },
  ),
  aCase('fingerprint', 'separator-is-not-escaped', 'a separator in a name makes two ideas one', [
    { send: having({ alert_name: '{run}', strategy: 'S|trade_idea|MSFT|bearish|T' }), expect: QUEUED },
    {
      send: having({
        alert_name: '{run}|trade_idea|AAPL|bullish|S',
        symbol: 'MSFT',
        direction: 'bearish',
        strategy: 'T',
      }),
      expect: DUPLICATE,
    },
  ]),
]

const twice = (name: string, title: string, second: Exchange, expect: Expected, first: Exchange = {}): Case =>
  aCase('duplicates', name, title, [
    { send: first, expect: QUEUED },
    { send: second, expect },
  ])

const together = (name: string, title: string, times: number): Case => {
  const step: Step = { together: {}, times, counts: { queued: 1, duplicate: times - 1 } }
  return aCase('duplicates', name, title, [step])
}

export const duplicates: Case[] = [
  twice('same', 'the same again is a duplicate', {}, DUPLICATE),
  twice(
    'answer',
    'a duplicate has the same answer but for its status',
    {},
    { status: 200, body: { status: 'duplicate', symbol: 'AAPL', $keys: 3 }, fingerprintOf: CANONICAL },
  ),
  twice(
    'other-prices',
    'other prices are a duplicate',
    having({ entry_price: 1, target_price: 2, stop_price: 0.5 }),
    DUPLICATE,
  ),
  twice('other-model', 'another model is a duplicate', having({ model: 'other' }), DUPLICATE),
  twice('other-criteria', 'other criteria are a duplicate', having({ matched_criteria: { a: 1 } }), DUPLICATE),
  twice(
    'other-spelling-of-the-symbol',
    'another spelling of the symbol is a duplicate',
    having({ symbol: ' aapl' }),
    DUPLICATE,
  ),
  twice(
    'other-spelling-of-the-time',
    'another spelling of the time is a duplicate',
    having({ triggered_at: '2026-11-20 15:00+0000' }),
    DUPLICATE,
  ),
  twice('by-query', 'the way of the secret does not matter', { secret: 'none', query: 'secret={secret}' }, DUPLICATE),
  twice('other-alert', 'another alert is new', having({ alert_name: 'other {run}' }), QUEUED),
  twice('other-case-of-the-alert', 'names are compared exactly', having({ alert_name: 'CONFORMANCE {run}' }), QUEUED),
  twice('other-symbol', 'another symbol is new', having({ symbol: 'MSFT' }), QUEUED),
  twice('other-direction', 'another direction is new', having({ direction: 'bearish' }), QUEUED),
  twice('other-strategy', 'another strategy is new', having({ strategy: 'Bull Call Spread' }), QUEUED),
  twice('other-time', 'another second is new', having({ triggered_at: '2026-11-20T15:00:01Z' }), QUEUED),
  twice(
    'other-microsecond',
    'another microsecond is new',
    having({ triggered_at: '2026-11-20T15:00:00.000001Z' }),
    QUEUED,
  ),
  twice(
    'same-instant-in-another-zone',
    'the same instant in another zone is new',
    having({ triggered_at: '2026-11-20T10:00:00-05:00' }),
    QUEUED,
  ),
  twice('no-zone', 'the same time without a zone is new', having({ triggered_at: '2026-11-20T15:00:00' }), QUEUED),
  together('two-at-once', 'of two at once one is queued', 2),
  together('twenty-at-once', 'of twenty at once one is queued', 20),
  together('a-hundred-at-once', 'of a hundred at once one is queued', 100),
  aCase('duplicates', 'of-an-ended-idea', 'what has ended is still a duplicate', [
    { send: {}, expect: QUEUED },
    { entry: { status: { $is: 'skipped|dry_run|failed' } } },
    { send: {}, expect: DUPLICATE },
    { entry: { status: { $is: 'skipped|dry_run|failed' } } },
  ]),
  aCase(
    'duplicates',
    'of-a-failed-idea',
    'a failed idea is not tried again by a duplicate',
    [
      { send: having({ alert_name: 'script:refusal {run}' }), expect: QUEUED },
      { entry: { status: 'failed' } },
      { send: having({ alert_name: 'script:refusal {run}' }), expect: DUPLICATE },
      { entry: { status: 'failed' } },
    ],
    { needs: ['model'] },
  ),
  aCase('duplicates', 'first-content-stays', 'the first content stays in the ledger', [
    { send: {}, expect: QUEUED },
    { send: having({ entry_price: 1 }), expect: DUPLICATE },
    { entry: { payload: { entry_price: 100 } } },
  ]),
]
