/**
 * Table of early-exercise premiums from finite differences: nodes of log spot for volatilities evenly spaced in ln σ and,
 * with cash dividends, for strikes evenly spaced in ln K, because a dividend is a different share of every strike. A place
 * of this lattice is solved when it is first read: the contracts of a chain need few of them.
 */

import { at } from '../column.ts'
import { type ContractTerms, neverPays } from './cash-dividends.ts'
import { type GridSize, type Schedule, schedule } from './grid-schedule.ts'
import { type PremiumMarch, premiumMarch, solveStrike } from './premium-grid.ts'

/** Distance of neighbouring slices in ln K. */
export const SLICE_STEP = 0.175
/** Rows or slices that an interpolation reads. */
export const STENCIL = 4
const RATE_STEP = 1e-4
/** `rowStep` is the distance of neighbouring rows in ln σ. */
interface TableSize extends GridSize {
  readonly rowStep: number
}

/** Error of a price: 2e-4 of the larger of spot and strike with dividends, 5e-5 without; of a delta 1e-3. */
const DIVIDEND_SIZE: TableSize = { nodes: 109, steps: 28, minSteps: 5, rowStep: 0.25 }
const PLAIN_SIZE: TableSize = { nodes: 321, steps: 100, minSteps: 10, rowStep: 0.125 }

export interface Range {
  readonly low: number
  readonly high: number
}

export interface GridTable extends ContractTerms {
  readonly kind: 'grid'
  /** Nodes per row of the grid. */
  readonly nodes: number
  readonly rowStep: number
  /** Index of the first row in steps of ln σ, and number of rows. */
  readonly firstRow: number
  readonly rows: number
  /** The same of ln K, in USD; one slice when no dividend is paid. */
  readonly firstSlice: number
  readonly slices: number
  /** Premium per unit of strike by slice, row and node, of the solved places. */
  readonly premiums: Float64Array
  /** 1 where exercise at once is best. */
  readonly exercised: Uint8Array
  /** Derivative of the premium by the rate. Single precision is enough for rho, and half of the memory. */
  readonly rateSlopes: Float32Array
  /** By slice and row: nothing yet, premiums, or also rate slopes. */
  readonly solved: Uint8Array
}

const [SOLVED, WITH_SLOPES] = [1, 2]

/** What a table is for. */
export interface TableRange {
  readonly volatility: Range
  /** USD. */
  readonly strike: Range
}

type Allocate = (bytes: number) => ArrayBufferLike
const inOwnMemory: Allocate = (bytes) => new ArrayBuffer(bytes)

/** An empty table: hundredths of a millisecond per place that is read. Dividends lie between now and expiry. */
export function gridTable(terms: ContractTerms, range: TableRange, allocate: Allocate = inOwnMemory): GridTable {
  const { rowStep } = sizeOf(terms)
  const slices = terms.dividends.length === 0 ? { first: 0, count: 1 } : latticeOf(range.strike, SLICE_STEP)
  return emptyTable(terms, latticeOf(range.volatility, rowStep), slices, allocate)
}

/** For one strike in USD and the volatilities around one. */
export function strikeTable(terms: ContractTerms, volatility: number, strike: number): GridTable {
  const rows = latticeOf({ low: volatility, high: volatility }, sizeOf(terms).rowStep)
  return emptyTable(terms, rows, { first: Math.log(strike) / SLICE_STEP, count: 1 }, inOwnMemory)
}

function sizeOf({ dividends }: ContractTerms): TableSize {
  return dividends.length === 0 ? PLAIN_SIZE : DIVIDEND_SIZE
}

function emptyTable(terms: ContractTerms, rows: Lattice, slices: Lattice, allocate: Allocate): GridTable {
  const { nodes, rowStep } = sizeOf(terms)
  const places = slices.count * rows.count
  return {
    ...terms,
    kind: 'grid' as const,
    nodes,
    rowStep,
    firstRow: rows.first,
    rows: rows.count,
    firstSlice: slices.first,
    slices: slices.count,
    premiums: new Float64Array(allocate(places * nodes * Float64Array.BYTES_PER_ELEMENT)),
    exercised: new Uint8Array(allocate(places * nodes)),
    rateSlopes: new Float32Array(allocate(places * nodes * Float32Array.BYTES_PER_ELEMENT)),
    solved: new Uint8Array(allocate(places)),
  }
}

interface Lattice {
  readonly first: number
  readonly count: number
}

/** The lattice points that an interpolation anywhere in the range reads. */
function latticeOf({ low, high }: Range, step: number): Lattice {
  const first = Math.floor(Math.log(low) / step) - 1
  return { first, count: Math.max(Math.floor(Math.log(high) / step) + 2 - first + 1, STENCIL) }
}

/** Solves a place unless it is. Threads that share a table may both solve it: the results are the same. */
export function solvePlace(table: GridTable, slice: number, row: number, withRho: boolean): void {
  const place = slice * table.rows + row
  const known = Atomics.load(table.solved, place)
  if (known === WITH_SLOPES || (known === SOLVED && !withRho)) return
  const strike = Math.exp((table.firstSlice + slice) * SLICE_STEP)
  if (neverPays(table, strike)) {
    Atomics.store(table.solved, place, WITH_SLOPES)
    return
  }
  const [start, end] = [place * table.nodes, (place + 1) * table.nodes]
  const premiums = table.premiums.subarray(start, end)
  if (known !== SOLVED) {
    solveStrike(marchOf(table, row, 0), strike, premiums, table.exercised.subarray(start, end))
    Atomics.store(table.solved, place, SOLVED)
  }
  if (!withRho) return
  solveStrike(marchOf(table, row, RATE_STEP), strike, bumped, ignored)
  for (let node = 0; node < table.nodes; node++) {
    table.rateSlopes[start + node] = (at(bumped, node) - at(premiums, node)) / RATE_STEP
  }
  Atomics.store(table.solved, place, WITH_SLOPES)
}

const bumped = new Float64Array(PLAIN_SIZE.nodes)
const ignored = new Uint8Array(PLAIN_SIZE.nodes)

/** The marches of the last tables: the contracts of an expiration read a few rows, one strike after the other. */
interface Marches {
  readonly table: GridTable
  readonly rateStep: number
  readonly schedule: Schedule
  readonly byRow: Map<number, PremiumMarch>
}
let recent: readonly Marches[] = []
/** Calls and puts of an expiration, each with rho. */
const MAX_RECENT = 4

function marchOf(table: GridTable, row: number, rateStep: number): PremiumMarch {
  const { byRow, schedule } = marchesOf(table, rateStep)
  const march = byRow.get(row) ?? premiumMarch(schedule, Math.exp((table.firstRow + row) * table.rowStep))
  byRow.set(row, march)
  return march
}

function marchesOf(table: GridTable, rateStep: number): Marches {
  const found = recent.find((one) => one.table === table && one.rateStep === rateStep)
  if (found) return found
  const terms = { ...table, rate: table.rate + rateStep }
  const made = { table, rateStep, schedule: schedule(terms, sizeOf(table)), byRow: new Map<number, PremiumMarch>() }
  recent = [made, ...recent.slice(0, MAX_RECENT - 1)]
  return made
}
