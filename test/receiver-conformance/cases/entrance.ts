import { aCase, type Case, type Exchange, type Expected, exchanges, QUEUED, refusing } from '../case.ts'

const HEALTH = '/health'
const WEBHOOK = '/webhooks/{provider}/trade-ideas'
const get = (path: string, change: Exchange = {}): Exchange => ({ method: 'GET', path, secret: 'none', ...change })
const MISSING: Expected = { status: 401, detail: ['missing'] }
const INVALID: Expected = { status: 401, detail: ['invalid'] }
const NOT_FOUND: Expected = { status: 404 }
const POST_ONLY: Expected = { status: 405, headers: { allow: 'POST' } }
const none = { secret: 'none' } as const
const header = (...values: string[]): Exchange => ({
  secret: 'none',
  headers: values.map((value) => ['X-BOT-SECRET', value] as const),
})

export const health: Case[] = [
  ...exchanges('health', [
    ['answers', get(HEALTH), { status: 200, exactly: { status: 'ok', dry_run: true, alpaca_paper: true } }],
    ['needs-no-secret', get(HEALTH), { status: 200 }],
    ['ignores-a-wrong-secret', get(HEALTH, { headers: [['X-BOT-SECRET', 'wrong']] }), { status: 200 }],
    ['is-json', get(HEALTH), { status: 200, headers: { 'content-type': 'application/json' } }],
    ['is-not-posted-to', { path: HEALTH }, { status: 405 }],
  ]),
  aCase(
    'health',
    'shows-live',
    'shows that the dry run is off',
    [{ send: get(HEALTH), expect: { status: 200, exactly: { status: 'ok', dry_run: false, alpaca_paper: true } } }],
    { profile: 'live' },
  ),
  aCase(
    'health',
    'shows-the-paper-flag',
    'shows that the paper flag is off',
    [{ send: get(HEALTH), expect: { status: 200, exactly: { status: 'ok', dry_run: true, alpaca_paper: false } } }],
    { profile: 'paper_off_dry' },
  ),
]

export const routes: Case[] = exchanges('routes', [
  ['webhook', {}, QUEUED],
  ['get', { method: 'GET' }, POST_ONLY],
  ['head', { method: 'HEAD' }, POST_ONLY],
  ['put', { method: 'PUT', body: {} }, POST_ONLY],
  ['patch', { method: 'PATCH', body: {} }, POST_ONLY],
  ['delete', { method: 'DELETE' }, POST_ONLY],
  ['options', { method: 'OPTIONS' }, POST_ONLY],
  ['method-before-secret', { method: 'GET', ...none }, POST_ONLY],
  ['trailing-slash', { path: `${WEBHOOK}/` }, NOT_FOUND, 'a trailing slash is another path, and no redirect'],
  ['double-slash', { path: '/webhooks//trade-ideas' }, NOT_FOUND],
  ['other-provider', { path: '/webhooks/someone-else/trade-ideas' }, NOT_FOUND],
  ['provider-in-upper-case', { path: '/webhooks/OPTIONOMICS-NEUTRAL/trade-ideas' }, NOT_FOUND],
  ['no-provider', { path: '/webhooks/trade-ideas' }, NOT_FOUND],
  ['underscore', { path: '/webhooks/{provider}/trade_ideas' }, NOT_FOUND],
  ['singular', { path: '/webhooks/{provider}/trade-idea' }, NOT_FOUND],
  ['longer', { path: `${WEBHOOK}/more` }, NOT_FOUND],
  ['upper-case', { path: '/WEBHOOKS/{provider}/trade-ideas' }, NOT_FOUND],
  ['unknown-before-secret', { path: '/webhooks/someone-else/trade-ideas', ...none }, NOT_FOUND],
  ['other-query-parameters', { query: 'utm_source=alerts&x=1' }, QUEUED],
])

export const secret: Case[] = exchanges('secret', [
  ['in-the-header', {}, QUEUED],
  ['in-the-query', { ...none, query: 'secret={secret}' }, QUEUED],
  ['in-the-query-among-others', { ...none, query: 'a=1&secret={secret}&b=2' }, QUEUED],
  ['header-in-lower-case', { ...none, headers: [['x-bot-secret', '{secret}']] }, QUEUED],
  ['header-with-spaces-around', header('  {secret}  '), QUEUED, 'HTTP strips white space around a header'],
  ['missing', none, MISSING],
  ['empty-header', header(''), MISSING],
  ['empty-query', { ...none, query: 'secret=' }, MISSING],
  ['query-without-value', { ...none, query: 'secret' }, MISSING],
  ['wrong-header', header('wrong-secret-wrong-secret'), INVALID],
  ['wrong-query', { ...none, query: 'secret=wrong-secret-wrong-secret' }, INVALID],
  ['prefix', header('{secret}x'), INVALID],
  ['one-character', header('x'), INVALID],
  ['other-case', { ...none, headers: [['X-BOT-SECRET', '{SECRET}']] }, INVALID],
  ['header-wins-when-right', { query: 'secret=wrong' }, QUEUED],
  ['header-wins-when-wrong', { ...header('wrong'), query: 'secret={secret}' }, INVALID],
  ['empty-header-wins', { ...header(''), query: 'secret={secret}' }, MISSING],
  ['two-header-lines', header('{secret}', '{secret}'), INVALID],
  ['two-different-header-lines', header('{secret}', 'wrong'), INVALID],
  ['two-in-the-query', { ...none, query: 'secret={secret}&secret={secret}' }, INVALID],
  ['right-then-wrong-in-the-query', { ...none, query: 'secret={secret}&secret=wrong' }, INVALID],
  ['two-in-the-query-under-a-header', { query: 'secret=a&secret=b' }, QUEUED],
  ['joined-by-comma', header('{secret}, {secret}'), INVALID],
  ['in-the-body', { ...none, body: { payload: { secret: '{secret}' } } }, MISSING],
  ['in-authorization', { ...none, headers: [['Authorization', 'Bearer {secret}']] }, MISSING],
  ['in-a-cookie', { ...none, headers: [['Cookie', 'secret={secret}']] }, MISSING],
  ['under-another-name', { ...none, query: 'SECRET={secret}' }, MISSING],
  ['as-a-list-in-the-query', { ...none, query: 'secret[]={secret}' }, MISSING],
  ['broken-percent-encoding', { ...none, query: 'secret=%zz' }, INVALID],
  ['cut-percent-encoding', { ...none, query: 'secret={secret}%' }, INVALID],
  ['percent-encoded', { ...none, query: 'secret={secret%}' }, QUEUED],
  ['name-percent-encoded', { ...none, query: '%73ecret={secret}' }, QUEUED],
  ['not-ascii', header('geheimnis-ü-geheimnis-ü'), INVALID],
  ['not-ascii-in-the-query', { ...none, query: 'secret=%C3%BC%C3%BC%C3%BC%C3%BC%C3%BC%C3%BC%C3%BC%C3%BC' }, INVALID],
  ['very-long', header('x'.repeat(4_000)), INVALID],
  ['nul-in-the-query', { ...none, query: 'secret={secret}%00' }, INVALID],
  ['before-the-body', { ...none, body: { text: 'this is no JSON' } }, MISSING, 'a stranger learns nothing of the body'],
  ['before-the-fields', { ...header('wrong'), body: { payload: { symbol: 1 } } }, INVALID],
  ['before-the-content-type', { ...none, contentType: 'text/plain', body: { text: 'x' } }, MISSING],
  ['before-the-size', { ...none, body: { text: '"', of: 'x', times: 70_000, end: '"' } }, MISSING],
  ['right-with-a-bad-body', { body: { text: 'this is no JSON' } }, refusing('body')],
])
