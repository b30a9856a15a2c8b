import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEY_SCOPES, type KeyScope } from '../../../src/accounts/domain/key-scope.ts'
import { operations } from '../../../src/app/operations.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'

/** Every route that a key may call, by the scope that a key with less power needs; `none` for its own account. */
const ROUTES: Readonly<Record<KeyScope | 'none', string>> = {
  none: 'show_account',
  'read:analytics': `
    stocks symbol_search stock_quote options_chain contract_history option_metrics options_flow net_flow
    unusual_activity flow_outcomes dark_pool_levels support_resistance tradingview_levels market_overview gamma_exposure
    metric_history trend_analysis iv_term_structure volatility_surface price_history earnings
    strategy_analysis probability scenario what_changed news events trade_context screener find_strategies exposure_history methodology
    trade_ideas
    trade_ideas_track_record trade_idea list_saved_filters list_screens
  `,
  'read:notifications': `
    list_notifications unread_count show_notification_settings list_deliveries
    list_alerts show_alert snoozed_alerts show_watchlist
  `,
  'write:notifications': `
    mark_notification_read mark_notification_unread mark_all_notifications_read change_matching_notifications
    archive_notifications restore_notifications undo_notification_change delete_notification
    delete_notifications change_notification_settings test_notification_channel reveal_webhook_secret
    rotate_webhook_secret send_email_link send_phone_code verify_phone add_push_device remove_push_device
    link_chat unlink_chat redeliver redeliver_failed create_alert change_alert delete_alert snooze_alert
    end_alert_snooze reveal_alert_secret rotate_alert_secret backtest_alert replace_watchlist change_watchlist
    preview_watchlist create_saved_filter change_saved_filter delete_saved_filter
    create_screen change_screen delete_screen
  `,
  mcp: '',
  export: 'export_notifications export_data',
}

const offered = operations.filter((operation: Operation) => {
  const { route, surfaces, callers } = operation
  return route && route.base !== 'receiver' && surfaces.includes('rest') && callers.includes('api_key')
})

const namesOf = (scope: KeyScope | 'none') => ROUTES[scope].split(/\s+/).filter((name) => name !== '')

describe('a key with less power', () => {
  let app: TestApp
  let owner: TestAccount
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    owner = await app.account('vega')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  async function keyWith(powers: { scopes?: readonly KeyScope[]; allowed_networks?: readonly string[] }) {
    const { email, session: headers } = owner
    const payload = { name: 'less', expiry: '30d', ...powers }
    const made = await app.request({ method: 'POST', url: '/api/v1/api_keys', headers, payload })
    expect(made.statusCode, made.body).toBe(201)
    const { token } = made.json()
    app.guard(token)
    return { 'x-user-email': email, 'x-user-token': token }
  }

  async function ask({ route }: Operation, headers: Record<string, string>) {
    app.clock.advance(1_000)
    const { method, path } = route ?? { method: 'GET', path: '' }
    const url = path
      .replace(/:option_symbol/, 'SPY261218C00600000')
      .replace(/:symbol/, 'SPY')
      .replace(/:\w+/, 'unknown')
    return app.request({ method, url: `/api/v1${url}`, headers })
  }

  it('has a scope for every route that a key may call', () => {
    const listed = ([...KEY_SCOPES, 'none'] as const).flatMap(namesOf)

    expect(listed.sort()).toEqual(offered.map(({ name }) => name).sort())
  })

  it.each(KEY_SCOPES)('without %s is refused by its routes, and by name', async (scope) => {
    const key = await keyWith({ scopes: KEY_SCOPES.filter((each) => each !== scope) })
    for (const operation of offered.filter(({ name }) => namesOf(scope).includes(name))) {
      const answer = await ask(operation, key)

      expect(answer.statusCode, operation.name).toBe(403)
      expect(answer.json().detail).toMatch(`This key lacks the scope ${scope}; `)
    }
  })

  it.each([
    ['read:analytics', 'stock_quote', 200],
    ['read:notifications', 'unread_count', 200],
    ['write:notifications', 'mark_all_notifications_read', 200],
    ['mcp', 'show_account', 200],
    ['export', 'export_notifications', 200],
  ] as const)('with %s alone may call %s', async (scope, name, status) => {
    const operation = offered.find((each) => each.name === name)
    if (!operation) throw new Error(`There is no ${name}`)

    expect((await ask(operation, await keyWith({ scopes: [scope] }))).statusCode).toBe(status)
  })

  it('needs mcp for the endpoint, and for each tool the scope of what it reads', async () => {
    const call = (headers: Record<string, string>) =>
      app.request({
        method: 'POST',
        url: '/mcp',
        headers: { ...headers, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
        payload: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'stock_quote', arguments: { symbol: 'SPY' } },
        },
      })
    const without = await call(await keyWith({ scopes: ['read:analytics'] }))
    const alone = await call(await keyWith({ scopes: ['mcp'] }))
    const both = await call(await keyWith({ scopes: ['mcp', 'read:analytics'] }))

    expect(without.statusCode).toBe(403)
    expect(without.body).toContain('lacks the scope mcp')
    expect(alone.body).toContain('lacks the scope read:analytics')
    expect(both.statusCode, both.body).toBe(200)
    expect(both.body).not.toContain('lacks the scope')
  })

  it('works from its addresses only, and shows from where it was last used', async () => {
    const headers = await keyWith({ allowed_networks: ['198.51.100.0/24', '2001:db8::7'] })
    const from = (remoteAddress: string) => app.request({ url: '/api/v1/account', headers, remoteAddress })

    expect((await from('198.51.100.20')).statusCode).toBe(200)
    expect((await from('2001:db8::7')).statusCode).toBe(200)
    const refused = await from('203.0.113.9')
    expect(refused.statusCode).toBe(403)
    expect(refused.json().detail).toMatch('This key may not be used from 203.0.113.9.')
    app.clock.advance(120_000)
    expect((await from('198.51.100.21')).statusCode).toBe(200)
  })

  it('is refused with names of what is wrong in its request', async () => {
    const { session: headers } = owner
    const payload = { name: 'k', expiry: '30d', scopes: ['root'], allowed_networks: ['203.0.113.0/99', 'example.com'] }
    const answer = await app.request({ method: 'POST', url: '/api/v1/api_keys', headers, payload })

    expect(answer.statusCode).toBe(422)
    expect(answer.body).toMatch(/must be one of read:analytics/)
    expect(answer.body).toMatch(/must be an address like 203\.0\.113\.7 or a block/)
  })
})
