import { readdirSync, readlinkSync } from 'node:fs'
import { getPriority, platform } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ExportPage, pageReader } from '../../../src/app/export/export-page.ts'
import { operations } from '../../../src/app/operations.ts'
import { contextOf, OPERATOR, openParts } from '../../../src/app/parts.ts'
import { type QuestionPool, questionPool, unpacked } from '../../../src/app/questions/question-pool.ts'
import { type Config, readConfig } from '../../../src/app/settings/config.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'
import { everyCase, sample } from '../../support/sample.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const DATE = '2026-06-18'

const SETTINGS = { ...SECRET_SETTINGS, MARKET_SYMBOLS: 'SPY,AAPL', LOG_LEVEL: 'error' }

let folder: TempFolder
let config: Config
/** Of all tests that leave it as it was: a thread takes a second of processor time to load the program. */
let pool: QuestionPool
const errors: unknown[] = []
beforeAll(() => {
  folder = tempFolder()
  config = readConfig({ ...SETTINGS, DATABASE_PATH: folder.file('store.sqlite3') })
  pool = questionPool({ config, heapMb: 512, onError: (error) => errors.push(error) })
})
afterAll(async () => {
  await pool[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const heavy: readonly Operation[] = operations.filter(({ isHeavyInPast }: Operation) => isHeavyInPast)

it.each(sample(heavy, 1))('answers $name as this thread does', async (operation) => {
  await using parts = await openParts(config)
  const input = operation.input.parse({ ...operation.example, date: DATE })
  const context = { ...contextOf(parts, { caller: OPERATOR }), heavyQuestions: undefined }

  const { answer, packed, ms } = await pool.ask({ name: operation.name, input })

  const here = await invoke<typeof context>(operation, input, context)
  expect(answer).toEqual(here)
  expect(unpacked(packed)).toEqual(here)
  expect(ms).toBeGreaterThan(0)
})

it('knows the operations that are heavy in the past', () => {
  expect(heavy.length).toBeGreaterThanOrEqual(10)
})

it('reports how far an overview has come', async () => {
  // A store that has its figures already has nothing to report.
  using own = tempFolder()
  const ownConfig = readConfig({ ...SETTINGS, DATABASE_PATH: own.file('store.sqlite3') })
  await using _parts = await openParts(ownConfig)
  await using fresh = questionPool({ config: ownConfig, heapMb: 512, onError: (error) => errors.push(error) })
  const heard: number[] = []
  await fresh.ask({ name: 'market_overview', input: { date: DATE } }, (done) => heard.push(done))

  expect(heard).toEqual([0, 1, 2, 3, 4, 5])
})

it('reads an export page by page, with the rows that this thread reads', { timeout: 60_000 }, async () => {
  await using parts = await openParts(config)
  const here = pageReader({ ...parts, ...contextOf(parts, { caller: OPERATOR }) })
  let pages = 0
  for (let first: number | null = 0; first !== null; pages++) {
    const input = { data_set: 'chains' as const, symbol: 'SPY', date: DATE, first }
    const { answer } = await pool.ask({ name: 'export_page', input })

    expect(answer).toEqual(await here(input))
    first = ExportPage.parse(answer).next
  }
  expect(pages).toBeGreaterThan(1)
})

it('hands on the refusals of an operation', { timeout: 60_000 }, async () => {
  const unknown = pool.ask({ name: 'trade_context', input: { symbol: 'NOPE', date: DATE } })
  await expect(unknown).rejects.toMatchObject({ name: 'AppError', code: 'not_found' })

  const bad = pool.ask({ name: 'trade_context', input: { symbol: 'SPY', date: 'yesterday' } })
  await expect(bad).rejects.toMatchObject({ code: 'invalid', details: { issues: [{ path: 'date' }] } })
  expect(errors).toEqual([])
})

it.runIf(platform() === 'linux')('lets the requests of this thread go first', { timeout: 60_000 }, async () => {
  await pool.ask({ name: 'stock_quote', input: { symbol: 'SPY', date: DATE } })
  const priorities = readdirSync('/proc/self/task').map((thread) => priorityOf(Number(thread)))

  expect(priorities).toContain(Math.min(19, getPriority() + 10))
})

it.runIf(platform() === 'linux')(
  'gives back threads without questions, and starts again',
  { timeout: 60_000 },
  async () => {
    using own = tempFolder()
    const ownConfig = readConfig({ ...SETTINGS, DATABASE_PATH: own.file('store.sqlite3') })
    await using parts = await openParts(ownConfig)
    await using eager = questionPool({
      config: ownConfig,
      heapMb: 512,
      idleMs: 50,
      onError: (error) => parts.log.error(error),
    })
    const before = openFilesIn(own.path)

    for (const symbol of ['SPY', 'AAPL']) {
      await eager.ask({ name: 'stock_quote', input: { symbol, date: DATE } })
      expect(openFilesIn(own.path)).toBeGreaterThan(before)
      // SQLite keeps one for the next thread while this thread has locks: closing it would end them.
      await expect.poll(() => openFilesIn(own.path), { timeout: 20_000 }).toBeLessThanOrEqual(before + 1)
    }
  },
)

// A thread collects garbage for a minute or two before it gives up, more beside other tests.
it.runIf(everyCase)('refuses what needs more memory than it has, and lives', { timeout: 400_000 }, async () => {
  const { MARKET_SYMBOLS: _, ...settings } = SETTINGS
  const universe = readConfig({ ...settings, DATABASE_PATH: folder.file('universe.sqlite3') })
  const failures: unknown[] = []
  await using small = questionPool({ config: universe, heapMb: 56, onError: (error) => failures.push(error) })

  await expect(small.ask({ name: 'options_flow', input: { date: DATE, limit: 5 } })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('CACHE_MB'),
  })
  expect(failures).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }])
  const next = await small.ask({ name: 'stock_quote', input: { symbol: 'SPY', date: DATE } })
  expect(next.answer).toMatchObject({ symbol: 'SPY' })
})

it('refuses questions beyond those that may wait', { timeout: 60_000 }, async () => {
  const questions = Array.from({ length: 80 }, (_, index) => ({
    name: 'stock_quote',
    input: { symbol: index % 2 ? 'SPY' : 'AAPL', date: DATE },
  }))

  const outcomes = await Promise.allSettled(questions.map((question) => pool.ask(question)))

  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(20)
  for (const error of refused) expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterS: 10 } })
})

/** Descriptors of this process for files of a folder. */
function openFilesIn(path: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => linkOf(descriptor).startsWith(path)).length
}

/** Empty for a descriptor that was closed meanwhile. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}

/** Null for a thread that has ended meanwhile. */
function priorityOf(thread: number): number | null {
  try {
    return getPriority(thread)
  } catch {
    return null
  }
}
