import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { decisionsCommand } from '../../../src/app/commands/decisions.ts'
import { deciderAndBroker } from '../../../src/app/decider-and-broker.ts'
import type { ReplayDeciders } from '../../../src/app/scorecard/replay-run.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { decideNext } from '../../../src/receiver/workers/decision.ts'
import type { DecisionParts } from '../../../src/receiver/workers/decision-parts.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { outcomeOf } from '../../support/model/scripted-decider.ts'
import { stubModel } from '../../support/model/stub-model.ts'
import { NO_APPROVERS } from '../../support/receiver/approvers.ts'
import { anIdea } from '../../support/receiver/ideas.ts'
import { everyCase } from '../../support/sample.ts'

/** 50 in the long run unless said otherwise; the market of each instant takes its time. */
const COUNT = everyCase ? Number(process.env['DECISIONS'] ?? 50) : 3
const SESSIONS = ['2026-11-16', '2026-11-17', '2026-11-18']
const SETTINGS = { MARKET_SYMBOLS: 'AAPL,SPY', DECISION_MODE: 'rules', SERVICE_EMAIL: 'vega-1@optionwire.test' }

/** Ideas as the receiver meets them, each decided by the rules at its instant. */
async function firstRun(app: TestApp): Promise<void> {
  const { parts, clock } = app
  const step = stepOf(app)
  const { signal } = new AbortController()
  for (let index = 0; index < COUNT; index++) {
    const session = SESSIONS[Math.floor((index * SESSIONS.length) / COUNT)] ?? ''
    clock.set(`${session}T${15 + (index % 5)}:${10 + (index % 40)}:00.000Z`)
    const { price } = await (await parts.market.viewAt()).quote('AAPL')
    const idea = anIdea({
      symbol: 'AAPL',
      alert_name: `Idea ${index}`,
      entry_price: price,
      target_price: 1.06 * price,
      stop_price: 0.95 * price,
      triggered_at: clock.now().toISOString(),
    })
    const fingerprint = index.toString(16).padStart(64, '0')
    await parts.store.ledger.accept({ fingerprint, idea, payloadSha256: 'x' }, clock.now())
    await decideNext(step, signal)
  }
}

function stepOf({ parts }: TestApp): DecisionParts {
  const { config, store, now, newId, log } = parts
  return {
    ...deciderAndBroker(parts),
    ...{ store, now, newId, log, limits: config.receiver, guards: config.receiver.guards },
    ...{
      budget: config.receiver.budget,
      orderForm: config.receiver.orderForm,
      approval: { rule: null, approvers: NO_APPROVERS },
      showHoldings: false,
      trackOrders: false,
    },
    room: { reserve: async () => ({ [Symbol.dispose]() {} }) },
    symbolFacts: async () => ({ isKnown: true, price: null, asOfMs: null }),
    ...{ dryRun: true, paper: true, secrets: [], instance: 'test', wait: async () => {} },
  }
}

interface Ran {
  readonly text: string
  readonly said: string
}

async function replay(app: TestApp, args: readonly string[], agrees = false, deciders?: ReplayDeciders): Promise<Ran> {
  const texts: string[] = []
  const saids: string[] = []
  const stdout = { write: (part: string) => texts.push(part) }
  const stderr = { write: (part: string) => saids.push(part) > 0, isTTY: false } as unknown as NodeJS.WriteStream
  const command = decisionsCommand(
    { config: () => app.parts.config, parts: async () => app.parts, stderr },
    { confirm: async () => agrees, ...(deciders && { deciders }) },
  )
  const range = ['replay', '--from', '2026-11-16', '--to', '2026-11-18']
  await command.run({ args: [...range, ...args], json: args.includes('--mode') || args.includes('rules'), stdout })
  return { text: texts.join(''), said: saids.join('') }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? error.message : String(error)),
  )

describe('a replay of decisions', { timeout: everyCase ? 600_000 : 120_000 }, () => {
  it('by the same rules is equal to the first run, days later', async () => {
    await using app = await testApp(SETTINGS)
    await firstRun(app)
    app.clock.set('2026-11-24T16:00:00.000Z')

    const { text, said } = await replay(app, ['--model', 'rules', '--horizon', '1'])
    const { runs, comparison } = JSON.parse(text)

    expect(said).toContain(`rules: ${COUNT} ideas, without cost.`)
    expect(runs).toEqual([{ title: 'rules', ideas: COUNT, decided: COUNT, failed: 0, usd: 0, stopped: null }])
    expect(comparison).toMatchObject({ pairs: COUNT, identical: COUNT, overruled: 0, judged: COUNT, horizon: 1 })
    const first = await app.parts.store.decisionReplays.ideas(
      { from: new Date('2026-11-01'), until: new Date('2026-11-30') },
      100,
    )
    // Beyond action and amount: the same figures in the same words.
    const again = JSON.parse((await replay(app, ['--model', 'rules', '--horizon', '1'])).text)
    expect(again.comparison).toEqual(comparison)
    expect(first).toHaveLength(COUNT)
  })

  it('lets a model decide with tools of that instant, and compares it with the rules idea by idea', async () => {
    await using model = await stubModel({ defaultScript: 'obey' })
    await using app = await testApp({
      ...SETTINGS,
      LLM_PROVIDER: 'compatible',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-stub-key',
      OPENAI_MODEL: 'gpt-test',
      SERVICE_TOKEN: 'ow_of-the-live-receiver',
    })
    await app.account('vega')
    await firstRun(app)
    app.clock.set('2026-11-24T16:00:00.000Z')
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.server.address() as AddressInfo
    app.parts.address.publicUrl = `http://127.0.0.1:${port}`
    // A second a message, or the limit of a minute would never end.
    const { messageLimits } = app.parts
    const take = messageLimits.take.bind(messageLimits)
    messageLimits.take = (account, messages) => {
      app.clock.advance(1000)
      return take(account, messages)
    }
    const asked = ['--model', 'rules', '--model', 'gpt-test', '--mode', 'local_mcp', '--horizon', '1']

    const refused = await codeOf(replay(app, asked))
    const { text, said } = await replay(app, asked, true)
    const requests = model.requests.length
    const again = await replay(app, asked, true)
    const { runs, comparison } = JSON.parse(text)

    expect(refused).toMatch(/Nothing was started\. Add --yes/)
    expect(said).toMatch(/compatible:gpt-test: \d+ ideas, about \d+ tokens in .*the price of this model is not known/)
    expect(runs).toMatchObject([{ decided: COUNT }, { title: 'compatible:gpt-test', decided: COUNT, failed: 0 }])
    const counted = comparison.bothRight + comparison.onlyFirstRight + comparison.onlySecondRight + comparison.bothWrong
    expect(comparison).toMatchObject({ pairs: COUNT, judged: COUNT })
    expect(counted).toBe(COUNT)
    expect(comparison.sentence).toMatch(COUNT < 30 ? /^Too few to tell/ : /./)
    // Every answer that the model was shown is of the day of its idea, and the credential is not the live one.
    const shown = JSON.stringify(model.requests.map(({ body }) => body))
    expect(shown).toContain('2026-11-16')
    expect(shown).not.toMatch(/2026-11-2[34]T|of-the-live-receiver|owp_/)
    // The same command again decides nothing anew.
    expect(again.said).toContain(`0 of ${COUNT} ideas are left`)
    expect(model.requests.length).toBe(requests)
    expect(
      (await app.parts.store.ledger.list({ limit: 100 })).every(({ entry }) => entry.order_result?.dry_run !== false),
    ).toBe(true)
  })

  describe('with --max-usd', () => {
    const PRICED = { ...SETTINGS, OPENAI_API_KEY: 'sk-not-used' }
    const two = ['--model', 'openai:gpt-5.4-mini', '--model', 'openai:gpt-5.4-nano', '--horizon', '1']

    /** Each decision costs a cent, but those of `free`, whose cost nobody knows. */
    function pricedDeciders(free: (decision: number) => boolean = () => false) {
      const asked: string[] = []
      const deciders: ReplayDeciders = (choice) => ({
        mode: 'local_mcp',
        async decide(request, signal) {
          asked.push(`${choice.mode === 'rules' ? 'rules' : choice.model} ${request.fingerprint}`)
          const outcome = await outcomeOf({ decision: {} }, request, signal)
          return { ...outcome, usage: { ...outcome.usage, estimatedCostUsd: free(asked.length) ? null : 0.01 } }
        },
      })
      return { asked, deciders }
    }

    it('stops when both runs together have cost that much, goes on by the same command, and decides nothing twice', async () => {
      await using app = await testApp(PRICED)
      await firstRun(app)
      app.clock.set('2026-11-24T16:00:00.000Z')
      const { asked, deciders } = pricedDeciders()
      const bounded = [...two, '--max-usd', '0.04']
      const counts: number[] = []
      const reasons: string[] = []

      while (counts.length < COUNT) {
        reasons.push(await codeOf(replay(app, bounded, true, deciders)))
        counts.push(asked.length)
        if (reasons.at(-1) === 'done') break
      }

      // Four decisions a time, of the first model and then of the second.
      expect(counts).toEqual(counts.map((_count, index) => Math.min(4 * (index + 1), 2 * COUNT)))
      expect(reasons[0]).toBe('It has cost 0.04 USD, and --max-usd is 0.04. The same command goes on from here.')
      expect(reasons.at(-1)).toBe('done')
      expect(new Set(asked).size).toBe(2 * COUNT)
      expect(asked).toHaveLength(2 * COUNT)
    })

    it('stops after a decision whose cost nobody knows', async () => {
      await using app = await testApp(PRICED)
      await firstRun(app)
      const { asked, deciders } = pricedDeciders((decision) => decision === 2)
      const [, model = ''] = two

      const reason = await codeOf(replay(app, ['--model', model, '--max-usd', '1'], true, deciders))

      expect(reason).toMatch(/not known, so --max-usd cannot be kept/)
      expect(asked).toHaveLength(2)
    })

    it('does not start with a model whose price nobody knows', async () => {
      await using app = await testApp(PRICED)
      await firstRun(app)
      const { asked, deciders } = pricedDeciders()

      const reason = await codeOf(replay(app, ['--model', 'openai:gpt-none', '--max-usd', '1'], true, deciders))

      expect(reason).toMatch(/^The price of openai:gpt-none is not known/)
      expect(asked).toEqual([])
    })
  })

  it.each([
    [['--model', 'a', '--model', 'b', '--model', 'c'], /Compare two models/],
    [['--model', 'rules', '--model', 'rules'], /the same/i],
    [['--horizon', '3'], /--horizon must be/],
    [['--to', '2026-11-01'], /--to must not be before/],
    [['--prompt', '/nowhere/prompt.txt'], /cannot be read/],
    [['--mode', 'by hand', '--model', 'x'], /--mode must be/],
  ] as const)('refuses %j', async (args, reason) => {
    await using app = await testApp(SETTINGS)

    expect(await codeOf(replay(app, args))).toMatch(reason)
  })
})
