import { aCase, BEARISH, type Case, type Matched, type Profile, QUEUED } from '../case.ts'

/** SPY at prices that every last price from 1 to 50,000 USD lies between. */
const FAR = { symbol: 'SPY', entry_price: 100, target_price: 60_000, stop_price: 0.5 } as const
const FAR_SHORT = { ...BEARISH, symbol: 'SPY', entry_price: 100, target_price: 0.5, stop_price: 60_000 } as const

interface Options {
  readonly profile?: Profile
  readonly script?: string
  readonly payload?: Readonly<Record<string, unknown>>
}

function exit(name: string, end: Matched, { profile = 'bracket', script = 'large', payload = FAR }: Options): Case {
  const send = { body: { payload: { alert_name: `script:${script} {run}`, ...payload } } }
  const isLive = profile === 'bracket' || profile === 'oto' || profile === 'bounds'
  const needs = isLive ? (['model', 'broker'] as const) : (['model'] as const)
  return aCase('exits', name, name.replaceAll('-', ' '), [{ send, expect: QUEUED }, { entry: end }], { profile, needs })
}

const ordered = (fields: object): Matched => ({
  status: 'ordered',
  error: null,
  order_result: { $keys: 12, dry_run: false, symbol: 'SPY', side: 'buy', notional: null, ...fields },
})
const dryRun = (fields: object): Matched => ({
  status: 'dry_run',
  error: null,
  order_result: { $keys: 10, dry_run: true, symbol: 'SPY', notional: 50_000, ...fields },
})
const skipped = (reason: string): Matched => ({
  status: 'skipped',
  order_result: null,
  error: null,
  decision: { action: 'skip', notional_usd: 0, risk_notes: { $last: { $has: reason } } },
})

/** Orders with exits, which the operator chooses by ORDER_STYLE. */
export const exits: Case[] = [
  exit('bracket', ordered({ style: 'bracket', time_in_force: 'day', take_profit: 60_000, stop_loss: 0.5 }), {}),
  exit('bracket-prices-to-the-tick', ordered({ take_profit: 60_000.13, stop_loss: 0.1235 }), {
    payload: { ...FAR, target_price: 60_000.126, stop_price: 0.12346 },
  }),
  exit('bracket-of-less-than-a-share', skipped('zero shares'), { script: 'one_cent' }),
  exit('bracket-without-a-last-price', skipped('last price'), { payload: { ...FAR, symbol: 'NOPRICE' } }),
  exit('bracket-with-the-target-reached', skipped('target'), {
    payload: { ...FAR, entry_price: 0.6, target_price: 0.7 },
  }),
  exit('bracket-with-the-stop-reached', skipped('stop'), {
    payload: { ...FAR, entry_price: 59_000, stop_price: 58_000 },
  }),
  exit('bracket-with-a-stop-of-zero', skipped('exit price'), { payload: { ...FAR, stop_price: 0 } }),
  exit('gates-before-exits', skipped('confidence'), { script: 'low_confidence' }),
  exit('bracket-gtc', dryRun({ style: 'bracket', action: 'buy', time_in_force: 'gtc' }), { profile: 'bracket_gtc' }),
  exit('bracket-short', dryRun({ style: 'bracket', action: 'sell_short', take_profit: 0.5, stop_loss: 60_000 }), {
    profile: 'bracket_gtc',
    script: 'large_short',
    payload: FAR_SHORT,
  }),
  exit('oto-stop', ordered({ style: 'oto', take_profit: null, stop_loss: 0.5 }), { profile: 'oto' }),
  exit('oto-target', dryRun({ style: 'oto', take_profit: 60_000, stop_loss: null }), { profile: 'oto_target' }),
  exit('oto-ignores-the-other-exit', dryRun({ take_profit: 60_000, stop_loss: null }), {
    profile: 'oto_target',
    payload: { ...FAR, stop_price: 0 },
  }),
]

const bounded = (symbol: string, script = 'buy'): Options => ({
  profile: 'bounds',
  script,
  payload: { symbol },
})

/** Bounds on symbols and on what is held; the account holds nothing. */
export const bounds: Case[] = [
  exit('bounds-let-an-order-pass', { status: 'ordered', order_result: { $keys: 7, notional: 100 } }, bounded('ACCEPT')),
  exit('bounds-denied-symbol', skipped('DENIED_SYMBOLS'), bounded('MSFT')),
  exit('bounds-symbol-that-is-not-allowed', skipped('ALLOWED_SYMBOLS'), bounded('TSLA')),
  exit('bounds-position-too-large', skipped('MAX_POSITION_USD'), bounded('AAPL', 'at_cap')),
  exit('gates-before-bounds', skipped('confidence'), bounded('MSFT', 'low_confidence')),
]

const fallback = (script: string): Options => ({ profile: 'fallback', script, payload: {} })

/** A second model, and a bound on the tokens of one decision. */
export const models: Case[] = [
  exit('next-model-decides', { status: 'dry_run', error: null }, fallback('provider_500_twice')),
  exit('first-model-decides', { status: 'dry_run', error: null }, fallback('buy')),
  exit(
    'no-model-decides',
    { status: 'failed', decision: null, error: { $has: 'gpt-5.4-mini' } },
    fallback('provider_500'),
  ),
  exit('next-model-is-beyond-the-bound', skipped('MAX_LLM_TOKENS_PER_DECISION'), fallback('wrong_shape')),
  exit('gates-after-the-next-model', skipped('confidence'), fallback('low_confidence')),
]

function tracked(name: string, symbol: string, orderResult: object): Case {
  const send = { body: { payload: { alert_name: 'script:buy {run}', symbol } } }
  const end = { status: 'ordered', error: null, order_result: { symbol, ...orderResult } }
  const steps = [{ send, expect: QUEUED }, { eventually: end }] as const
  return aCase('life', name, name.replaceAll('-', ' '), steps, { profile: 'tracked', needs: ['model', 'broker'] })
}

/** Orders that are followed: the brokerage does by symbol what the name says. */
export const lives: Case[] = [
  tracked('filled', 'FILLS', {
    status: 'filled',
    filled_qty: 2,
    filled_avg_price: 50,
    open_qty: 2,
    exits: [],
    realized_pnl_usd: null,
    settled_at: { $is: 'Z$' },
  }),
  tracked('filled-in-part-then-canceled', 'PARTCANCEL', {
    status: 'canceled',
    filled_qty: 1,
    open_qty: 1,
    settled_at: { $is: 'Z$' },
  }),
  tracked('rejected-after-it-was-taken', 'LATEREJECT', {
    status: 'rejected',
    filled_qty: 0,
    settled_at: { $is: 'Z$' },
  }),
  tracked('accepted-and-waiting', 'ACCEPT', { status: 'pending_new', filled_qty: 0, settled_at: null }),
]
