import { aCase, type Case, DUPLICATE, type Matched, QUEUED } from '../case.ts'

const WAITING: Matched = {
  status: 'queued',
  decision: { action: 'buy', notional_usd: 250 },
  order_result: null,
  error: null,
  approval: {
    $keys: 5,
    state: 'waiting',
    id: { $is: '^.+$' },
    requested_at: { $is: 'Z$' },
    expires_at: { $is: 'Z$' },
    answered_at: null,
  },
}

function one(name: string, script: string, end: { waits: Matched } | { entry: Matched }, symbol = 'SPY'): Case {
  const send = { body: { payload: { alert_name: `script:${script} {run}`, symbol } } }
  const steps = [{ send, expect: QUEUED }, end, { send, expect: DUPLICATE }] as const
  return aCase('approval', name, name.replaceAll('-', ' '), steps, { profile: 'approval', needs: ['model'] })
}

const skippedFor = (reason: string) => ({
  entry: {
    status: 'skipped',
    decision: { action: 'skip', notional_usd: 0, risk_notes: { $last: { $has: reason } } },
    approval: { $absent: true },
  },
})

/** Orders above an amount wait for the yes of a person; an answer needs a browser, so the cases end before it. */
export const approval: Case[] = [
  one('large-order-waits', 'at_cap', { waits: WAITING }),
  one('capped-order-waits', 'over_cap', { waits: WAITING }),
  one('small-order-goes-on', 'buy', { entry: { status: 'dry_run', approval: { $absent: true } } }),
  one('skip-waits-for-nobody', 'skip', { entry: { status: 'skipped', approval: { $absent: true } } }),
  one('gates-before-approval', 'low_confidence', skippedFor('confidence')),
  one('unknown-price-is-a-skip', 'at_cap', skippedFor('last price'), 'NOPRICE'),
]
