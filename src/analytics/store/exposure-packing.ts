/** Exposures of minutes as one text: totals as they are, values by strike as differences of small whole numbers. */
import { packColumns, unpackColumns } from '../../lib/node/packed-columns.ts'
import { decodedValues, encodedValues } from '../domain/exposures/exposure-codes.ts'
import {
  columnsOf,
  type ExposureMinutes,
  SNAPSHOT_GREEKS,
  SNAPSHOT_TOTALS,
} from '../domain/exposures/exposure-snapshot.ts'

interface Unpacked {
  /** The unit of each greek. */
  readonly meta: Readonly<Record<string, number>>
  readonly columns: Readonly<Record<string, Float64Array | Uint32Array | Uint16Array>>
}

export function packedMinutes({ minutes, strikes, totals, byStrike }: ExposureMinutes): string {
  const encoded = SNAPSHOT_GREEKS.map((greek) => [greek, encodedValues(byStrike[greek], strikes.length)] as const)
  return packColumns({
    meta: Object.fromEntries(encoded.map(([greek, { unit }]) => [greek, unit])),
    columns: {
      minutes,
      strikes,
      ...Object.fromEntries(SNAPSHOT_TOTALS.map((name) => [name, totals[name]])),
      ...Object.fromEntries(encoded.map(([greek, { codes }]) => [greek, codes])),
    },
  })
}

export function unpackedMinutes(content: string): ExposureMinutes {
  const { meta, columns } = unpackColumns(content) as unknown as Unpacked
  const strikes = Float64Array.from(columns['strikes'] ?? [])
  const numbers = (name: string) => Float64Array.from(columns[name] ?? [])
  const decoded = (greek: string) =>
    decodedValues({ unit: meta[greek] ?? 0, codes: Uint16Array.from(columns[greek] ?? []) }, strikes.length)
  return {
    minutes: Uint32Array.from(columns['minutes'] ?? []),
    strikes,
    totals: columnsOf(SNAPSHOT_TOTALS, numbers),
    byStrike: columnsOf(SNAPSHOT_GREEKS, decoded),
  }
}
