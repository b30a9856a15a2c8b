import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type TestAccount, testApp } from '../../support/app.ts'
import { freePort } from '../../support/http/free-port.ts'
import { listening } from '../../support/mcp/mcp.ts'

/** A later version of the suite than the one that tests the endpoint: only it has scenarios of authorization servers. */
const SUITE = resolve(import.meta.dirname, '../../../node_modules/mcp-conformance-next/dist/index.js')
const TIMEOUT_MS = 120_000
const CLAUDE_CODE = 'https://claude.ai/oauth/claude-code-client-metadata'

/** The user of the suite: allows what it asks for, and follows the way back. */
async function allow(page: URL, { session }: TestAccount): Promise<void> {
  const answer = await fetch(new URL('/api/v1/authorizations', page), {
    method: 'POST',
    headers: { ...session, origin: page.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ query: page.search.slice(1), decision: 'allow' }),
  })
  const { redirect_to: to } = (await answer.json()) as { redirect_to: string }
  await fetch(to)
}

function run(args: readonly string[], onPage: (page: URL) => Promise<void>): Promise<string> {
  const child = spawn(process.execPath, [SUITE, ...args], { env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } })
  let output = ''
  let isOpened = false
  return new Promise((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const page = /(http:\/\/\S+\/authorize\?\S+)\s/.exec(output)?.[1]
        if (page === undefined || isOpened) return
        isOpened = true
        onPage(new URL(page)).catch(fail)
      })
    }
    child.once('error', fail)
    child.once('close', () => done(output))
  })
}

it('passes both scenarios of the official suite for authorization servers', { timeout: TIMEOUT_MS }, async () => {
  await using app = await testApp({ MARKET_SYMBOLS: 'SPY', MCP_CLIENT_DOCUMENTS: 'pinned' })
  const { origin, href } = await listening(app)
  const account = await app.account('vega')
  const port = `${await freePort()}`
  const args = ['--url', origin, '--client-id', CLAUDE_CODE, '--resource', href, '--port', port]
  const output = await run(['authorization', ...args], (page) => allow(page, account))

  expect(output).toContain('✓ authorization-server-metadata-endpoint: 2 passed, 0 failed')
  expect(output).toContain('✓ authorization-code-grant: 1 passed, 0 failed')
})
