/**
 * Exposures by strike as small whole numbers: multiples of a power of two, about 1/8000 of the largest value, and of each
 * strike the differences from minute to minute. They compress to a tenth of the doubles. A value that is encoded again with
 * the same unit does not change.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'

/** Multiples of the unit that the largest value may have. */
const LARGEST_CODE = 8_000
/** The code of an unknown value. */
const UNKNOWN = 16_384

export interface EncodedValues {
  /** A power of two; 0 where all values are 0 or unknown. */
  readonly unit: number
  /** By strike, then minute: differences modulo 65,536. */
  readonly codes: Uint16Array
}

/** `values` are by minute, then strike (`width` strikes a minute); NaN is unknown. */
export function encodedValues(values: Float64Array, width: number): EncodedValues {
  const unit = unitOf(values)
  const codes = new Uint16Array(values.length)
  const minutes = width === 0 ? 0 : values.length / width
  let place = 0
  for (let strike = 0; strike < width; strike++) {
    let before = 0
    for (let minute = 0; minute < minutes; minute++) {
      const value = at(values, minute * width + strike)
      const code = Number.isNaN(value) ? UNKNOWN : unit === 0 ? 0 : Math.round(value / unit)
      // Modulo 65,536 by the column itself.
      codes[place++] = code - before
      before = code
    }
  }
  return { unit, codes }
}

export function decodedValues({ unit, codes }: EncodedValues, width: number): Float64Array {
  const values = new Float64Array(codes.length)
  const minutes = width === 0 ? 0 : codes.length / width
  let place = 0
  for (let strike = 0; strike < width; strike++) {
    let code = 0
    for (let minute = 0; minute < minutes; minute++) {
      code = signed(code + indexAt(codes, place++))
      values[minute * width + strike] = code === UNKNOWN ? Number.NaN : code * unit
    }
  }
  return values
}

function unitOf(values: Float64Array): number {
  let largest = 0
  for (const value of values) if (Math.abs(value) > largest) largest = Math.abs(value)
  return largest > 0 ? 2 ** Math.ceil(Math.log2(largest / LARGEST_CODE)) : 0
}

/** A number modulo 65,536 as one from −32,768 to 32,767. */
function signed(code: number): number {
  return (code << 16) >> 16
}
