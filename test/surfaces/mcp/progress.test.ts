import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listening, type McpApp, mcpApp, mcpClient } from '../../support/mcp/mcp.ts'

let app: McpApp
let client: Client & AsyncDisposable
beforeAll(async () => {
  app = await mcpApp({ MARKET_SYMBOLS: 'F,KO' })
  client = await mcpClient(await listening(app), app.caller.key)
})
afterAll(async () => {
  await client[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const overviewOf = (date: string) => ({ name: 'market_overview', arguments: { date } })

it('the official client hears how far a long answer has come, and a known one comes at once', async () => {
  const heard: object[] = []
  const onprogress = (progress: object) => heard.push(progress)
  const call = overviewOf('2026-11-12')

  const { structuredContent } = await client.callTool(call, undefined, { onprogress })
  const again = await client.callTool(call, undefined, { onprogress })

  // The four index funds, which this market does not have, and its two symbols.
  expect(heard).toEqual([0, 1, 2, 3, 4, 5, 6].map((progress) => ({ progress, total: 6 })))
  expect(structuredContent).toMatchObject({ session_date: '2026-11-12' })
  expect(again.structuredContent).toEqual(structuredContent)
})

it.each([
  ['does not ask for it', {}, 'application/json, text/event-stream'],
  ['does not read streams', { _meta: { progressToken: 7 } }, 'application/json'],
])('a client that %s gets JSON', async (_what, params, accept) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...overviewOf('2026-11-11'), ...params } }
  const answer = await app.post(message, { ...app.caller.key, accept })

  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json().result.structuredContent).toMatchObject({ session_date: '2026-11-11' })
})

it('events carry the token of the client and end with the answer', async () => {
  const params = { ...overviewOf('2026-11-10'), _meta: { progressToken: 'a-1' } }
  const message = { jsonrpc: '2.0', id: 9, method: 'tools/call', params }
  const answer = await app.post(message, { ...app.caller.key, accept: 'application/json, text/event-stream' })
  const events = answer.body.split('\n\n').filter((text) => text !== '')
  const messages = events.map((text) => JSON.parse(text.replace('event: message\ndata: ', '')))

  expect(answer.headers['content-type']).toMatch(/^text\/event-stream/)
  expect(messages[1]).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 'a-1', progress: 1, total: 6 },
  })
  expect(messages.at(-1)).toMatchObject({ id: 9, result: { structuredContent: { session_date: '2026-11-10' } } })
})
