import { aCase, BEARISH, type Case, type Matched, type Profile, QUEUED } from '../case.ts'

interface Options {
  readonly profile?: Profile
  readonly payload?: Readonly<Record<string, unknown>>
  readonly needs?: Case['needs']
}

/** An idea that the scripted model answers as its alert says, and how its entry ends. */
function decided(group: string, name: string, script: string, end: Matched, options: Options = {}): Case {
  const { profile = 'dry', payload = {}, needs = ['model'] } = options
  const send = { body: { payload: { alert_name: `script:${script} {run}`, ...payload } } }
  return aCase(group, name, name.replaceAll('-', ' '), [{ send, expect: QUEUED }, { entry: end }], { profile, needs })
}

const skipped = (reason: string, more: object = {}): Matched => ({
  status: 'skipped',
  order_result: null,
  error: null,
  decision: {
    action: 'skip',
    notional_usd: 0,
    risk_notes: { $last: { $has: reason } },
    rationale: { $is: `\\[skipped: .*${reason}.*\\]$` },
    ...more,
  },
})
const dryRun = (notional: number, action = 'buy'): Matched => ({
  status: 'dry_run',
  error: null,
  decision: { action, notional_usd: notional },
  order_result: {
    $keys: 5,
    dry_run: true,
    client_order_id: { $is: '^om-[0-9a-f]{24}$' },
    symbol: 'AAPL',
    action,
    notional,
  },
})
const gate = (name: string, script: string, end: Matched, options?: Options) =>
  decided('gates', name, script, end, options)
const short = { ...BEARISH } as const
const dryShort = (payload: object = {}): Options => ({ profile: 'dry_short', payload: { ...short, ...payload } })

export const gates: Case[] = [
  gate('buy', 'buy', dryRun(100)),
  gate('short', 'sell_short', dryRun(100, 'sell_short'), dryShort()),
  gate('wrong-symbol', 'wrong_symbol', skipped('symbol', { symbol: 'MSFT' })),
  gate(
    'wrong-symbol-before-confidence',
    'wrong_symbol_low_confidence',
    skipped('symbol', { risk_notes: { $length: 1 } }),
  ),
  gate('wrong-symbol-of-a-skip', 'wrong_symbol_skip', skipped('symbol')),
  gate(
    'symbol-in-other-spelling',
    'lower_case_symbol',
    { status: 'dry_run', decision: { symbol: 'LOWER' } },
    { payload: { symbol: 'LOWER' } },
  ),
  gate('low-confidence', 'low_confidence', skipped('confidence')),
  gate('low-confidence-of-a-skip', 'low_confidence_skip', skipped('confidence')),
  gate('confidence-just-enough', 'edge_confidence', dryRun(100)),
  gate('confidence-just-too-low', 'below_edge_confidence', skipped('confidence')),
  gate('confidence-before-prices', 'low_confidence', skipped('confidence'), { payload: { entry_price: null } }),
  gate('skip', 'skip', {
    status: 'skipped',
    order_result: null,
    decision: { action: 'skip', notional_usd: 0, risk_notes: [], rationale: { $not: 'skipped:' } },
  }),
  gate('skip-loses-its-notional', 'skip_with_notional', {
    status: 'skipped',
    decision: { notional_usd: 0, risk_notes: [] },
  }),
  gate(
    'skip-without-prices',
    'skip',
    { status: 'skipped', decision: { risk_notes: [] } },
    { payload: { entry_price: null, target_price: null, stop_price: null } },
  ),
  gate(
    'skip-of-a-neutral-idea',
    'skip',
    { status: 'skipped', decision: { risk_notes: [] } },
    { payload: { direction: 'neutral' } },
  ),
  gate('missing-entry', 'buy', skipped('entry'), { payload: { entry_price: null } }),
  gate('missing-target', 'buy', skipped('target'), { payload: { target_price: null } }),
  gate('missing-stop', 'buy', skipped('stop'), { payload: { stop_price: null } }),
  gate('stop-of-zero', 'buy', dryRun(100), { payload: { stop_price: 0 } }),
  gate('prices-before-direction', 'buy', skipped('entry'), { payload: { direction: 'neutral', entry_price: null } }),
  gate('buy-of-a-bearish-idea', 'buy', skipped('direction'), { payload: short }),
  gate('buy-of-a-neutral-idea', 'buy', skipped('direction'), { payload: { direction: 'neutral' } }),
  gate('buy-direction-before-target', 'buy', skipped('direction'), {
    payload: { direction: 'neutral', target_price: 1 },
  }),
  gate('buy-target-at-entry', 'buy', skipped('target'), { payload: { target_price: 100 } }),
  gate('buy-target-below-entry', 'buy', skipped('target'), { payload: { target_price: 99.99 } }),
  gate('buy-stop-at-entry', 'buy', skipped('stop'), { payload: { stop_price: 100 } }),
  gate('buy-stop-above-entry', 'buy', skipped('stop'), { payload: { stop_price: 100.01 } }),
  gate('buy-target-before-stop', 'buy', skipped('target'), { payload: { target_price: 1, stop_price: 200 } }),
  gate('buy-just-inside', 'buy', dryRun(100), { payload: { target_price: 100.01, stop_price: 99.99 } }),
  gate('short-disabled', 'sell_short', skipped('short selling'), { payload: short }),
  gate('short-disabled-before-direction', 'sell_short', skipped('short selling')),
  gate('short-of-a-bullish-idea', 'sell_short', skipped('direction'), { profile: 'dry_short' }),
  gate('short-of-a-neutral-idea', 'sell_short', skipped('direction'), dryShort({ direction: 'neutral' })),
  gate('short-target-at-entry', 'sell_short', skipped('target'), dryShort({ target_price: 100 })),
  gate('short-target-above-entry', 'sell_short', skipped('target'), dryShort({ target_price: 101 })),
  gate('short-stop-at-entry', 'sell_short', skipped('stop'), dryShort({ stop_price: 100 })),
  gate('short-stop-below-entry', 'sell_short', skipped('stop'), dryShort({ stop_price: 99 })),
  gate('short-without-prices', 'sell_short', skipped('entry'), dryShort({ entry_price: null })),
  gate(
    'short-just-inside',
    'sell_short',
    dryRun(100, 'sell_short'),
    dryShort({ target_price: 99.99, stop_price: 100.01 }),
  ),
  gate('buy-where-shorts-are-allowed', 'buy', dryRun(100), { profile: 'dry_short' }),
  gate('notional-of-zero', 'zero_notional', skipped('notional')),
  gate('notional-of-zero-after-rounding', 'tiny_notional', skipped('notional')),
  gate('notional-of-a-cent', 'one_cent', dryRun(0.01)),
  gate('notional-above-the-cap', 'over_cap', dryRun(250)),
  gate('notional-at-the-cap', 'at_cap', dryRun(250)),
  gate('notional-by-the-binary-value', 'half_cent_binary', dryRun(2.67)),
  gate('notional-tie-to-the-even-cent-below', 'tie_to_even', dryRun(100.12)),
  gate('notional-tie-to-the-even-cent-above', 'tie_to_even_up', dryRun(100.38)),
  gate('notional-never-above-an-odd-cap', 'over_cap', dryRun(10), { profile: 'odd_cap' }),
  gate(
    'earlier-notes-stay',
    'with_notes',
    skipped('entry', { risk_notes: { $length: 2, $has: 'earnings on Thursday' } }),
    { payload: { entry_price: null } },
  ),
  gate('notes-of-an-order-stay', 'with_notes', {
    status: 'dry_run',
    decision: { risk_notes: ['earnings on Thursday'] },
  }),
]

const failed = (error: Matched = { $is: '\\S' }): Matched => ({ status: 'failed', error, order_result: null })
const answer = (name: string, script: string, end: Matched) => decided('decisions', name, script, end)

export const decisions: Case[] = [
  answer('refusal', 'refusal', failed({ $is: '(?i)refus' })),
  answer('incomplete', 'incomplete', failed({ $is: '(?i)incomplete|max_output_tokens' })),
  answer('content-filter', 'content_filter', failed({ $is: '(?i)content_filter|incomplete' })),
  answer('no-message', 'no_message', failed()),
  answer('two-messages', 'two_messages', failed()),
  answer('not-json', 'not_json', failed()),
  answer('wrong-shape', 'wrong_shape', failed()),
  answer('mcp-list-failed', 'mcp_list_failed', failed({ $is: 'MCP' })),
  answer('mcp-unavailable', 'mcp_unavailable', failed({ $is: 'MCP' })),
  answer('provider-401', 'provider_401', failed()),
  answer('provider-429', 'provider_429', failed()),
  answer('provider-500', 'provider_500', failed()),
  answer('has-no-decision', 'refusal', { status: 'failed', decision: null }),
  answer('error-is-cut-to-1000-code-points', 'long_error', failed({ $most: 1000 })),
  answer('error-is-one-line', 'two_line_error', failed({ $not: '\n' })),
  aCase(
    'decisions',
    'slow-model-does-not-delay-the-answer',
    'the answer does not wait for the model',
    [{ send: { body: { payload: { alert_name: 'script:hang {run}' } } }, expect: { ...QUEUED } }],
    { needs: ['model'] },
  ),
]

const order = (name: string, symbol: string, end: Matched, options: Options = {}): Case =>
  decided('orders', name, 'buy', end, {
    profile: 'live',
    needs: ['model', 'broker'],
    ...options,
    payload: { symbol, ...options.payload },
  })

const ordered = (symbol: string, more: object = {}): Matched => ({
  status: 'ordered',
  error: null,
  decision: { action: 'buy', symbol },
  order_result: {
    $keys: 7,
    dry_run: false,
    order_id: { $is: '\\S' },
    client_order_id: { $is: '^om-[0-9a-f]{24}$' },
    symbol,
    status: { $is: '^\\w+$' },
    side: 'buy',
    notional: 100,
    ...more,
  },
})

/** A symbol is the name of a script of the stub brokerage, in upper case, without `_` and at most ten letters. */
export const orders: Case[] = [
  order('accepted', 'ACCEPT', ordered('ACCEPT')),
  order('capped', 'ACCEPT', ordered('ACCEPT', { notional: 250 }), { payload: { alert_name: 'script:over_cap {run}' } }),
  decided(
    'orders',
    'short',
    'sell_short',
    { status: 'ordered', order_result: { side: 'sell' } },
    {
      profile: 'live_short',
      needs: ['model', 'broker'],
      payload: { ...short, symbol: 'ACCEPT' },
    },
  ),
  order('refused-for-buying-power', 'NOPOWER', failed({ $has: 'insufficient buying power' })),
  order('refused-for-a-fractional-short', 'NOSHORT', failed({ $has: 'cannot be sold short' })),
  order('refused-for-an-unknown-asset', 'NOASSET', failed({ $has: 'not found' })),
  order('refused-for-the-keys', 'AUTH', failed({ $has: 'not authorized' })),
  order('forbidden', 'FORBIDDEN', failed()),
  order('refused-for-the-rate', 'RATE', failed()),
  order('refused-for-the-body', 'BADBODY', failed()),
  order('id-in-use-but-unknown', 'IDUSED', failed({ $has: 'client_order_id' })),
  order('accepted-but-500', 'ACCEPT500', ordered('ACCEPT500')),
  order('accepted-but-504', 'ACCEPT504', ordered('ACCEPT504')),
  order('accepted-but-reset', 'ACCEPTRESE', ordered('ACCEPTRESE')),
  order('accepted-but-dropped', 'ACCEPTDROP', ordered('ACCEPTDROP')),
  order('accepted-with-a-list', 'LISTBODY', ordered('LISTBODY')),
  order('accepted-without-an-id', 'NOID', ordered('NOID')),
  order('accepted-with-an-empty-answer', 'EMPTY200', ordered('EMPTY200')),
  order('accepted-with-a-page', 'HTML200', ordered('HTML200')),
  order('500-and-no-order', 'E500', failed()),
  order('408-and-no-order', 'TIMEOUT408', failed()),
  order('reset-and-no-order', 'RESET', failed()),
  order('502-and-no-order', 'HTML502', failed()),
  order('redirect-and-no-order', 'REDIRECT', failed()),
  order('paper-flag-off', 'ACCEPT', failed(), { profile: 'paper_off', needs: ['model'] }),
  order('paper-flag-off-in-a-dry-run', 'ACCEPT', { status: 'dry_run' }, { profile: 'paper_off_dry', needs: ['model'] }),
  order(
    'skip-sends-nothing',
    'ACCEPT',
    { status: 'skipped', order_result: null },
    { payload: { alert_name: 'script:skip {run}' } },
  ),
  order(
    'gate-before-order',
    'ACCEPT',
    { status: 'skipped', order_result: null },
    { payload: { alert_name: 'script:low_confidence {run}' } },
  ),
]
