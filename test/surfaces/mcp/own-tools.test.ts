import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type McpApp, mcpApp } from '../../support/mcp/mcp.ts'

let app: McpApp
beforeAll(async () => {
  app = await mcpApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const NEW_ALERT = { name: 'Calls', source: 'option_flow', criteria: { symbols: ['SPY'], premium_min: 500_000 } }

it.each([
  ['gamma flip', 'gamma_flip'],
  ['BETA', 'beta'],
  ['correlation', 'correlation'],
  ['unusual-score', 'unusual_score'],
  ['iv_rank', 'iv_rank'],
])('methodology about %s begins with that number, with its definition, in few tokens', async (term, field) => {
  const { text, body } = await app.tool('methodology', { term })
  const whole = (await app.get('/api/v1/methodology', await app.key())).json()
  const { unit, source, definitions } = whole.data.find((row: { field: string }) => row.field === field)

  const { constants, columns, rows } = body
  const first = { ...constants, ...Object.fromEntries(columns.map((name: string, at: number) => [name, rows[0][at]])) }
  expect(first).toMatchObject({ field, unit, source })
  for (const { formula } of definitions) expect(first.definitions).toContain(formula)
  expect(encode(text).length).toBeLessThanOrEqual(1_500)
})

it('methodology finds the measured figures of a term, and says when nothing has it', async () => {
  const { body } = await app.tool('methodology', { term: 'planted', response_format: 'detailed' })
  const unknown = await app.tool('methodology', { term: 'no such thing' })

  expect(body.validation.length).toBeGreaterThan(0)
  for (const { name, meaning } of body.validation) expect(`${name} ${meaning}`.toLowerCase()).toContain('planted')
  expect(unknown).toMatchObject({ isError: true, text: expect.stringMatching(/^No number has this term/) })
})

it('trade_ideas_track_record and flow_outcomes return what REST returns, in few tokens', async () => {
  const record = await app.tool('trade_ideas_track_record', { symbol: 'SPY' })
  const study = await app.tool('flow_outcomes', { min_score: 90, alert_type: 'whale_trade' })
  const rest = async (path: string) => (await app.get(`/api/v1${path}`, await app.key())).json()
  const [overRest, studied] = [
    await rest('/trade_ideas/track_record?symbol=SPY'),
    await rest('/flow/outcomes?min_score=90&alert_type=whale_trade'),
  ]

  expect(record.body).toMatchObject({ total: overRest.total, open_count: overRest.open_count, from: overRest.from })
  expect(record.body.pipelines.rows).toHaveLength(overRest.pipelines.length)
  expect(study.body).toMatchObject({ sessions: studied.sessions, from: studied.from, warnings: studied.warnings })
  expect(study.body.rows).toHaveLength(studied.data.length)
  for (const { text } of [record, study]) expect(encode(text).length).toBeLessThanOrEqual(700)
})

it('names the values of an input whose list is not part of the definition', async () => {
  const { isError, text } = await app.tool('flow_outcomes', { alert_type: 'whale' })

  expect(isError).toBe(true)
  expect(text).toMatch(/^alert_type must be one of .*whale_trade/)
})

it('show_watchlist returns the symbols of the caller', async () => {
  const symbols = ['AAPL', 'SPY']
  const headers = { ...app.caller.key, 'content-type': 'application/json' }
  await app.request({ method: 'PUT', url: '/api/v1/watchlist', headers, payload: { symbols } })

  expect((await app.tool('show_watchlist')).body).toEqual({ symbols })
})

it('create_alert creates an alert of the caller, and repeats what it watches', async () => {
  const { body, isError, text } = await app.tool('create_alert', NEW_ALERT)
  const { data } = (await app.get('/api/v1/alerts', app.caller.key)).json()

  expect(isError, text).toBe(false)
  expect(body).toMatchObject({ ...NEW_ALERT, enabled: true, signing_secret: null })
  expect(data).toMatchObject([{ id: body.id, ...NEW_ALERT }])
})

it('create_alert takes no address from a model, and names wrong criteria', async () => {
  const addressed = await app.tool('create_alert', { ...NEW_ALERT, webhook_url: 'https://example.com/hook' })
  const wrong = await app.tool('create_alert', { ...NEW_ALERT, criteria: { premium: 1 } })

  expect(addressed).toMatchObject({ isError: true, text: 'webhook_url is not a parameter here.' })
  expect(wrong).toMatchObject({ isError: true, text: 'criteria.premium is not a parameter here.' })
})
