import fc from 'fast-check'

const words = [
  'Long Call',
  'a',
  ' ',
  '\t\u00a0',
  '',
  'x'.repeat(200),
  'x'.repeat(201),
  '😀'.repeat(200),
  '😀'.repeat(201),
]
const oddTexts = ['\ud800', 'a\udc00b', 'nul\0', 'Ünïcode ✓', '|', '__proto__', '\ufeff', '\u200b']
const oddities = [null, true, false, 0, -1, 1e308, Number.POSITIVE_INFINITY, [], {}, '', '1', ['a'], { a: 1 }]

const text = fc.oneof(fc.constantFrom(...words, ...oddTexts), fc.string({ unit: 'binary', maxLength: 20 }))
const symbol = fc.oneof(
  fc.constantFrom(
    'AAPL',
    ' aapl ',
    'BRK.B',
    'BRK-B',
    'a',
    '1A',
    '.A',
    'ſPY',
    'ıBM',
    'ß',
    'K',
    'ABCDEFGHIJ',
    'ABCDEFGHIJK',
  ),
  fc.string({ unit: fc.constantFrom(...'aAzZ09.- ſK\n'), maxLength: 12 }),
)
const padded = (most: number, width: number) => fc.nat(most).map((value) => String(value).padStart(width, '0'))
const time = fc
  .tuple(
    fc.oneof(fc.constantFrom('2026', '2024', '1900', '2000', '0000', '0001', '0099', '9999'), padded(9999, 4)),
    padded(13, 2),
    padded(32, 2),
    fc.constantFrom('T', ' ', 't', '', '  ', '_'),
    padded(24, 2),
    padded(60, 2),
    fc.constantFrom(
      '',
      ':00',
      ':59',
      ':60',
      ':0',
      ':30.5',
      ':30.',
      ':30.000000',
      ':30.0000009',
      ':30.123456789',
      ':30,5',
    ),
    fc.constantFrom(
      'Z',
      'z',
      '',
      '+00:00',
      '-00:00',
      '-0000',
      '+05:30',
      '+0530',
      '-23:59',
      '+24:00',
      '+05',
      '+5:30',
      ' Z',
      '+05:60',
    ),
  )
  .map(
    ([year, month, day, t, hour, minute, rest, offset]) =>
      `${year}-${month}-${day}${t}${hour}:${minute}${rest}${offset}`,
  )
const instant = fc.oneof(
  { weight: 6, arbitrary: time },
  { weight: 3, arbitrary: fc.constantFrom('2026-11-20T15:00:00Z', '2026-02-30T00:00:00Z', '2026-11-20', '1763650800') },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789-T:.Z+ '), maxLength: 30 }) },
)
const criteria = fc.oneof(
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
  fc.integer({ min: 10, max: 20 }).map((levels) => nested(levels, (inner) => ({ a: inner }))),
  fc.integer({ min: 10, max: 20 }).map((levels) => ({ list: nested(levels, (inner) => [inner]) })),
)

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = wrap(0)
  for (let level = 1; level < levels; level++) value = wrap(value)
  return value
}

/** Mostly right, now and then odd, of another kind, or left out. */
function field(right: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 24, arbitrary: right },
    { weight: 6, arbitrary: odd },
    { weight: 1, arbitrary: fc.constantFrom(...oddities) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const price = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 100, -1, null))
const oddPrice = fc.constantFrom('100', true, Number.NaN, Number.NEGATIVE_INFINITY, [100])
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((it) => it.trim() !== '')

/** Payloads as a careless or hostile sender would make them, most of them wrong in a field or two. */
export const payloads: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      alert_name: field(name, text),
      source: field(fc.constant('trade_idea'), text),
      symbol: field(fc.constantFrom('AAPL', ' spy', 'Brk.B'), symbol),
      direction: field(
        fc.constantFrom('bullish', 'bearish', 'neutral'),
        fc.constantFrom('Bullish', 'bullish ', 'toString'),
      ),
      strategy: field(name, text),
      model: field(fc.option(name), text),
      entry_price: field(price, oddPrice),
      target_price: field(price, oddPrice),
      stop_price: field(price, oddPrice),
      triggered_at: field(fc.constantFrom('2026-11-20T15:00:00Z', '2024-02-29 09:30-0500'), instant),
      matched_criteria: field(fc.constantFrom({}, null, { direction: 'bullish' }), criteria),
      status: fc.constantFrom(undefined, 'ordered'),
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
)
