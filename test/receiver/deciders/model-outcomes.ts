import { expect, it } from 'vitest'
import { stubModel } from '../../support/model/stub-model.ts'
import type { ScriptName } from '../../support/model/stub-model-scripts.ts'
import { asked, calm } from './ideas.ts'
import { apiKey, type OpenWorld, secretForms } from './model-world.ts'

type Row = readonly [ScriptName, RegExp]

const accepted: readonly (readonly [ScriptName, object])[] = [
  ['agree', { action: 'buy', notional_usd: 250, risk_notes: ['Earnings in 20 days.'] }],
  ['buy', { action: 'buy', notional_usd: 100 }],
  ['sell_short', { action: 'sell_short' }],
  ['skip_with_notional', { action: 'skip', notional_usd: 80 }],
  ['low_confidence', { confidence: 0.1 }],
  ['wrong_symbol', { symbol: 'MSFT' }],
  ['over_cap', { notional_usd: 500 }],
  ['zero_notional', { notional_usd: 0 }],
  ['extra_keys', { action: 'buy' }],
]

const refusedShapes: readonly Row[] = [
  ['broken_json', /not JSON/],
  ['not_json', /not JSON/],
  ['fenced', /not JSON/],
  ['deep_json', /not JSON/],
  ['list', /wrong shape: answer/],
  ['null_answer', /wrong shape: answer/],
  ['wrong_shape', /wrong shape: action.*; symbol.*; rationale/],
  ['endless_rationale', /too long/],
  ['wrong_action', /wrong shape: action/],
  ['wrong_confidence', /wrong shape: confidence/],
  ['negative_confidence', /wrong shape: confidence/],
  ['text_number', /wrong shape: notional_usd/],
  ['negative_notional', /wrong shape: notional_usd/],
  ['endless_notional', /wrong shape: notional_usd/],
  ['no_symbol', /wrong shape: symbol/],
  ['null_symbol', /wrong shape: symbol/],
  ['no_rationale', /wrong shape: rationale/],
  ['no_action', /wrong shape: action/],
  ['notes_text', /wrong shape: risk_notes/],
]

const failures: readonly Row[] = [
  ['refusal', /^The model refused: I can't help with trading decisions\.$/],
  ['incomplete', /incomplete: max_output_tokens/],
  ['content_filter', /incomplete: content_filter/],
  ['two_line_error', /^The model refused: first line second line$/],
  ['long_error', /^The model refused: (😀){981}$/u],
  ['no_message', /no structured decision/],
  ['two_messages', /2 final messages/],
  ['e400', /400 Invalid 'temperature'/],
  ['provider_401', /refused OPENAI_API_KEY: 401 Incorrect API key provided: \[redacted\]/],
  ['e403', /403 Country/],
  ['e424', /cannot reach a private MCP_URL.*local_mcp/],
  ['provider_429', /429 Rate limit reached/],
  ['provider_500', /500 The server had an error/],
  ['html_502', /502 a page instead of JSON/],
  ['html_200', /a page instead of JSON|no completion/],
  ['list_200', /no (response|completion)/],
  ['reset', /could not be reached/],
  ['half', /could not be reached/],
  ['big', /could not be reached|larger than/],
  ['redirect', /could not be reached/],
]

/** What holds for every decider that asks a model, whichever way it asks. */
export function modelOutcomes(open: OpenWorld): void {
  readsAnswers(open)
  triesAgain(open)
  keepsItsTime(open)
  usesItsOwnSettings(open)
}

function readsAnswers(open: OpenWorld): void {
  it.each(accepted)(
    'takes the decision of "%s" as it is, and leaves the bounds to the gates',
    async (script, expected) => {
      await using world = await open()

      const outcome = await world.decider.decide(asked({ alert_name: `script:${script} x` }), calm())

      expect(outcome).toMatchObject({ ok: true, decision: expected })
      const names = outcome.ok ? Object.keys(outcome.decision).sort() : []
      expect(names).toEqual(['action', 'confidence', 'notional_usd', 'rationale', 'risk_notes', 'symbol'])
    },
  )

  it('fills missing risk notes and tidies the symbol, but makes no ticker of a look-alike', async () => {
    await using world = await open()
    const decide = (script: ScriptName) => world.decider.decide(asked({ alert_name: `script:${script}` }), calm())

    expect(await decide('no_notes')).toMatchObject({ ok: true, decision: { risk_notes: [] } })
    expect(await decide('untidy_symbol')).toMatchObject({ ok: true, decision: { symbol: 'AAPL' } })
    expect(await decide('lookalike_symbol')).toMatchObject({ ok: true, decision: { symbol: 'ſpy' } })
  })

  it.each([...failures, ...refusedShapes])('fails on "%s" with a reason', async (script, reason) => {
    await using world = await open()

    const outcome = await world.decider.decide(asked({ alert_name: `script:${script}` }), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
    expect(outcome.ok ? '' : outcome.error).not.toMatch(/[\r\n]/)
  })

  it('shows no secret when everything that was sent comes back in an error', async () => {
    await using world = await open()

    const outcome = await world.decider.decide(asked({ alert_name: 'script:echo' }), calm())

    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining('[redacted]') })
    for (const form of secretForms) expect(JSON.stringify(outcome)).not.toContain(form)
  })
}

function triesAgain(open: OpenWorld): void {
  it('is not followed to where a redirect leads', async () => {
    await using elsewhere = await stubModel({ apiKey })
    await using world = await open({ model: { redirectTo: `${elsewhere.url}/responses` } })

    await world.decider.decide(asked({ alert_name: 'script:redirect' }), calm())

    expect(world.model.requests.length).toBeGreaterThan(0)
    expect(elsewhere.requests).toEqual([])
  })

  it.each(['provider_429_once', 'provider_500_once', 'reset_once'] as const)(
    'repeats once after "%s"',
    async (script) => {
      await using world = await open()

      expect(await world.decider.decide(asked({ alert_name: `script:${script}` }), calm())).toMatchObject({ ok: true })
    },
  )

  it.each(['provider_429', 'provider_500', 'html_502', 'reset'] as const)(
    'repeats once and no more when "%s" stays',
    async (script) => {
      await using world = await open()

      await world.decider.decide(asked({ alert_name: `script:${script}` }), calm())

      const tried = world.model.requests.filter(({ path }) => path === world.model.requests.at(-1)?.path)
      expect(tried).toHaveLength(2)
    },
  )

  it.each(['e400', 'provider_401', 'e403', 'e424'] as const)('does not repeat after "%s"', async (script) => {
    await using world = await open()

    await world.decider.decide(asked({ alert_name: `script:${script}` }), calm())

    const tried = world.model.requests.filter(({ path }) => path === world.model.requests.at(-1)?.path)
    expect(tried).toHaveLength(1)
  })
}

function keepsItsTime(open: OpenWorld): void {
  it.each(['hang', 'drip'] as const)('ends after its time when the provider does "%s"', async (script) => {
    await using world = await open({ options: { timeoutMs: 300 } })

    const outcome = await world.decider.decide(asked({ alert_name: `script:${script}` }), calm())

    expect(outcome).toMatchObject({ ok: false, error: 'The model timed out after 300 ms.' })
  })

  it('waits for a slow model within the time', async () => {
    await using world = await open({ options: { timeoutMs: 10_000 } })
    await using hasty = await open({ options: { timeoutMs: 100 } })

    expect(await world.decider.decide(asked({ alert_name: 'script:slow' }), calm())).toMatchObject({ ok: true })
    expect(await hasty.decider.decide(asked({ alert_name: 'script:slow' }), calm())).toMatchObject({ ok: false })
  })

  it('ends at once when it is stopped', async () => {
    await using world = await open()
    const stop = new AbortController()
    const outcome = world.decider.decide(asked({ alert_name: 'script:hang' }), stop.signal)
    while (world.model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))

    stop.abort()

    expect(await outcome).toMatchObject({ ok: false, error: 'The decision was stopped.' })
    expect(await world.decider.decide(asked(), AbortSignal.abort())).toMatchObject({
      ok: false,
      error: 'The decision was stopped.',
    })
  })
}

function usesItsOwnSettings(open: OpenWorld): void {
  it.each([
    ['OPENAI_API_KEY', { apiKey: undefined }],
    ['OPENAI_API_KEY', { apiKey: ' ' }],
    ['SERVICE_EMAIL', { serviceEmail: undefined }],
    ['SERVICE_TOKEN', { serviceToken: undefined }],
    ['SERVICE_TOKEN', { serviceToken: '' }],
  ])('calls nobody and names %s when it is missing (%j)', async (name, options) => {
    await using world = await open({ options })

    const outcome = await world.decider.decide(asked(), calm())

    expect(outcome).toMatchObject({ ok: false, error: `${name} is not set: no model was asked.` })
    expect([world.model.requests.length, world.mcp.requests.length]).toEqual([0, 0])
  })

  it('uses nothing that the environment says to the SDK', async () => {
    const canaries = {
      OPENAI_API_KEY: 'sk-env-canary',
      OPENAI_ADMIN_KEY: 'sk-env-admin-canary',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/env',
      OPENAI_ORG_ID: 'org-env-canary',
      OPENAI_PROJECT_ID: 'proj-env-canary',
      OPENAI_WEBHOOK_SECRET: 'whsec-env-canary',
      OPENAI_CUSTOM_HEADERS: 'x-env-canary: env-canary\nauthorization: Bearer env-canary',
      OPENAI_LOG: 'debug',
    }
    Object.assign(process.env, canaries)
    try {
      await using world = await open()

      const outcome = await world.decider.decide(asked(), calm())

      expect(outcome.ok).toBe(true)
      expect(JSON.stringify(world.model.requests)).not.toContain('env-canary')
      expect(JSON.stringify(world.model.requests)).not.toMatch(/openai-(organization|project)/i)
    } finally {
      for (const name of Object.keys(canaries)) delete process.env[name]
    }
  })
}
