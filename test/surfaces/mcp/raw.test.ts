import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../support/http/raw-http.ts'
import { bearer, listening, type McpApp, mcpApp } from '../../support/mcp/mcp.ts'

/** The server closes after its answer; the first message loads the SDK before it. */
const QUIET_MS = 15_000
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

let app: McpApp
let port: number
beforeAll(async () => {
  app = await mcpApp()
  port = Number((await listening(app)).port)
})
afterAll(() => app[Symbol.asyncDispose]())

/** A request as it goes over the wire, with a line for each header, the same name twice if need be. */
function bytes(lines: readonly string[], body = PING): string {
  const own = [
    `Host: 127.0.0.1:${port}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return `POST /mcp HTTP/1.1\r\n${[...own, ...lines].join('\r\n')}\r\n\r\n${body}`
}

describe('header lines that stand twice', () => {
  const key = () => [`X-USER-EMAIL: ${app.caller.email}`, `X-USER-TOKEN: ${app.caller.token}`]

  it('are taken where they stand once', async () => {
    expect((await sendRaw(port, bytes(key()), QUIET_MS)).statuses).toEqual([200])
  })

  it.each([
    ['the e-mail', () => [...key(), `X-USER-EMAIL: ${app.caller.email}`], 401],
    ['the token', () => [...key(), 'X-USER-TOKEN: other'], 401],
    ['Authorization', () => [`Authorization: ${bearer(app.caller)['authorization']}`, 'Authorization: Bearer x'], 401],
    ['Origin', () => [...key(), `Origin: http://127.0.0.1:${port}`, 'Origin: http://evil.example'], 403],
    ['MCP-Protocol-Version', () => [...key(), 'MCP-Protocol-Version: 2025-11-25', 'MCP-Protocol-Version: x'], 400],
    ['Host', () => [...key(), 'Host: evil.example'], 400],
  ])('%s are refused by %#', async (_, lines, status) => {
    const answer = await sendRaw(port, bytes(lines()), QUIET_MS)

    expect(answer.statuses).toEqual([status])
    expect(answer.text).toContain('"jsonrpc":"2.0"')
  })

  it('cannot smuggle a second request behind the first', async () => {
    const smuggled = bytes([...key(), 'Transfer-Encoding: chunked'])

    expect((await sendRaw(port, smuggled, QUIET_MS)).statuses).toEqual([400])
  })
})
