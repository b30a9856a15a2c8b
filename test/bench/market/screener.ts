import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeptScreen } from '../../../src/analytics/contract/screener/kept-screen.ts'
import { NUMBER_FIELD_NAMES } from '../../../src/analytics/domain/screener/screen-fields.ts'
import { readFilter } from '../../../src/analytics/domain/screener/screen-filter.ts'
import { passingRows, type ScreenTable, sortedRows } from '../../../src/analytics/domain/screener/screen-table.ts'
import { type ScreenParts, screenTables } from '../../../src/analytics/operations/screener/screen-tables.ts'
import { openStore, type Store } from '../../../src/app/store/open-store.ts'
import type { Figure } from '../figure.ts'
import { repeatable, shortest } from '../pricing-figures.ts'

const SYMBOLS = 6_000
const RUNS = 10
const FILTERS = [
  'price > 5',
  'iv_rank >= 20',
  'iv30 > 0.5 * rv30',
  'rr25 < 90',
  'net_gex > 1',
  'total_volume > 2',
  'atm_spread_pct < 95',
  'state = flat',
]

/** A screen of all symbols that have options in the United States. */
export async function figures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'optionwire-bench-'))
  try {
    return await measured(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measured(folder: string): Promise<Figure[]> {
  const now = () => new Date('2026-11-20T20:00:00Z')
  await using store = await openStore({ path: join(folder, 'screens.db'), now, monotonicMs: () => performance.now() })
  await store.keptScreens.put('present', 'basis', content())
  let cold = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now()
    screened(await tableOf(store))
    cold = Math.min(cold, performance.now() - start)
  }
  const table = await tableOf(store)
  const warm = shortest(40, () => screened(table)) / 1e6
  const read = shortest(10, () => JSON.parse(JSON.stringify(content())).symbols.length) / 1e6
  const anchor = { name: 'writing and reading that table as JSON', value: read }
  return [
    {
      name: '8 filters and a sort over 6,000 symbols, read from the store first',
      value: cold,
      unit: 'ms',
      goal: '≤ 100',
      anchor,
    },
    { name: 'the same, warm', value: warm, unit: 'ms', goal: '≤ 2', anchor },
  ]
}

async function tableOf({ keptScreens }: Store): Promise<ScreenTable> {
  const kept = { ...keptScreens, basisOf: async () => 'basis' }
  const parts = { afterwards: () => undefined } as unknown as ScreenParts
  return (await screenTables(() => performance.now(), kept).at(undefined, parts)).table
}

function screened(table: ScreenTable): number {
  const filters = FILTERS.map(readFilter).filter((filter) => typeof filter !== 'string')
  return sortedRows(table, passingRows(table, filters), { field: 'net_premium', isDescending: true }).length
}

function content(): KeptScreen {
  const random = repeatable(7)
  const column = () => Array.from({ length: SYMBOLS }, () => 100 * random())
  const names = () => Array.from({ length: SYMBOLS }, () => 'flat')
  return {
    source: 'replay',
    sessionDate: '2026-11-20',
    atMs: Date.parse('2026-11-20T20:00:00Z'),
    warnings: [],
    symbols: Array.from({ length: SYMBOLS }, (_, index) => `S${index}`),
    asOfMs: column(),
    numbers: Object.fromEntries(NUMBER_FIELD_NAMES.map((name) => [name, column()])) as KeptScreen['numbers'],
    texts: { state: names(), gamma_regime: names(), sector: names() },
  }
}
