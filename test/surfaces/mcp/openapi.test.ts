import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import { MCP_PATHS } from '../../../src/surfaces/mcp/openapi-mcp.ts'
import { openApiDocument } from '../../../src/surfaces/rest/openapi.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { sampleOperations } from '../../support/sample-operations.ts'

const run = promisify(execFile)
const CLI = resolve(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')

it('is described in an OpenAPI document that a linter accepts', async () => {
  using folder = tempFolder()
  const parts = { publicUrl: 'http://127.0.0.1:3000', version: '1.0.0', sessionCookie: 'session' }
  const file = folder.file('openapi.json')
  writeFileSync(
    file,
    JSON.stringify(
      openApiDocument({ ...parts, operations: [...operations, ...sampleOperations()], otherPaths: MCP_PATHS }),
    ),
  )
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

  const linted = await run(process.execPath, [CLI, 'lint', file, '--extends', 'recommended-strict'], {
    cwd: folder.path,
    env,
  }).catch((failure: { stdout: string; stderr: string }) => failure)

  expect(linted.stderr + linted.stdout).toContain('Your API description is valid')
})
