/** The exposures of a chain at one minute, by strike near the price, as they are kept over a session. */

import { at, indexAt } from '../../../lib/math/columns.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { selectedRows } from '../chain/expiration-filter.ts'
import { constantMaturities } from '../smile/constant-maturities.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import { figureReader } from './exposure-matrix.ts'
import { exposures } from './exposures.ts'
import type { GammaFigures } from './gamma-exposure.ts'

/** What is kept by strike; `zero_dte` is the gamma of contracts that expire on the day. */
export const SNAPSHOT_GREEKS = ['gamma', 'zero_dte', 'delta', 'vanna', 'charm'] as const
export type SnapshotGreek = (typeof SNAPSHOT_GREEKS)[number]

export const SNAPSHOT_TOTALS = [
  'price',
  'iv30',
  'netGex',
  'netDex',
  'netVanna',
  'netCharm',
  'gammaFlip',
  'callWall',
  'putWall',
] as const
export type SnapshotTotal = (typeof SNAPSHOT_TOTALS)[number]

/**
 * Minutes in order of time. A column of totals has one value a minute; a column by strike has those of the first minute,
 * then of the next. NaN is unknown, or a strike that is not listed. Units are those of the exposures.
 */
export interface ExposureMinutes {
  /** Whole minutes since 1970, ascending. */
  readonly minutes: Uint32Array
  readonly totals: Readonly<Record<SnapshotTotal, Float64Array>>
  /** USD, ascending. */
  readonly strikes: Float64Array
  readonly byStrike: Readonly<Record<SnapshotGreek, Float64Array>>
}

/** Share of the price up to which strikes are kept. */
const REACH = 0.08

/** One minute: that of the chain. `gamma` must be of all its expirations. */
export function exposureSnapshot(valued: ValuedChain, { answer }: Pick<GammaFigures, 'answer'>): ExposureMinutes {
  const all = exposures(valued, selectedRows(valued, {}))
  const known = (value: number | null) => Float64Array.of(value ?? Number.NaN)
  const near = rowsNear(valued)
  return {
    minutes: Uint32Array.of(Math.floor(valued.chain.asOfMs / MINUTE_MS)),
    totals: {
      price: known(valued.spot),
      iv30: known(constantMaturities(valued).answer.iv30),
      netGex: known(all.netGex),
      netDex: known(all.netDex),
      netVanna: known(all.netVanna),
      netCharm: known(all.netCharm),
      gammaFlip: known(answer.gamma_flip),
      callWall: known(answer.call_wall),
      putWall: known(answer.put_wall),
    },
    strikes: near.strikes,
    byStrike: columnsOf(SNAPSHOT_GREEKS, (greek) =>
      greek === 'zero_dte'
        ? summed(figureReader(valued, 'gamma', null), ofToday(valued, near))
        : summed(figureReader(valued, greek, null), near),
    ),
  }
}

/** Contracts near the price. */
interface NearRows {
  readonly rows: Uint32Array
  /** Of each row's strike among `strikes`. */
  readonly places: Uint16Array
  /** USD, ascending. */
  readonly strikes: Float64Array
}

function rowsNear({ chain, counted, spot }: ValuedChain): NearRows {
  const { count, strike } = chain.contracts
  const rows = new Uint32Array(count)
  const numbers = new Uint16Array(count)
  // Numbered as they come, each looked up once for the contracts in a row that share it.
  const numberOf = new Map<number, number>()
  let length = 0
  let last = Number.NaN
  let number = 0
  for (let row = 0; row < count; row++) {
    const price = at(strike, row)
    if (counted[row] !== 1 || !(Math.abs(price / spot - 1) <= REACH)) continue
    if (price !== last) {
      number = numberOf.get(price) ?? numberOf.size
      numberOf.set(price, number)
      last = price
    }
    rows[length] = row
    numbers[length++] = number
  }
  const strikes = Float64Array.from(numberOf.keys()).sort()
  const placeOf = new Uint16Array(strikes.length)
  strikes.forEach((price, place) => {
    placeOf[numberOf.get(price) ?? 0] = place
  })
  return {
    rows: rows.subarray(0, length),
    places: numbers.subarray(0, length).map((each) => indexAt(placeOf, each)),
    strikes,
  }
}

function ofToday({ chain, expirations }: ValuedChain, { rows, places, strikes }: NearRows): NearRows {
  const isToday = expirations.map(({ dte, expired }) => dte === 0 && !expired)
  const chosen = (_value: number, index: number) =>
    isToday[indexAt(chain.contracts.expirationIndex, indexAt(rows, index))] === true
  return { rows: rows.filter(chosen), places: places.filter(chosen), strikes }
}

/** Sums by strike; NaN where no row has a figure. */
function summed(read: (row: number) => number, { rows, places, strikes }: NearRows): Float64Array {
  const sums = new Float64Array(strikes.length).fill(Number.NaN)
  for (let index = 0; index < rows.length; index++) {
    const place = indexAt(places, index)
    const value = read(indexAt(rows, index))
    if (!Number.isNaN(value)) sums[place] = (at(sums, place) || 0) + value
  }
  return sums
}

/** Parts in order of time as one, with the strikes of all. */
export function joinedMinutes(parts: readonly ExposureMinutes[]): ExposureMinutes {
  const count = parts.reduce((sum, { minutes }) => sum + minutes.length, 0)
  const strikes = Float64Array.from(new Set(parts.flatMap((part) => [...part.strikes]))).sort()
  const places = new Map(Array.from(strikes, (strike, place) => [strike, place]))
  const byStrike = (greek: SnapshotGreek) => {
    const values = new Float64Array(count * strikes.length).fill(Number.NaN)
    let first = 0
    for (const part of parts) {
      const width = part.strikes.length
      const target = Array.from(part.strikes, (strike) => places.get(strike) ?? 0)
      for (let index = 0; index < part.minutes.length * width; index++) {
        const minute = first + Math.floor(index / width)
        values[minute * strikes.length + (target[index % width] ?? 0)] = at(part.byStrike[greek], index)
      }
      first += part.minutes.length
    }
    return values
  }
  return {
    minutes: Uint32Array.from(parts.flatMap((part) => [...part.minutes])),
    strikes,
    totals: columnsOf(SNAPSHOT_TOTALS, (name) => Float64Array.from(parts.flatMap((part) => [...part.totals[name]]))),
    byStrike: columnsOf(SNAPSHOT_GREEKS, byStrike),
  }
}

/** The minutes of which the number is a multiple of `step`. */
export function everyNthMinute(all: ExposureMinutes, step: number): ExposureMinutes {
  return pickedMinutes(
    all,
    Array.from(all.minutes.keys()).filter((row) => indexAt(all.minutes, row) % step === 0),
  )
}

/** The minutes at some places, with all strikes. */
export function pickedMinutes(all: ExposureMinutes, rows: readonly number[]): ExposureMinutes {
  const width = all.strikes.length
  return {
    minutes: Uint32Array.from(rows, (row) => indexAt(all.minutes, row)),
    strikes: all.strikes,
    totals: columnsOf(SNAPSHOT_TOTALS, (name) => Float64Array.from(rows, (row) => at(all.totals[name], row))),
    byStrike: columnsOf(SNAPSHOT_GREEKS, (greek) => {
      const values = new Float64Array(rows.length * width)
      rows.forEach((row, place) => {
        values.set(all.byStrike[greek].subarray(row * width, (row + 1) * width), place * width)
      })
      return values
    }),
  }
}

/** One value for each name. */
export function columnsOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
}
