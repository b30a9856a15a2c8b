import { type Body, type Case, type Exchange, type Expected, exchanges, QUEUED, refusing, SAMPLE } from '../case.ts'

type Row = readonly [name: string, send: Exchange, expect: Expected, title?: string]

const having = (payload: Record<string, unknown>): Exchange => ({ body: { payload } })
const raw = (tokens: Record<string, string>): Exchange => ({ body: { raw: tokens } })
const without = (...names: string[]): Exchange => ({ body: { without: names } })

const OF_OTHER_KINDS: readonly (readonly [string, unknown])[] = [
  ['a-number', 5],
  ['true', true],
  ['a-list', ['x']],
  ['an-object', { x: 1 }],
]

function texts(field: string, isRequired: boolean): Row[] {
  const refused = refusing(field)
  return [
    [`${field}-missing`, without(field), isRequired ? refused : QUEUED],
    [`${field}-null`, having({ [field]: null }), isRequired ? refused : QUEUED],
    [`${field}-empty`, having({ [field]: '' }), refused],
    [`${field}-blank`, having({ [field]: '   ' }), refused],
    [`${field}-blank-in-unicode`, having({ [field]: '\u00a0\u2003\t' }), refused],
    [`${field}-of-200-characters`, having({ [field]: `{run}${'x'.repeat(200 - 12)}` }), QUEUED],
    [`${field}-of-201-characters`, having({ [field]: 'x'.repeat(201) }), refused],
    [`${field}-of-200-code-points`, having({ [field]: `{run}${'😀'.repeat(200 - 12)}` }), QUEUED],
    [`${field}-of-201-code-points`, having({ [field]: '😀'.repeat(201) }), refused],
    [`${field}-with-nul`, raw({ [field]: '"canary-a\\u0000b"' }), { ...refused, never: ['canary'] }],
    [`${field}-with-a-lone-high-surrogate`, raw({ [field]: '"canary-\\ud800"' }), { ...refused, never: ['canary'] }],
    [`${field}-with-a-lone-low-surrogate`, raw({ [field]: '"\\udc00"' }), refused],
    [`${field}-with-a-surrogate-pair`, raw({ [field]: '"{run} \\ud83d\\ude00"' }), QUEUED],
    ...OF_OTHER_KINDS.map(([kind, value]) => [`${field}-as-${kind}`, having({ [field]: value }), refused] as const),
  ]
}

function choices(field: string, wrong: readonly (readonly [string, unknown])[]): Row[] {
  return [
    [`${field}-missing`, without(field), refusing(field)],
    [`${field}-null`, having({ [field]: null }), refusing(field)],
    ...OF_OTHER_KINDS.map(
      ([kind, value]) => [`${field}-as-${kind}`, having({ [field]: value }), refusing(field)] as const,
    ),
    ...wrong.map(([name, value]) => [`${field}-${name}`, having({ [field]: value }), refusing(field)] as const),
  ]
}

function prices(field: string): Row[] {
  return [
    [`${field}-missing`, without(field), QUEUED],
    [`${field}-null`, having({ [field]: null }), QUEUED],
    [`${field}-zero`, having({ [field]: 0 }), QUEUED],
    [`${field}-fraction`, having({ [field]: 187.3125 }), QUEUED],
    [`${field}-text`, having({ [field]: '100' }), refusing(field)],
    [`${field}-text-with-exponent`, having({ [field]: '1e3' }), refusing(field)],
    [`${field}-empty-text`, having({ [field]: '' }), refusing(field)],
    [`${field}-true`, having({ [field]: true }), refusing(field)],
    [`${field}-list`, having({ [field]: [100] }), refusing(field)],
    [`${field}-object`, having({ [field]: {} }), refusing(field)],
    [`${field}-too-large-for-a-number`, raw({ [field]: '1e999' }), refusing(field)],
    [`${field}-nan`, raw({ [field]: 'NaN' }), refusing('body')],
  ]
}

const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`

export const fields: Case[] = exchanges('fields', [
  ...texts('alert_name', true),
  ...texts('strategy', true),
  ...texts('model', false),
  ...choices('source', [
    ['in-upper-case', 'TRADE_IDEA'],
    ['with-a-space', 'trade_idea '],
    ['option-flow', 'option_flow'],
    ['empty', ''],
  ]),
  ...choices('direction', [
    ['in-upper-case', 'BULLISH'],
    ['with-a-space', ' bullish'],
    ['long', 'long'],
    ['empty', ''],
    ['of-an-object-property', 'toString'],
  ]),
  ['direction-bearish', having({ direction: 'bearish' }), QUEUED],
  ['direction-neutral', having({ direction: 'neutral' }), QUEUED],
  ...prices('entry_price'),
  ...prices('target_price'),
  ...prices('stop_price'),
  ['criteria-missing', without('matched_criteria'), QUEUED],
  ['criteria-null', having({ matched_criteria: null }), QUEUED],
  ['criteria-empty', having({ matched_criteria: {} }), QUEUED],
  [
    'criteria-nested',
    having({ matched_criteria: { direction: 'bullish', min_confidence: 0.7, any: [{ a: [1] }] } }),
    QUEUED,
  ],
  ['criteria-list', having({ matched_criteria: [] }), refusing('matched_criteria')],
  ['criteria-text', having({ matched_criteria: '{}' }), refusing('matched_criteria')],
  ['criteria-number', having({ matched_criteria: 1 }), refusing('matched_criteria')],
  ['criteria-of-16-levels', raw({ matched_criteria: nested('{"a":', '}', 16) }), QUEUED],
  ['criteria-of-17-levels', raw({ matched_criteria: nested('{"a":', '}', 17) }), refusing('matched_criteria')],
  ['criteria-of-16-levels-in-lists', raw({ matched_criteria: `{"a":${nested('[', ']', 15)}}` }), QUEUED],
  [
    'criteria-of-17-levels-in-lists',
    raw({ matched_criteria: `{"a":${nested('[', ']', 16)}}` }),
    refusing('matched_criteria'),
  ],
  ['criteria-of-10000-levels', raw({ matched_criteria: nested('{"a":', '}', 9_000) }), refusing('matched_criteria')],
  [
    'criteria-with-prototype-keys',
    raw({ matched_criteria: '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}' }),
    QUEUED,
  ],
  [
    'unknown-fields',
    having({ status: 'ordered', fingerprint: 'x', decision: {}, extra: [1] }),
    QUEUED,
    'unknown fields are ignored',
  ],
  [
    'prototype-key',
    raw({ ['__proto__']: '{"symbol":"EVIL"}' }),
    { status: 200, body: { status: 'queued', symbol: 'AAPL' } },
  ],
  [
    'constructor-key',
    having({ constructor: { prototype: { symbol: 'EVIL' } } }),
    { status: 200, body: { symbol: 'AAPL' } },
  ],
  [
    'all-at-once',
    having({
      symbol: 'canary!',
      direction: 'canary',
      source: 'canary',
      triggered_at: 'canary',
      alert_name: '',
      strategy: 7,
      entry_price: 'canary',
    }),
    {
      status: 422,
      detail: ['symbol', 'direction', 'source', 'triggered_at', 'alert_name', 'strategy', 'entry_price'],
      never: ['canary'],
    },
  ],
  [
    'nothing-at-all',
    { body: { text: '{}' } },
    refusing('alert_name', 'source', 'symbol', 'direction', 'strategy', 'triggered_at'),
  ],
])

const symbolIs = (sent: string, symbol: string): Row => [
  `accepts-${sent.trim().toLowerCase().replaceAll('.', '-dot-')}-${sent.length}-${symbol === sent ? 'as-sent' : 'normalised'}`,
  having({ symbol: sent }),
  { status: 200, body: { status: 'queued', symbol } },
  `${JSON.stringify(sent)} is ${symbol}`,
]
const symbolIsNot = (name: string, sent: unknown): Row => [
  `refuses-${name}`,
  having({ symbol: sent }),
  refusing('symbol'),
  `${JSON.stringify(sent)} is no symbol`,
]

export const symbol: Case[] = exchanges('symbol', [
  symbolIs('AAPL', 'AAPL'),
  symbolIs('aapl', 'AAPL'),
  symbolIs(' aapl ', 'AAPL'),
  symbolIs('\t aapl\n', 'AAPL'),
  symbolIs('F', 'F'),
  symbolIs('brk.b', 'BRK.B'),
  symbolIs('A.', 'A.'),
  symbolIs('A..B', 'A..B'),
  symbolIs('X1', 'X1'),
  symbolIs('ABCDEFGHIJ', 'ABCDEFGHIJ'),
  symbolIs('SpY', 'SPY'),
  ['missing', without('symbol'), refusing('symbol')],
  symbolIsNot('null', null),
  symbolIsNot('a-number', 5),
  symbolIsNot('true', true),
  symbolIsNot('a-list', ['AAPL']),
  symbolIsNot('empty', ''),
  symbolIsNot('blank', '  '),
  symbolIsNot('eleven-characters', 'ABCDEFGHIJK'),
  symbolIsNot('a-leading-digit', '1A'),
  symbolIsNot('a-leading-dot', '.A'),
  symbolIsNot('a-dash', 'BRK-B'),
  symbolIsNot('a-slash', 'BRK/B'),
  symbolIsNot('a-space-inside', 'BR K'),
  symbolIsNot('a-line-break-inside', 'AAPL\nMSFT'),
  symbolIsNot('a-dollar', '$AAPL'),
  symbolIsNot('a-caret', '^SPX'),
  symbolIsNot('an-option', 'AAPL261218C00100000'),
  symbolIsNot('two', 'AAPL,MSFT'),
  symbolIsNot('a-long-s', 'ſPY'),
  symbolIsNot('a-dotless-i', 'ıBM'),
  symbolIsNot('a-sharp-s', 'ß'),
  symbolIsNot('a-kelvin-sign', '\u212aO'),
  symbolIsNot('cyrillic', 'ААPL'),
  symbolIsNot('full-width', 'ＡＡＰＬ'),
  symbolIsNot('a-zero-width-space', 'AA\u200bPL'),
  symbolIsNot('an-accent', 'AÁPL'),
  symbolIsNot('nul', 'A\u0000'),
  symbolIsNot('html', '<b>'),
  symbolIsNot('sql', "A';--"),
])

const WRONG_TIMES: readonly (readonly [string, unknown])[] = [
  ['empty', ''],
  ['date-only', '2026-11-20'],
  ['epoch-as-text', '1763650800'],
  ['epoch', 1763650800],
  ['30-february', '2026-02-30T00:00:00Z'],
  ['29-february-of-no-leap-year', '2025-02-29T00:00:00Z'],
  ['29-february-of-1900', '1900-02-29T00:00:00Z'],
  ['31-april', '2026-04-31T00:00:00Z'],
  ['month-0', '2026-00-10T00:00:00Z'],
  ['month-13', '2026-13-10T00:00:00Z'],
  ['day-0', '2026-01-00T00:00:00Z'],
  ['year-0', '0000-01-01T00:00:00Z'],
  ['hour-24', '2026-11-20T24:00:00Z'],
  ['minute-60', '2026-11-20T23:60:00Z'],
  ['leap-second', '2026-12-31T23:59:60Z'],
  ['small-t', '2026-11-20t15:00:00Z'],
  ['small-z', '2026-11-20T15:00:00z'],
  ['hour-only', '2026-11-20T15Z'],
  ['empty-fraction', '2026-11-20T15:00:00.Z'],
  ['comma-fraction', '2026-11-20T15:00:00,5Z'],
  ['offset-24', '2026-11-20T15:00:00+24:00'],
  ['offset-minute-60', '2026-11-20T15:00:00+05:60'],
  ['offset-hour-only', '2026-11-20T15:00:00+05'],
  ['offset-with-space', '2026-11-20T15:00:00 +05:00'],
  ['leading-space', ' 2026-11-20T15:00:00Z'],
  ['trailing-space', '2026-11-20T15:00:00Z '],
  ['trailing-line-break', '2026-11-20T15:00:00Z\n'],
  ['two-spaces', '2026-11-20  15:00:00Z'],
  ['six-digit-year', '+002026-11-20T15:00:00Z'],
  ['basic-form', '20261120T150000Z'],
  ['week-date', '2026-W47-5T15:00:00Z'],
  ['ordinal-date', '2026-324T15:00:00Z'],
  ['other-digits', '٢٠٢٦-11-20T15:00:00Z'],
  ['zone-name', '2026-11-20T15:00:00Z[UTC]'],
  ['american', '11/20/2026 15:00'],
  ['a-fraction-of-200-digits', `2026-11-20T15:00:00.${'1'.repeat(200)}Z`],
  ['words', 'yesterday'],
  ['null', null],
  ['true', true],
  ['a-list', ['2026-11-20T15:00:00Z']],
]

export const time: Case[] = exchanges('time', [
  ['missing', without('triggered_at'), refusing('triggered_at')],
  ...WRONG_TIMES.map(
    ([name, sent]) =>
      [
        `refuses-${name}`,
        having({ triggered_at: sent }),
        refusing('triggered_at'),
        `${JSON.stringify(sent)} is no instant`,
      ] as const,
  ),
])

/** JSON in all but one byte of a name. */
const INVALID_TEXT = Buffer.from(JSON.stringify({ ...SAMPLE, alert_name: 'a\xff' }), 'latin1').toString('base64')

const sized = (padTo: number): Body => ({ padTo })

export const body: Case[] = exchanges('body', [
  ['json', {}, QUEUED],
  ['json-with-charset', { contentType: 'application/json; charset=utf-8' }, QUEUED],
  ['json-in-upper-case', { contentType: 'Application/JSON' }, QUEUED],
  ['problem-json', { contentType: 'application/problem+json' }, QUEUED, 'application/*+json is JSON'],
  ['vendor-json', { contentType: 'application/vnd.alerts.v2+json;q=1' }, QUEUED],
  ['no-content-type', { contentType: null }, refusing('body')],
  ['text-plain', { contentType: 'text/plain' }, refusing('body')],
  ['text-json', { contentType: 'text/json' }, refusing('body')],
  ['form', { contentType: 'application/x-www-form-urlencoded', body: { text: 'symbol=AAPL' } }, refusing('body')],
  ['multipart', { contentType: 'multipart/form-data; boundary=x', body: { text: '--x--' } }, refusing('body')],
  ['jsonp', { contentType: 'application/jsonp' }, refusing('body')],
  ['xjson', { contentType: 'application/xjson' }, refusing('body')],
  ['json-seq', { contentType: 'application/json-seq' }, refusing('body')],
  ['empty', { body: { text: '' } }, refusing('body')],
  ['white-space', { body: { text: ' \n' } }, refusing('body')],
  ['not-json', { body: { text: '{canary' } }, { ...refusing('body'), never: ['canary'] }],
  ['trailing-comma', { body: { text: '{"symbol":"AAPL",}' } }, refusing('body')],
  ['single-quotes', { body: { text: "{'symbol':'AAPL'}" } }, refusing('body')],
  ['two-values', { body: { text: '{} {}' } }, refusing('body')],
  ['list', { body: { text: '[]' } }, refusing('body')],
  ['text', { body: { text: '"AAPL"' } }, refusing('body')],
  ['number', { body: { text: '42' } }, refusing('body')],
  ['null', { body: { text: 'null' } }, refusing('body')],
  ['true', { body: { text: 'true' } }, refusing('body')],
  [
    'invalid-utf-8',
    { body: { base64: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('base64') } },
    refusing('body'),
  ],
  ['invalid-utf-8-in-a-text', { body: { base64: INVALID_TEXT } }, refusing('body')],
  ['utf-16', { body: { base64: Buffer.from('\ufeff{}', 'utf16le').toString('base64') } }, refusing('body')],
  ['overlong-utf-8', { body: { base64: Buffer.from([0x22, 0xc0, 0xaf, 0x22]).toString('base64') } }, refusing('body')],
  [
    'encoded-surrogates',
    { body: { base64: Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]).toString('base64') } },
    refusing('body'),
  ],
  ['byte-order-mark', { body: { bom: true } }, QUEUED, 'a leading UTF-8 mark is tolerated'],
  ['chunked', { chunked: true }, QUEUED],
  ['chunked-of-64-kib-and-one', { chunked: true, body: sized(65_537) }, { status: 413 }],
  ['of-64-kib', { body: sized(65_536) }, QUEUED],
  ['of-64-kib-and-one', { body: sized(65_537) }, { status: 413 }],
  ['of-a-megabyte', { body: sized(1_048_576) }, { status: 413 }],
  ['deep-list', { body: { text: '', of: '[', times: 30_000, end: '' } }, refusing('body')],
  ['deep-and-closed', { body: { text: '[', of: '[', times: 30_000, end: ']'.repeat(30_001) } }, refusing('body')],
  [
    'last-of-repeated-keys',
    { body: { raw: { symbol: '"MSFT","symbol":"SPY"' } } },
    { status: 200, body: { symbol: 'SPY' } },
  ],
])
