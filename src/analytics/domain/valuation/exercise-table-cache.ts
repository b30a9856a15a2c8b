/**
 * Cache of early-exercise tables. A table costs milliseconds, and tables of similar terms differ by less than a tick, so
 * time is rounded to 0.5 % (1 % for the trades of a tape) and the yield to 10 basis points: the next snapshot of a chain
 * reuses its tables.
 */
import { LRUCache } from 'lru-cache'
import type { CashDividend } from '../../../pricing/american/cash-dividends.ts'
import { hasTwoBoundaries } from '../../../pricing/american/exercise-boundary.ts'
import { type ExerciseTable, exerciseTable, quickExerciseTable } from '../../../pricing/american/exercise-table.ts'
import { gridTable, type Range } from '../../../pricing/american/grid-table.ts'

const STEPS_PER_LOG_YEAR = 200
/** Of quick tables, which would otherwise be made twice for most expirations of a session. */
const QUICK_STEPS_PER_LOG_YEAR = 100
const STEPS_PER_YIELD = 1000
const STEPS_PER_RATE = 10_000
/**
 * A table without dividends has 91 kB, without rho 46, and one with dividends some hundred, of which a chain fills a part.
 */
const MAX_BYTES = 64e6
/** What an entry takes besides its numbers: key, objects and headers of its buffers. */
const ENTRY_BYTES = 500
/** Below this share of the strike (or spot), the whole premium is smaller than the spread of the quotes. */
const SMALLEST_CARRY = 1e-3
/** Beyond this distance, in standard deviations, the exercise boundary does not affect options near the money. */
const FAR_BOUNDARY = 2.5

/** In an object, because the cache cannot hold null, which means that early exercise has no value. */
interface CacheEntry {
  readonly table: ExerciseTable | null
  /** Number of the round of its last use. */
  round: number
}

/** A pure function of rounded terms: eviction changes the response time, never the figures. */
let tables = tablesOf(MAX_BYTES)

function tablesOf(maxBytes: number): LRUCache<string, CacheEntry> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf })
}

/** Bytes that the tables of this thread may take from now on, above 0. Those used last stay, as many as fit. */
export function limitExerciseTables(maxBytes: number): void {
  if (maxBytes === tables.maxSize) return
  const known = tables.dump()
  tables = tablesOf(maxBytes)
  tables.load(known)
}

let round = 0

/** Forgets the tables that were not used since the last call: those of a service at rest take many megabytes. */
export function forgetUnusedTables(): void {
  for (const [key, entry] of [...tables.entries()]) if (entry.round < round) tables.delete(key)
  round++
}

function knownEntry(key: string): CacheEntry | undefined {
  const entry = tables.get(key)
  if (entry) entry.round = round
  return entry
}

function bytesOf({ table }: CacheEntry): number {
  if (!table) return ENTRY_BYTES
  const { premiums, rateSlopes } = table
  const others =
    table.kind === 'boundary' ? table.gaps.byteLength : table.exercised.byteLength + table.solved.byteLength
  return ENTRY_BYTES + premiums.byteLength + (rateSlopes?.byteLength ?? 0) + others
}

/** Terms that decide whether early exercise matters; `volatility` is a typical one of the expiration. */
export interface ExerciseTerms {
  readonly yearsToExpiry: number
  readonly rate: number
  readonly dividendYield: number
  readonly volatility: number
  /** Cash dividends until expiry, ascending, and the range of strikes in USD that matter. */
  readonly dividends?: readonly CashDividend[]
  readonly strikes?: Range
}

/** Null where the value of early exercise is negligible and the European price applies. */
export function cachedExerciseTable(isCall: boolean, terms: ExerciseTerms): ExerciseTable | null {
  return cachedTable('complete', isCall, terms, STEPS_PER_LOG_YEAR, exerciseTable)
}

/**
 * The same for values at other prices than the present one, where the exercise boundary is near although it is far from the
 * price now, and however little holding earns: null only where early exercise has no value at all.
 */
export function cachedScenarioTable(isCall: boolean, terms: ExerciseTerms): ExerciseTable | null {
  return solvedTable('complete', isCall, terms, STEPS_PER_LOG_YEAR, exerciseTable)
}

/** The same for the trades of a tape: without rho, coarser, and much cheaper. */
export function cachedQuickTable(isCall: boolean, terms: ExerciseTerms): ExerciseTable | null {
  return cachedTable('quick', isCall, terms, QUICK_STEPS_PER_LOG_YEAR, quickExerciseTable)
}

function cachedTable(
  kind: 'complete' | 'quick',
  isCall: boolean,
  terms: ExerciseTerms,
  stepsPerLogYear: number,
  solve: typeof quickExerciseTable,
): ExerciseTable | null {
  return exerciseMatters(isCall, terms) ? solvedTable(kind, isCall, terms, stepsPerLogYear, solve) : null
}

function solvedTable(
  kind: 'complete' | 'quick',
  isCall: boolean,
  terms: ExerciseTerms,
  stepsPerLogYear: number,
  solve: typeof quickExerciseTable,
): ExerciseTable | null {
  if (terms.dividends && terms.dividends.length > 0) return cachedDividendTable(isCall, terms)
  const time = Math.round(Math.log(terms.yearsToExpiry) * stepsPerLogYear)
  const dividend = Math.round(terms.dividendYield * STEPS_PER_YIELD)
  const rate = Math.round(terms.rate * STEPS_PER_RATE)
  const key = `${kind} ${isCall} ${time} ${dividend} ${rate}`
  const cached = knownEntry(key)
  if (cached) return cached.table
  const years = Math.exp(time / stepsPerLogYear)
  const solved = solve(isCall, years, rate / STEPS_PER_RATE, dividend / STEPS_PER_YIELD)
  const table = solved && inSharedMemory(solved)
  tables.set(key, { table, round })
  return table
}

/** Volatilities of a table with dividends: from this share of the typical one to the highest of stale quotes. */
const LOWEST_SHARE = 0.2
const HIGHEST = 4
/** Ex-dates are rounded to this share of the time to expiry, and kept off its ends. */
const STEPS_PER_LIFE = 400
const FIRST_STEP = 0.25
/** Distances in the logarithm to which ranges are widened, so that neighbours in time share a table. */
const VOLATILITY_ROUNDING = 0.25
const STRIKE_ROUNDING = 0.35
const ANY_STRIKE: Range = { low: 1, high: 1 }

function cachedDividendTable(
  isCall: boolean,
  { yearsToExpiry, rate, dividendYield, volatility, dividends = [], strikes = ANY_STRIKE }: ExerciseTerms,
): ExerciseTable {
  const time = Math.round(Math.log(yearsToExpiry) * STEPS_PER_LOG_YEAR)
  const years = Math.exp(time / STEPS_PER_LOG_YEAR)
  const terms = {
    isCall,
    yearsToExpiry: years,
    rate: Math.round(rate * STEPS_PER_RATE) / STEPS_PER_RATE,
    dividendYield: Math.round(dividendYield * STEPS_PER_YIELD) / STEPS_PER_YIELD,
    dividends: dividends.map((dividend) => {
      const step = Math.round((STEPS_PER_LIFE * dividend.years) / yearsToExpiry)
      const inside = Math.min(Math.max(step, FIRST_STEP), STEPS_PER_LIFE - FIRST_STEP)
      return { years: (years * inside) / STEPS_PER_LIFE, amount: dividend.amount }
    }),
  }
  const range = {
    volatility: widened({ low: LOWEST_SHARE * volatility, high: Math.max(HIGHEST, volatility) }, VOLATILITY_ROUNDING),
    strike: widened(strikes, STRIKE_ROUNDING),
  }
  const key = JSON.stringify([terms, range])
  const cached = knownEntry(key)?.table
  if (cached) return cached
  const table = gridTable(terms, range, sharedBuffer)
  tables.set(key, { table, round })
  return table
}

function widened({ low, high }: Range, step: number): Range {
  return {
    low: Math.exp(Math.floor(Math.log(low) / step) * step),
    high: Math.exp(Math.ceil(Math.log(high) / step) * step),
  }
}

/**
 * Shared memory lets threads exchange valuations without copying the tables, which are most of their bytes; what one
 * thread adds to a grid, the others read.
 */
function inSharedMemory(table: ExerciseTable): ExerciseTable {
  const premiums = sharedColumn(table.premiums)
  if (table.kind === 'boundary') {
    const rateSlopes = table.rateSlopes && sharedSlopes(table.rateSlopes)
    return { ...table, premiums, rateSlopes, gaps: sharedColumn(table.gaps) }
  }
  const [exercised, solved] = [sharedBytes(table.exercised), sharedBytes(table.solved)]
  return { ...table, premiums, rateSlopes: sharedSlopes(table.rateSlopes), exercised, solved }
}

/** A browser has shared memory only on pages that are isolated from others. A page uses its tables on one thread. */
function sharedBuffer(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes)
}

function sharedColumn(values: Float64Array): Float64Array {
  const column = new Float64Array(sharedBuffer(values.byteLength))
  column.set(values)
  return column
}

function sharedSlopes(values: Float32Array): Float32Array {
  const column = new Float32Array(sharedBuffer(values.byteLength))
  column.set(values)
  return column
}

function sharedBytes(values: Uint8Array): Uint8Array {
  const column = new Uint8Array(sharedBuffer(values.byteLength))
  column.set(values)
  return column
}

/** Whether early exercise can have value. Exercise of a put earns the rate and gives up the yield; a call the reverse. */
export function exerciseMatters(
  isCall: boolean,
  { yearsToExpiry, rate, dividendYield, volatility, dividends = [] }: ExerciseTerms,
): boolean {
  if (dividends.length > 0) return isCall || Math.max(rate, -dividendYield) * yearsToExpiry > SMALLEST_CARRY
  const gain = isCall ? dividendYield : rate
  const loss = isCall ? rate : dividendYield
  if (hasTwoBoundaries(isCall, rate, dividendYield)) return (gain - loss) * yearsToExpiry > SMALLEST_CARRY
  if (!(gain * yearsToExpiry > SMALLEST_CARRY)) return false
  const distance = loss > gain ? Math.log(loss / gain) : 0
  return distance < FAR_BOUNDARY * volatility * Math.sqrt(yearsToExpiry)
}
