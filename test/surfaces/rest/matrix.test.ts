import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANS, type Plan } from '../../../src/accounts/domain/plan.ts'
import { operations } from '../../../src/app/operations.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { connectedApp } from '../../support/oauth/oauth-app.ts'

/** Ways to come in. A key or a session is of the plan beside it; `suspended` ones are of the Vega plan. */
const REFUSED = ['wrong key', 'expired key', 'deleted key', 'token of an app of an operator'] as const
type Refused = (typeof REFUSED)[number]

/** Expected status by way in; `key` and `session` by plan, lowest first: delta, gamma, theta, vega. */
interface Row extends Readonly<Record<'none' | 'suspended key' | 'suspended session', number>> {
  /** Of a session of an operator; for routes of operators alone. */
  readonly operator?: number
  readonly key: readonly [number, number, number, number]
  readonly session: readonly [number, number, number, number]
  readonly body?: (account: TestAccount) => Record<string, unknown>
  readonly query?: string
  readonly channel?: string
}

const KEYS_ON_VEGA = [403, 403, 403] as const
const forAll = (status: number) => [status, status, status, status] as const

/** Analytics: by key on the Vega plan, in the browser on every plan. */
const analytics: Row = {
  none: 401,
  key: [...KEYS_ON_VEGA, 200],
  session: forAll(200),
  'suspended key': 403,
  'suspended session': 403,
}

/** Of the account, with the plan of analytics. */
const owned = (status: number): Row => ({ ...analytics, key: [...KEYS_ON_VEGA, status], session: forAll(status) })
/** For the accounts of APPROVERS, of which there is none here: test/app/approval.test.ts has them. */
const forApprovers: Row = {
  none: 401,
  key: forAll(403),
  session: forAll(403),
  'suspended key': 403,
  'suspended session': 403,
}
/** Names are unique in an account. */
let saved = 0

/** What belongs to the account is open to a suspended one in the browser, so that it can see why and leave. */
const inBrowser = (status: number): Row => ({
  none: 401,
  key: forAll(403),
  session: forAll(status),
  'suspended key': 403,
  'suspended session': status,
})

/** What operators alone do: in the browser, on every plan, and never by key. */
const forOperators = (operator: number, body?: Row['body']): Row => ({
  none: 401,
  key: forAll(403),
  session: forAll(403),
  'suspended key': 403,
  'suspended session': 403,
  operator,
  ...(body && { body }),
})
const onItself: Row['body'] = ({ email, password }) => ({ email, password })

/** The way to an account: open to anybody without a key. */
const open = (status: number, body: Row['body']): Row => ({
  none: status,
  key: forAll(403),
  session: forAll(status),
  'suspended key': 403,
  'suspended session': status,
  ...(body && { body }),
})

/** Notifications: by key on the Vega plan, in the browser from the Gamma plan. */
const notifying = (status: number): Row => ({
  none: 401,
  key: [...KEYS_ON_VEGA, status],
  session: [403, status, status, status],
  'suspended key': 403,
  'suspended session': 403,
})

/** What the Vega plan alone has, in the browser too. */
const onVega = (status: number): Row => ({ ...notifying(status), session: [...KEYS_ON_VEGA, status] })

/** Trade ideas: by key on the Vega plan, in the browser from the Theta plan. */
const onIdeas = (status: number): Row => ({ ...notifying(status), session: [403, 403, status, status] })

const CREDENTIAL = { id: 'AQID', rawId: 'AQID', type: 'public-key' }
const ATTESTATION = { ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
}

const MATRIX: Readonly<Record<string, Row>> = {
  stocks: analytics,
  symbol_search: { ...analytics, query: 'q=nvidia' },
  stock_quote: analytics,
  scenario: { ...analytics, query: 'price_pct=1&dte_max=7' },
  what_changed: analytics,
  volatility_surface: analytics,
  screener: analytics,
  find_strategies: { ...analytics, query: 'templates=call_vertical&dte_max=30' },
  probability: { ...analytics, query: 'above=700' },
  strategy_analysis: { ...analytics, query: 'template=straddle' },
  options_chain: { ...analytics, query: 'dte_max=1&limit=2' },
  contract_history: { ...analytics, query: 'sessions=2' },
  option_metrics: analytics,
  unusual_activity: analytics,
  options_flow: analytics,
  net_flow: { ...analytics, query: 'symbol=AAPL' },
  flow_outcomes: analytics,
  market_overview: analytics,
  gamma_exposure: analytics,
  exposure_history: analytics,
  trend_analysis: analytics,
  iv_term_structure: analytics,
  price_history: analytics,
  metric_history: { ...analytics, query: 'metric=iv30' },
  support_resistance: analytics,
  tradingview_levels: analytics,
  export_data: { ...onVega(200), query: 'symbols=SPY&from=2026-11-16' },
  dark_pool_levels: { ...analytics, query: 'symbol=SPY' },
  earnings: { ...analytics, query: 'symbol=AAPL&limit=1' },
  news: analytics,
  events: analytics,
  trade_context: analytics,
  methodology: { ...analytics, none: 200 },
  trade_ideas: onIdeas(200),
  trade_ideas_track_record: onIdeas(200),
  trade_idea: onIdeas(404),
  list_notifications: notifying(200),
  unread_count: notifying(200),
  mark_notification_read: notifying(404),
  mark_notification_unread: notifying(404),
  mark_all_notifications_read: notifying(200),
  change_matching_notifications: { ...notifying(200), body: () => ({ change: 'archive' }) },
  archive_notifications: { ...notifying(200), body: () => ({ ids: ['unknown'] }) },
  restore_notifications: { ...notifying(200), body: () => ({ ids: ['unknown'] }) },
  undo_notification_change: { ...notifying(404), body: () => ({ id: 'unknown' }) },
  delete_notification: notifying(404),
  delete_notifications: { ...notifying(200), body: () => ({ ids: ['unknown'] }) },
  export_notifications: onVega(200),
  show_notification_settings: notifying(200),
  change_notification_settings: { ...notifying(200), body: () => ({ sound: false }) },
  test_notification_channel: notifying(422),
  reveal_webhook_secret: onVega(404),
  rotate_webhook_secret: onVega(404),
  send_email_link: notifying(422),
  send_phone_code: { ...notifying(422), body: () => ({ phone_number: '+12025550123' }) },
  verify_phone: { ...notifying(422), body: () => ({ code: '123456' }) },
  add_push_device: { ...notifying(201), body: () => ({ device: { kind: 'fcm', token: 'token' } }) },
  remove_push_device: notifying(404),
  link_chat: notifying(422),
  unlink_chat: { ...notifying(404), channel: 'telegram' },
  list_deliveries: notifying(200),
  redeliver: notifying(404),
  redeliver_failed: { ...notifying(422), body: () => ({ since: '2020-01-01T00:00:00Z' }) },
  list_alerts: notifying(200),
  create_alert: { ...notifying(201), body: () => ({ name: 'matrix', source: 'option_flow' }) },
  show_alert: notifying(404),
  change_alert: { ...notifying(404), body: () => ({ enabled: false }) },
  delete_alert: notifying(404),
  snoozed_alerts: notifying(200),
  snooze_alert: { ...notifying(404), body: () => ({ for: 'one_hour' }) },
  end_alert_snooze: notifying(404),
  reveal_alert_secret: onVega(404),
  rotate_alert_secret: onVega(404),
  backtest_alert: { ...notifying(404), body: () => ({ sessions: 1 }) },
  show_watchlist: notifying(200),
  replace_watchlist: { ...notifying(200), body: () => ({ symbols: ['SPY'] }) },
  change_watchlist: { ...notifying(200), body: () => ({ add: ['SPY'] }) },
  preview_watchlist: notifying(200),
  list_saved_filters: analytics,
  create_saved_filter: {
    ...owned(201),
    body: () => ({ name: `Mine ${++saved}`, filters: { min_premium: 1 } }),
  },
  change_saved_filter: { ...owned(404), body: () => ({ name: 'Other' }) },
  delete_saved_filter: owned(404),
  list_screens: analytics,
  create_screen: { ...owned(201), body: () => ({ name: `Mine ${++saved}`, screen: { filters: ['iv30 > 0'] } }) },
  change_screen: { ...owned(404), body: () => ({ name: 'Other' }) },
  delete_screen: owned(404),
  show_sign_ups: open(200, undefined),
  sign_up: open(202, () => ({ email: 'new@optionwire.test', password: 'a long enough one' })),
  verify_email: open(422, () => ({ token: 'A'.repeat(43) })),
  sign_in: open(200, ({ email, password }) => ({ email, password })),
  request_password_reset: open(202, ({ email }) => ({ email })),
  complete_password_reset: open(422, () => ({ token: 'A'.repeat(43), password: 'a long enough one' })),
  show_session: inBrowser(200),
  sign_out: inBrowser(204),
  list_sessions: inBrowser(200),
  end_session: { ...inBrowser(404), body: ({ password }) => ({ password }) },
  end_other_sessions: { ...inBrowser(200), body: ({ password }) => ({ password }) },
  complete_sign_in: open(401, () => ({ token: 'A'.repeat(43), code: '123456' })),
  list_factors: inBrowser(200),
  start_totp: { ...inBrowser(200), body: ({ password }) => ({ password }) },
  confirm_totp: { ...inBrowser(409), body: () => ({ code: '123456' }) },
  remove_totp: { ...inBrowser(404), body: ({ password }) => ({ password }) },
  renew_recovery_codes: { ...inBrowser(409), body: ({ password }) => ({ password }) },
  // The public URL of a test is an IP address, where browsers have no passkeys.
  start_passkey_sign_in: open(409, () => ({})),
  sign_in_with_passkey: open(409, () => ({ token: 'A'.repeat(43), response: ASSERTION })),
  start_passkey: { ...inBrowser(409), body: ({ password }) => ({ password }) },
  add_passkey: { ...inBrowser(409), body: () => ({ name: 'matrix', response: ATTESTATION }) },
  rename_passkey: { ...inBrowser(404), body: () => ({ name: 'matrix' }) },
  remove_passkey: { ...inBrowser(404), body: ({ password }) => ({ password }) },
  change_password: { ...inBrowser(200), body: ({ password }) => ({ password, new_password: 'a long enough one' }) },
  delete_account: { ...inBrowser(204), body: ({ password }) => ({ password }) },
  list_approvals: forApprovers,
  show_approval: forApprovers,
  answer_approval: { ...forApprovers, body: () => ({ answer: 'no', key: 'k' }) },
  list_api_keys: inBrowser(200),
  create_api_key: {
    ...inBrowser(403),
    session: [403, 403, 403, 201],
    body: () => ({ name: 'matrix', expiry: '30d' }),
  },
  delete_api_key: inBrowser(404),
  review_authorization: { ...inBrowser(200), body: () => ({ query: 'client_id=unknown' }) },
  decide_authorization: { ...inBrowser(200), body: () => ({ query: 'client_id=unknown', decision: 'deny' }) },
  list_connections: inBrowser(200),
  delete_connection: inBrowser(404),
  review_chat_link: { ...inBrowser(404), body: () => ({ token: 'unknown-unknown-unknown' }) },
  confirm_chat_link: { ...inBrowser(404), body: () => ({ token: 'unknown-unknown-unknown' }) },
  list_chat_links: inBrowser(200),
  delete_chat_link: inBrowser(404),
  account_list: forOperators(200),
  account_set_plan: forOperators(200, ({ email, password }) => ({ email, password, plan: 'gamma' })),
  account_suspend: forOperators(200, onItself),
  account_reinstate: forOperators(200, onItself),
  account_sign_out: forOperators(200, onItself),
  account_grant_operator: forOperators(200, onItself),
  account_revoke_operator: forOperators(200, onItself),
  operator_log: forOperators(200),
  export_operator_log: forOperators(200),
  announce: forOperators(200, ({ password }) => ({ title: 'Matrix', body: 'Text.', password })),
  operator_deliveries: forOperators(200),
  operator_status: forOperators(200),
  operator_errors: forOperators(200),
  operator_settings: forOperators(200),
  kill_switch: forOperators(200, () => ({ on: true })),
  show_account: { ...inBrowser(200), key: [...KEYS_ON_VEGA, 200] },
}

/** The receiver's operations take the webhook secret and no account: `test/surfaces/receiver` has them. */
const offered = operations.filter((operation: Operation) => {
  const { route, surfaces } = operation
  return route && route.base !== 'receiver' && surfaces.includes('rest')
})

describe('who may call what', () => {
  let app: TestApp
  let address = 0
  /** What is refused by its credentials changes nothing, so all routes may share the accounts. */
  let refused: Record<Refused, Refusal>

  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY,QQQ,AAPL' })
    refused = {
      'expired key': await expiredKey(app),
      'deleted key': await deletedKey(app),
      'wrong key': await wrongKey(app),
      'token of an app of an operator': await tokenOfApp(app),
    }
  })
  afterAll(() => app[Symbol.asyncDispose]())

  it('has a row for every route, and no row without one', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(offered.map(({ name }) => name).sort())
  })

  describe.each(offered.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
    const row = MATRIX[name]
    if (!row) return

    it.each(REFUSED)('answers 401 to a %s, and says no more', async (kind) => {
      const { account, headers } = refused[kind]
      const answer = await ask(operation, row, account, headers)

      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual(SAME_401)
    })

    it.each([
      ['none', row.none],
      ['suspended key', row['suspended key']],
      ['suspended session', row['suspended session']],
    ] as const)('answers a caller with %s by %i', async (kind, status) => {
      const account = await accountFor(operation, kind, () =>
        app.account('vega', kind === 'none' ? {} : { standing: 'suspended' }),
      )
      const headers = { none: {}, 'suspended key': account.key, 'suspended session': account.session }[kind]
      const answer = await ask(operation, row, account, headers)

      expect(answer.statusCode, answer.body).toBe(status)
    })

    it.each(PLANS.map((plan, index) => [plan, row.key[index] ?? 0] as const))(
      'answers a key on %s by %i',
      async (plan, status) => {
        const account = await accountFor(operation, `key on ${plan}`, () => app.account(plan))
        const answer = await ask(operation, row, account, account.key)

        expect(answer.statusCode, answer.body).toBe(status)
        if (status === 403 && plan !== 'vega' && operation.callers.includes('api_key')) {
          expect(answer.json()).toMatchObject({ code: 'forbidden', required_plan: 'vega' })
        }
      },
    )

    it.each(PLANS.map((plan, index) => [plan, row.session[index] ?? 0] as const))(
      'answers a session on %s by %i',
      async (plan: Plan, status) => {
        const account = await accountFor(operation, `session on ${plan}`, () => app.account(plan))
        const answer = await ask(operation, row, account, account.session)

        expect(answer.statusCode, answer.body).toBe(status)
      },
    )
  })

  describe.each(PLANS)('an operator on %s', (plan) => {
    const routes = offered.map((operation) => [operation.name, operation, MATRIX[operation.name]] as const)

    it.each(routes.filter(([, , row]) => row?.operator !== undefined))(
      'may call %s in the browser alone',
      async (_name, operation, row) => {
        const account = await app.account(plan, { operator: true })
        const byKey = await ask(operation, row ?? forOperators(200), account, account.key)
        const inBrowser = await ask(operation, row ?? forOperators(200), account, account.session)

        expect(byKey.statusCode, byKey.body).toBe(403)
        expect(inBrowser.statusCode, inBrowser.body).toBe(row?.operator)
      },
    )

    it.each(routes.filter(([, , row]) => row?.operator !== undefined))(
      'may not call %s while it is suspended',
      async (_name, operation, row) => {
        const account = await app.account(plan, { operator: true, standing: 'suspended' })
        for (const headers of [account.key, account.session]) {
          const answer = await ask(operation, row ?? forOperators(200), account, headers)
          expect(answer.statusCode, answer.body).toBe(403)
        }
      },
    )
  })

  it('keeps what operators alone do from everybody else, as the operation says', () => {
    const ofRows = Object.keys(MATRIX).filter((name) => MATRIX[name]?.operator !== undefined)

    expect(offered.filter(({ name }) => ofRows.includes(name)).every((it: Operation) => it.operatorOnly)).toBe(true)
    expect(
      offered
        .filter((it: Operation) => it.operatorOnly)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(ofRows.sort())
  })

  const readers = new Map<string, Promise<TestAccount>>()
  /** An account of its own for what may change something; what only reads shares one with its like. */
  function accountFor({ route }: Operation, like: string, open: () => Promise<TestAccount>): Promise<TestAccount> {
    if (route?.method !== 'GET') return open()
    const account = readers.get(like) ?? open()
    readers.set(like, account)
    return account
  }

  function ask(
    operation: Operation,
    { body, query, channel = 'email' }: Row,
    account: TestAccount,
    headers: Record<string, string>,
  ) {
    address++
    const { method, path } = operation.route ?? { method: 'GET', path: '' }
    const url = `/api/v1${path.replace(':symbol', 'SPY').replace(':option_symbol', 'SPY261218C00600000').replace(':id', '0'.repeat(26)).replace(':channel', channel).replace(':dataset', 'bars')}${query ? `?${query}` : ''}`
    const request: InjectOptions = { method, url, headers, remoteAddress: `203.0.${address >> 8}.${address & 255}` }
    return app.request(body ? { ...request, payload: body(account) } : request)
  }
})

/** An account and headers that are not its own, or no longer. */
interface Refusal {
  readonly account: TestAccount
  readonly headers: Record<string, string>
}

async function wrongKey(app: TestApp): Promise<Refusal> {
  const account = await app.account('vega')
  return { account, headers: { ...account.key, 'x-user-token': `${account.token.slice(0, -1)}!` } }
}

async function deletedKey(app: TestApp): Promise<Refusal> {
  const account = await app.account('vega')
  const { session: headers } = account
  const keys = await app.request({ url: '/api/v1/api_keys', headers })
  await app.request({ method: 'DELETE', url: `/api/v1/api_keys/${keys.json().data[0].id}`, headers })
  return { account, headers: account.key }
}

async function expiredKey(app: TestApp): Promise<Refusal> {
  const account = await app.account('vega')
  app.clock.advance(31 * 86_400_000)
  return { account, headers: account.key }
}

/** It is for `/mcp` alone. */
async function tokenOfApp(app: TestApp): Promise<Refusal> {
  const account = await app.account('vega', { operator: true })
  const { oauth, tokens } = await connectedApp(app, account)
  expect((await oauth.call(tokens.access_token)).statusCode).toBe(200)
  return { account, headers: { authorization: `Bearer ${tokens.access_token}` } }
}

const SAME_401 = {
  type: '/docs#error-unauthenticated',
  title: 'Not authenticated',
  status: 401,
  detail: 'Missing or invalid credentials. Sign in, or send a valid X-USER-EMAIL and X-USER-TOKEN.',
  code: 'unauthenticated',
}
