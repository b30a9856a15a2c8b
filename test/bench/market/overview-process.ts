/**
 * A service of its own that is asked one question about the whole market, twice, as soon as it listens. Prints the
 * milliseconds of both as JSON. Arguments: the operation and its input.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '../../../src/app/operations.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { serve } from '../../../src/app/serve.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const [name, input = '{}'] = process.argv.slice(2)
const byName = new Map<string, Operation>(operations.map((each) => [each.name, each]))
const operation = byName.get(name ?? '')
if (!operation) throw new Error(`There is no operation ${name}.`)
const folder = mkdtempSync(join(tmpdir(), 'optionwire-'))
const config = readConfig({
  ...SECRET_SETTINGS,
  DATABASE_PATH: join(folder, 'store.sqlite3'),
  PORT: '0',
  LOG_LEVEL: 'silent',
})
const { parts, ended } = await serve(config)
const times: number[] = []
for (let run = 0; run < 2; run++) {
  const began = performance.now()
  await invoke(operation, JSON.parse(input), contextOf(parts, { caller: OPERATOR }))
  times.push(performance.now() - began)
}
process.stdout.write(`${JSON.stringify(times)}\n`)
process.kill(process.pid, 'SIGTERM')
await ended
rmSync(folder, { recursive: true, force: true })
process.exit(0)
