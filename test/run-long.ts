/**
 * Runs the tests that are too long for `npm test`: the files `*.long.test.ts`, and at full size those whose
 * thoroughness is a setting. `npm run test:long`, or with a path after `--` only the tests below it. A setting of the
 * environment goes before the one of this file.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FULL_SIZE = {
  LONG_TESTS: 'true',
  FUZZ_RUNS: '50000',
  FUZZ_REQUESTS: '200000',
  INJECTIONS: 'all',
  WEB_LOOKS: 'all',
  VENDOR_WAITS: 'all',
  QUESTIONS: 'full',
  ATTACK_MINUTES: '5',
  SESSION_HOURS: '6',
  SOAK_HOURS: '6',
  CASES: 'all',
}
/** A file that reads one of these runs more at full size. */
const SIZE_MARKS = ['support/sample.ts', ...Object.keys(FULL_SIZE).map((name) => `process.env['${name}']`)]
/**
 * These measure time or memory, or ask threads of low priority, which get no processor beside busy files: one after the
 * other, with nothing else beside them.
 */
const TIMED = [
  'test/app/questions/question-pool.test.ts',
  'test/app/scorecard/long-scorecard.long.test.ts',
  'test/walks/proxies.long.test.ts',
  'test/walks/reset-timing.long.test.ts',
  'test/walks/expensive-questions.long.test.ts',
  'test/walks/mixed-attack.long.test.ts',
  'test/walks/soak/soak.long.test.ts',
  'test/web/interactions.long.test.ts',
  'test/web/slow-network.long.test.ts',
  'test/web/symbol/strategy/strategy.long.test.ts',
]

const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const settings = Object.entries(FULL_SIZE).map(([name, value]) => [name, process.env[name] ?? value] as const)
console.log(settings.map((setting) => setting.join('=')).join(' '))

const runner = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts']

/** The exit code; of a runner that a signal ended after all its tests, the code that it had reported. */
function run(...args: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'optionwire-'))
  const TEST_RESULT = join(folder, 'code')
  const { status, signal } = spawnSync(process.execPath, [...runner, ...args], {
    cwd: root,
    env: { ...process.env, ...Object.fromEntries(settings), TEST_RESULT },
    stdio: 'inherit',
  })
  if (signal !== null) console.error(`The test runner was ended by ${signal}.`)
  const reported = existsSync(TEST_RESULT) ? Number(readFileSync(TEST_RESULT, 'utf8')) : 1
  rmSync(folder, { recursive: true })
  return status ?? reported
}

/** Files whose thoroughness is a setting: `npm test` runs them at a smaller size. */
const sized = globSync('test/**/*.test.ts', { cwd: root }).filter((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return !file.endsWith('.long.test.ts') && !TIMED.includes(file) && SIZE_MARKS.some((mark) => text.includes(mark))
})
const storms = globSync('test/**/*.long.test.ts', { cwd: root }).filter((file) => !TIMED.includes(file))
process.exitCode =
  wanted.length > 0 ? run(...wanted) : run(...sized, ...storms) || run('--no-file-parallelism', ...TIMED)
