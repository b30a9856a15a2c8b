import Database from 'better-sqlite3'
import { openStore, type Store } from '../../src/app/store/open-store.ts'
import type { FlowFilters } from '../../src/flow/domain/flow-filter.ts'
import { toFlowRowRow } from '../../src/flow/store/flow-row-columns.ts'
import { addDays } from '../../src/lib/time/civil-date.ts'
import { DAY_MS } from '../../src/lib/time/duration.ts'
import { readFlow } from '../support/market/read-flow.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { SYMBOLS, syntheticTape } from '../validation/synthetic-tape.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'

/** `FLOW_ROWS=10000000 npm run bench flow-pages` is the figure that is published; a million rows are made in seconds. */
const ROWS = Number(process.env['FLOW_ROWS'] ?? 1_000_000)
const FIRST = '2026-11-20'
const ORDERS = 6_000
const PAGE = 100
const RUNS = 200
/** The first questions of a statement prepare it. */
const WARMING = 20
const now = () => new Date('2026-11-20T22:00:00.000Z')

const QUESTIONS: readonly (readonly [name: string, filters: FlowFilters])[] = [
  ['newest of all symbols', {}],
  ['newest of one symbol', { symbol: 'KDP' }],
  ['premium from 500,000', { minPremium: 500_000 }],
  ['score from 80', { minUnusualScore: 80 }],
]

/** Pages of 100 rows from the middle of what is stored, each at another place. */
export async function figures(): Promise<Figure[]> {
  using folder = tempFolder()
  const path = folder.file('flow.sqlite3')
  await (await openStore({ path, now }))[Symbol.asyncDispose]()
  const places = fill(path)
  await using store = await openStore({ path, now })
  const stored = ROWS >= 1e6 ? `${ROWS / 1e6} million` : String(ROWS)
  const figures: Figure[] = []
  for (const [name, filters] of QUESTIONS) {
    const { p99, middle } = await pages(store, filters, places)
    const question = `flow page of ${PAGE} rows of ${stored}, ${name}`
    figures.push({ name: `${question}, p99`, value: p99, unit: 'ms', goal: '≤ 10 ms' })
    figures.push({ name: `${question}, median`, value: middle, unit: 'ms' })
  }
  return figures
}

async function pages(store: Store, filters: FlowFilters, places: readonly number[]) {
  const took: number[] = []
  for (let run = -WARMING; run < RUNS; run++) {
    const executedAtMs = places[Math.abs(run) % places.length] ?? 0
    const beganMs = performance.now()
    const rows = await store.flowRows.page({
      filters,
      sort: 'newest',
      after: { value: 0, executedAtMs, symbol: '', sequence: -1 },
      limit: PAGE + 1,
    })
    if (run >= 0) took.push(performance.now() - beganMs)
    if (rows.length === 0) throw new Error('an empty page measures nothing')
  }
  took.sort((a, b) => a - b)
  return { p99: took[Math.floor(0.99 * RUNS)] ?? Number.NaN, middle: median(took) }
}

/** The same sessions of six symbols, day before day; gives instants spread over the newer half of them. */
function fill(path: string): number[] {
  const rows = SYMBOLS.flatMap((symbol) => {
    const { prints, facts } = syntheticTape(symbol, FIRST, { seed: 5, count: ORDERS })
    return readFlow(prints, { facts }).rows.map(toFlowRowRow)
  }).sort((a, b) => a.executed_at - b.executed_at)
  const handle = new Database(path)
  handle.pragma('synchronous = OFF')
  const [first] = rows
  const columns = Object.keys(first ?? {})
  const insert = handle.prepare(
    `insert into flow_rows (${columns.join(',')}) values (${columns.map((name) => `@${name}`)})`,
  )
  const days = Math.ceil(ROWS / rows.length)
  const session = handle.transaction((day: number) => {
    const session_date = addDays(FIRST, day - days)
    for (const row of rows) insert.run({ ...row, session_date, executed_at: row.executed_at + (day - days) * DAY_MS })
  })
  for (let day = 0; day < days; day++) session(day)
  handle.close()
  const newest = rows.map((row) => row.executed_at - DAY_MS)
  return Array.from({ length: RUNS }, (_, index) => {
    const back = Math.floor((days / 2) * (index / RUNS))
    return (newest[(index * 7919) % newest.length] ?? 0) - back * DAY_MS
  })
}
