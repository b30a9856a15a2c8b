import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtViews } from '../../../src/app/http/pages.ts'
import { operations } from '../../../src/app/operations.ts'
import { contextOf } from '../../../src/app/parts.ts'
import type { McpFeatures } from '../../../src/surfaces/mcp/method.ts'
import { productFeatures } from '../../../src/surfaces/mcp/product-features.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { listening } from '../../support/mcp/mcp.ts'
import { conformanceFeatures } from '../../support/mcp/mcp-conformance.ts'
import { mcpEndpoint } from '../../support/mcp/mcp-endpoint.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { everyCase } from '../../support/sample.ts'

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

/** Those of 2026-07-28 that need no fixture. The last three pass because the suite's own tools are not found, as they should. */
const MODERN_MUST_PASS = [
  'completion-complete',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'sep-2164-resource-not-found',
  'prompts-list',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'input-required-result-unsupported-methods',
  'input-required-result-missing-input-response',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
]

/** Checks of `server-stateless` that call tools of the suite; its other 21 pass on the product. */
const NEED_FIXTURES = [
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
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

  it.runIf(everyCase)('passes what applies of 2026-07-28 on the product', { timeout: TIMEOUT_MS }, async () => {
    using folder = tempFolder()
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY,QQQ' })
    await using endpoint = await mcpEndpoint(() => product(app))
    const { href } = await listening(endpoint)
    const { output } = await run(['server', '--url', href, '--requirements', '2026-07-28', '-o', folder.path], NEXT)
    const required = passed(output).filter((name) => !NOT_REQUIRED.test(name))

    expect(required.sort(), output).toEqual([...MODERN_MUST_PASS].sort())
    expect(failedChecks(folder.path, 'server-server-stateless'), output).toEqual(NEED_FIXTURES)
  })

  it('passes on the product, but for what names its fixtures', { timeout: TIMEOUT_MS }, async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY,QQQ' })
    const { code, output } = await suite(() => product(app), 'conformance.yml')

    expect(code, output).toBe(0)
    expect(passed(output).sort()).toEqual([...MUST_PASS].sort())
  })
})

function product({ parts }: TestApp): McpFeatures {
  return productFeatures({
    operations,
    version: '1.0.0',
    notice: undefined,
    views: builtViews(),
    toolTimeoutMs: 10_000,
    contextOf: ({ caller }) => contextOf(parts, { caller }),
    onFault: () => {},
  })
}

/** The checks of a scenario that failed, as the suite wrote them down. */
function failedChecks(folder: string, scenario: string): string[] {
  const results = readdirSync(folder).find((name) => name.startsWith(scenario))
  const checks: { id: string; status: string }[] = JSON.parse(
    readFileSync(join(folder, results ?? '', 'checks.json'), 'utf8'),
  )
  return checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)
}

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
