import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_SYMBOLS, OutcomeSum, outcomeKey } from '../../../src/flow/domain/sums/outcome-study.ts'
import type { TestAccount } from '../../support/app.ts'
import { type McpApp, mcpApp } from '../../support/mcp/mcp.ts'
import { hasFact, type Row } from './fact.ts'
import { QUESTIONS, STORED_MOVES, WATCHED, type World } from './questions.ts'
import { SCREENING_QUESTIONS } from './screening-questions.ts'

const MAX_MEAN_TOKENS = 900
const MAX_TOKENS = 1_500
const ALL_QUESTIONS = [...QUESTIONS, ...SCREENING_QUESTIONS]

let app: McpApp
const tokens = new Map<string, number>()

beforeAll(async () => {
  app = await mcpApp()
  await putOutcomes(app)
  const headers = { ...app.caller.key, 'content-type': 'application/json' }
  await app.request({ method: 'PUT', url: '/api/v1/watchlist', headers, payload: { symbols: WATCHED } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Pages that an account may read before its limit of requests. */
const READS = 90
let reads = 0
let reader: Promise<TestAccount> | undefined

const world: World = {
  async rest(path) {
    if (reader === undefined || ++reads % READS === 0) reader = app.account('vega')
    const { key } = path === '/alerts' ? app.caller : await reader
    const answer = await app.get(`/api/v1${path}`, key)
    expect(answer.statusCode, path).toBe(200)
    return answer.json()
  },
  async rows(path) {
    const found: Row[] = []
    let cursor: unknown
    do {
      const page: Awaited<ReturnType<World['rest']>> = await world.rest(cursor ? `${path}&cursor=${cursor}` : path)
      found.push(...page.data)
      cursor = page['next_cursor']
    } while (cursor)
    return found
  },
}

describe('questions of users', () => {
  it.each(ALL_QUESTIONS.map((question) => [question.question, question] as const))('%s', async (name, question) => {
    expect(question.calls.length).toBeLessThanOrEqual(2)
    const answers = []
    for (const [tool, args] of question.calls) answers.push(await app.tool(tool, args))
    const facts = await question.facts(world)

    const text = answers.map((answer) => answer.text).join('\n')
    expect(facts).not.toEqual([])
    for (const fact of facts) {
      const isThere = typeof fact === 'string' ? text.includes(fact) : answers.some(({ body }) => hasFact(body, fact))
      expect(isThere, `${JSON.stringify(fact)} in ${text}`).toBe(true)
    }
    const costs = answers.map((answer) => encode(answer.text).length)
    expect(Math.max(...costs)).toBeLessThanOrEqual(MAX_TOKENS)
    tokens.set(
      name,
      costs.reduce((all, cost) => all + cost, 0),
    )
  })

  it('are 40, and cost at most 900 tokens on average', () => {
    const costs = [...tokens.values()]

    expect(costs).toHaveLength(40)
    expect(costs.reduce((all, cost) => all + cost, 0) / costs.length).toBeLessThanOrEqual(MAX_MEAN_TOKENS)
  })
})

/** As the worker counts them, for one session of the month. */
async function putOutcomes({ parts }: McpApp): Promise<void> {
  const sum = new OutcomeSum()
  for (const move of STORED_MOVES) sum.add(move > 0, move)
  const key = { score: 90, type: 'call_sweep', measure: 'option', matched: false } as const
  const place = { source: 'simulated', sessionDate: '2026-11-02', symbol: ALL_SYMBOLS, horizon: 5 }
  await parts.store.flowOutcomes.put(place, new Map([[outcomeKey(key), sum]]))
}
