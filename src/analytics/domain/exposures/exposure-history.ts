/** The exposures of a session over its minutes as an answer. */

import { at, indexAt } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { significant } from '../../../lib/math/significant.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { ExposureHistory } from '../../contract/exposures/exposure-history.ts'
import type { ExposureMinutes, SnapshotGreek } from './exposure-snapshot.ts'
import { MATRIX_UNITS } from './matrix-greek.ts'

export interface HistoryQuery {
  readonly greek: SnapshotGreek
  /** Minutes from one time to the next; every time is a multiple of it. */
  readonly step: number
  /** Whole minutes since 1970, included. */
  readonly from: number
  readonly to: number
}

/** The values are kept to about four digits. */
export const EXPOSURE_DIGITS = 5

/** From the first to the last kept minute of the range. A minute without a snapshot is a row of nulls, and is counted. */
export function exposureHistory(
  all: ExposureMinutes,
  { greek, step, from, to }: HistoryQuery,
): Omit<ExposureHistory, 'sessions'> {
  const rows = new Map<number, number>()
  all.minutes.forEach((minute, row) => {
    if (minute >= from && minute <= to && minute % step === 0) rows.set(minute, row)
  })
  const kept = [...rows.keys()]
  const [first = 0, last = -1] = [kept[0], kept.at(-1)]
  const times = Array.from({ length: Math.max((last - first) / step + 1, 0) }, (_, index) => first + step * index)
  const width = all.strikes.length
  return {
    greek,
    unit: greek === 'zero_dte' ? MATRIX_UNITS.gamma : MATRIX_UNITS[greek],
    interval_minutes: step,
    missing_minutes: times.length - kept.length,
    strikes: [...all.strikes],
    data: times.map((minute) => totalsAt(all, minute, rows.get(minute))),
    values: times.map((minute) => {
      const row = rows.get(minute)
      return Array.from(all.strikes, (_strike, place) =>
        row === undefined ? null : orNull(significant(at(all.byStrike[greek], row * width + place), EXPOSURE_DIGITS)),
      )
    }),
  }
}

function totalsAt({ totals }: ExposureMinutes, minute: number, row = -1): ExposureHistory['data'][number] {
  const figure = (column: Float64Array) => (row < 0 ? null : orNull(at(column, row)))
  return {
    time: new Date(minute * MINUTE_MS).toISOString(),
    underlying_price: figure(totals.price),
    iv30: figure(totals.iv30),
    net_gex: figure(totals.netGex),
    net_dex: figure(totals.netDex),
    net_vanna_exposure: figure(totals.netVanna),
    net_charm_exposure: figure(totals.netCharm),
    gamma_flip: figure(totals.gammaFlip),
    call_wall: figure(totals.callWall),
    put_wall: figure(totals.putWall),
  }
}

/** The last kept minute of a session, UTC in milliseconds; NaN without any. */
export function lastInstantMs({ minutes }: ExposureMinutes): number {
  return minutes.length === 0 ? Number.NaN : indexAt(minutes, minutes.length - 1) * MINUTE_MS
}
