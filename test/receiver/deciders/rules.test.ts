import { describe, expect, it } from 'vitest'
import { rulesDecider } from '../../../src/receiver/deciders/rules/index.ts'
import { readContext } from '../../../src/receiver/deciders/rules/read-context.ts'
import { describeDecider } from './conformance.ts'
import { asked, calm, ticking } from './ideas.ts'

const context = {
  symbol: 'AAPL',
  as_of: '2026-11-20T15:00:00.000Z',
  session_date: '2026-11-20',
  quote: { price: 100.5 },
  metrics: { iv_rank: 35, gamma_regime: 'positive', net_gex: 1e6, call_wall: 115, put_wall: 90 },
  support: [{ price: 97, strength: 0.8 }],
  resistance: [{ price: 112 }, { price: 118 }],
  next_earnings: { report_date: '2026-12-20' },
  flow_bias: { bullish_premium: 640_000, bearish_premium: 360_000, lean: 'bullish', for_pct: 64, against_pct: 36 },
  trend: { direction: 'up', score: 45 },
}
const now = () => new Date('2026-11-20T15:01:00.000Z')

function rules(answer: () => Promise<Record<string, unknown>> = async () => context) {
  const questions: [string, string][] = []
  const decider = rulesDecider({
    context: (symbol, direction) => {
      questions.push([symbol, direction])
      return answer()
    },
    now,
    monotonicMs: ticking(3),
  })
  return { decider, questions, [Symbol.asyncDispose]: async () => {} }
}

describeDecider('the rules', async () => rules())

describe('the rules', () => {
  it('decide from the context, without a model and its costs', async () => {
    const { decider, questions } = rules()

    const outcome = await decider.decide(asked(), calm())

    expect(questions).toEqual([['AAPL', 'bullish']])
    expect(outcome).toMatchObject({ ok: true, decision: { action: 'buy', notional_usd: 250, confidence: 0.9 } })
    expect(outcome.usage).toEqual({
      mode: 'rules',
      provider: null,
      model: null,
      promptVersion: null,
      responseId: null,
      inputTokens: null,
      cachedTokens: null,
      outputTokens: null,
      reasoningTokens: null,
      toolCalls: 0,
      failedToolCalls: 0,
      latencyMs: 3,
      estimatedCostUsd: null,
    })
  })

  it('keep the two answers that they decided from', async () => {
    const { decider } = rules()

    const { evidence } = await decider.decide(asked(), calm())

    const { trend, ...rest } = context
    expect(evidence?.[0]?.toolUses.map(({ tool, text }) => [tool, JSON.parse(text)])).toEqual([
      ['trade_context', rest],
      ['trend_analysis', trend],
    ])
  })

  it('ask nobody about a neutral idea', async () => {
    const { decider, questions } = rules()

    await decider.decide(asked({ direction: 'neutral' }), calm())

    expect(questions).toEqual([])
  })

  it('do without a trend, and without a tape they skip', async () => {
    const { trend: _, ...untold } = context
    const untaped = { ...context, flow_bias: null }

    expect(await rules(async () => untold).decider.decide(asked(), calm())).toMatchObject({
      decision: { action: 'buy', notional_usd: 125 },
    })
    expect(await rules(async () => untaped).decider.decide(asked(), calm())).toMatchObject({
      decision: { action: 'skip', rationale: expect.stringContaining('option flow is unknown') },
    })
  })

  it('fail with a reason in one line when there is no context', async () => {
    const { decider } = rules(() => Promise.reject(new Error('no data\nfor AAPL')))

    expect(await decider.decide(asked(), calm())).toMatchObject({
      ok: false,
      error: 'The context of AAPL is not available: no data for AAPL',
    })
  })

  it('end at once when they are stopped, whatever the context does', async () => {
    const { decider } = rules(() => new Promise(() => {}))
    const stop = new AbortController()
    const outcome = decider.decide(asked(), stop.signal)

    stop.abort()

    expect(await outcome).toMatchObject({ ok: false, error: 'The decision was stopped.' })
  })

  it.each([
    ['says nothing', {}],
    [
      'has other kinds of values',
      { quote: 'x', metrics: 7, support: {}, flow_bias: { for_pct: '1' }, as_of: 5, trend: null },
    ],
    ['is old', { ...context, as_of: '2026-11-20T13:00:00Z' }],
  ])('skip when the context %s', async (_what, answer) => {
    const { decider } = rules(async () => answer)

    expect(await decider.decide(asked(), calm())).toMatchObject({ ok: true, decision: { action: 'skip' } })
  })
})

describe('the reading of a context', () => {
  it('takes the prices of strong levels and leaves out what has none', () => {
    const support = [
      { price: 97 },
      'x',
      null,
      { price: 'y' },
      { price: 96, strength: 0.5 },
      { price: 98, strength: 0.49 },
    ]
    const levels = { support, resistance: null }

    const { supports, resistances } = readContext({ ...context, ...levels }, now().getTime())

    expect([supports, resistances]).toEqual([[97, 96], []])
  })

  it('counts age in seconds and days to the earnings from the day of the data', () => {
    const { ageS, nextEarningsDays } = readContext(context, now().getTime())

    expect([ageS, nextEarningsDays]).toEqual([60, 30])
  })

  it('has no age before the data and no days for a date that is none', () => {
    const ahead = { ...context, as_of: '2026-11-20T16:00:00Z', next_earnings: { report_date: 'soon' } }

    const { ageS, nextEarningsDays } = readContext(ahead, now().getTime())

    expect([ageS, nextEarningsDays]).toEqual([0, null])
  })

  it('knows nothing of an empty context', () => {
    const evidence = readContext({}, now().getTime())

    expect(Object.values(evidence).filter((value) => value !== null && !Array.isArray(value))).toEqual([])
  })
})
