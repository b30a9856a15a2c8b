import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { bearer, listening, mcpApp } from '../../support/mcp/mcp.ts'
import { connectedApp } from '../../support/oauth/oauth-app.ts'

/**
 * The official Inspector is too large for a dependency (110 MB): install `@modelcontextprotocol/inspector`, version 2 or
 * newer, anywhere and name its `mcp-inspector` in MCP_INSPECTOR.
 */
const INSPECTOR = process.env['MCP_INSPECTOR']
if (!INSPECTOR) console.warn('MCP_INSPECTOR is not set: the tests by the official Inspector are skipped.')

describe.skipIf(!INSPECTOR)('the official Inspector', () => {
  it('finds nothing to warn of, and calls tools, by either form of credentials and as a connected app', {
    timeout: 120_000,
  }, async () => {
    await using app = await mcpApp()
    const url = await listening(app)
    const { tokens } = await connectedApp(app, app.caller, 'Inspector')
    const connected = { authorization: `Bearer ${tokens.access_token}` }
    for (const headers of [app.caller.key, bearer(app.caller), connected]) {
      const listed = await inspect(url, headers, '--method', 'tools/list', '--strict')
      const args = JSON.stringify({ symbol: 'SPY' })
      const called = await inspect(
        url,
        headers,
        ...['--method', 'tools/call', '--tool-name', 'stock_quote', '--tool-args-json', args, '--format', 'json', '-q'],
      )

      expect({ code: listed.code, stderr: listed.stderr }).toEqual({ code: 0, stderr: '' })
      expect(called.code, called.stderr).toBe(0)
      expect(JSON.parse(called.stdout).result.structuredContent.symbol).toBe('SPY')
    }
  })
})

function inspect(url: URL, headers: Record<string, string>, ...args: readonly string[]) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const given = [INSPECTOR ?? '', '--cli', url.href, '--transport', 'http', '--header', ...lines, ...args]
  const child = spawn(process.execPath, given, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code, stdout, stderr }))
  })
}
