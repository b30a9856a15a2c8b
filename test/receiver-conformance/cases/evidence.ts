import { aCase, type Case, exchanges, type Matched, QUEUED } from '../case.ts'

const path = `/webhooks/{provider}/ledger/${'0'.repeat(64)}/evidence`

function seen(name: string, title: string, models: Matched, script: string, profile: Case['profile'] = 'dry'): Case {
  const send = { body: { payload: { alert_name: `script:${script} {run}` } } }
  const evidence = { $keys: 2, requests: [{ $keys: 3, decided_at: { $is: 'Z$' }, kept_until: { $is: 'Z$' }, models }] }
  return aCase('evidence', name, title, [{ send, expect: QUEUED }, { entry: {} }, { evidence }], {
    profile,
    needs: ['model'],
  })
}

const HASH = { $is: '^[0-9a-f]{64}$' }
const looked = {
  tool: 'trade_context',
  ok: true,
  arguments: { text: { $has: 'AAPL' }, sha256: HASH, is_cut: false },
  answer: { sha256: HASH, is_cut: false },
}

/** What the decision on an idea was made from. */
export const evidence: Case[] = [
  ...exchanges('evidence', [
    ['of-an-unknown-entry', { method: 'GET', path, contentType: null }, { status: 404 }],
    [
      'without-secret',
      { method: 'GET', path, contentType: null, secret: 'none' },
      { status: 401, detail: ['missing'] },
    ],
    [
      'with-the-secret-in-the-query',
      { method: 'GET', path, contentType: null, secret: 'none', query: 'secret={secret}' },
      { status: 401, detail: ['missing'] },
    ],
    ['by-post', { path }, { status: 405 }],
  ]),
  seen(
    'of-a-decision',
    'what the model was sent, which tool it called and what that answered',
    [
      {
        error: null,
        prompt_version: { $is: '^[0-9a-f]{12}$' },
        message: { text: { $has: 'script:buy {run}' }, sha256: HASH, is_cut: false },
        tools: [looked],
        more_tools: 0,
      },
    ],
    'buy',
  ),
  seen('of-a-skip', 'a skip has evidence, too', [{ error: null, tools: [looked] }], 'skip'),
  seen('of-a-failure', 'a decision that failed keeps why', [{ error: { $has: 'refus' } }], 'refusal'),
  seen(
    'of-two-models',
    'each model that was asked',
    [{ error: { $is: '.' } }, { error: null, tools: [looked] }],
    'provider_500_twice',
    'fallback',
  ),
]
