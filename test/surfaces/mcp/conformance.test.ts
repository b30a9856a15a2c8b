import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import { contextOf } from '../../../src/app/parts.ts'
import type { McpFeatures } from '../../../src/surfaces/mcp/method.ts'
import { productFeatures } from '../../../src/surfaces/mcp/product-features.ts'
import { testApp } from '../../support/app.ts'
import { listening } from '../../support/mcp/mcp.ts'
import { conformanceFeatures } from '../../support/mcp/mcp-conformance.ts'
import { mcpEndpoint } from '../../support/mcp/mcp-endpoint.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const SUITE = resolve(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
/** The version of the suite that knows protocol version 2026-07-28. */
const NEXT = resolve(import.meta.dirname, '../../../node_modules/mcp-conformance-next/dist/index.js')
/** Extensions, and scenarios that the suite itself calls pending: it runs them and does not count them. */
const NOT_REQUIRED = /^(tasks-[\w-]+|json-schema-2020-12|http-custom-header-server-validation)$/
const TIMEOUT_MS = 180_000

/** Scenarios that a product without the suite's fixtures must pass. */
const MUST_PASS = [
  'server-initialize',
  'ping',
  'completion-complete',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

describe('the official conformance suite', () => {
  it('passes on our HTTP layer with its fixtures, but for what needs a stream', { timeout: TIMEOUT_MS }, async () => {
    const { code, output } = await suite(conformanceFeatures, 'conformance-fixtures.yml')

    expect(code, output).toBe(0)
    expect(passed(output), output).toHaveLength(22)
  })

  it('passes all requirements of 2026-07-28 with its fixtures', { timeout: TIMEOUT_MS }, async () => {
    using folder = tempFolder()
    await using endpoint = await mcpEndpoint(conformanceFeatures)
    const { href } = await listening(endpoint)
    const { code, output } = await run(
      ['server', '--url', href, '--requirements', '2026-07-28', '-o', folder.path],
      NEXT,
    )
    const failed = [...output.matchAll(/^✗ ([\w-]+):/gm)].map(([, name]) => name)

    expect(
      failed.filter((name) => !NOT_REQUIRED.test(name ?? '')),
      output,
    ).toEqual([])
    expect(code, output).toBe(0)
  })

  it('passes on the product, but for what names its fixtures', { timeout: TIMEOUT_MS }, async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY,QQQ' })
    const { code, output } = await suite(
      () =>
        productFeatures({
          operations,
          version: '1.0.0',
          notice: undefined,
          toolTimeoutMs: 10_000,
          contextOf: ({ caller }) => contextOf(app.parts, { caller }),
          onFault: () => {},
        }),
      'conformance.yml',
    )

    expect(code, output).toBe(0)
    expect(passed(output).sort()).toEqual([...MUST_PASS].sort())
  })
})

/** The suite can send no credentials, and the endpoint asks for none here. */
async function suite(features: () => McpFeatures, expectedFailures: string) {
  using folder = tempFolder()
  await using endpoint = await mcpEndpoint(features)
  const { href } = await listening(endpoint)
  const file = resolve(import.meta.dirname, expectedFailures)
  return await run(['server', '--url', href, '--suite', 'all', '--expected-failures', file, '-o', folder.path])
}

function run(args: readonly string[], file = SUITE): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code, output }))
  })
}

/** Scenarios that the summary names with passed checks alone: `✓ ping: 1 passed, 0 failed`. */
function passed(output: string): string[] {
  return [...output.matchAll(/✓ ([\w-]+): [1-9]\d* passed, 0 failed$/gm)].map(([, name]) => name ?? '')
}
