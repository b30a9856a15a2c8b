import { orNull } from '../../../lib/math/numbers.ts'
import type { WithWarnings } from '../../../lib/with-warnings.ts'
import type { DailyBar } from '../../../market/domain/stocks/bar.ts'
import type { IvTermStructure, TermStructureState } from '../../contract/iv-term-structure.ts'
import { realizedVolatility } from '../trend/realized-volatility.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { calendarWarnings } from './calendar-arbitrage.ts'
import { type ConstantMaturities, constantMaturities, expectedMove } from './constant-maturities.ts'
import { ivRank } from './iv-rank.ts'
import { type VolatilityRanges, volatilityRanges } from './volatility-ranges.ts'

/** Stored history of a symbol; empty lists where nothing is stored. */
export interface VolatilityPast {
  /** iv30 of each session before the chain's, in date order; NaN where it is unknown. */
  readonly iv30Before: readonly number[]
  /** Daily bars up to the chain's session, in date order, adjusted for splits. */
  readonly bars: readonly DailyBar[]
}

const FLAT_BAND = 0.02

export function ivTermStructure(
  valued: ValuedChain,
  { iv30Before, bars }: VolatilityPast,
): WithWarnings<IvTermStructure> {
  const { answer: maturities, warnings } = constantMaturities(valued)
  const rank = ivRank([...iv30Before, maturities.iv30])
  const realized = (count: number) => realizedVolatility(bars, count).close_to_close
  const rv30 = realized(30)
  const ranges = volatilityRanges(valued)
  return {
    answer: {
      iv30: orNull(maturities.iv30),
      iv30_range: ranges.iv30,
      iv60: orNull(maturities.iv60),
      iv90: orNull(maturities.iv90),
      ...rank.answer,
      rv10: realized(10),
      rv20: realized(20),
      rv30,
      rv60: realized(60),
      iv_minus_rv30: orNull(maturities.iv30 - (rv30 ?? Number.NaN)),
      state: stateOf(maturities),
      points: valued.expirations.flatMap((expiration, index) =>
        expiration.expired ? [] : [pointOf(expiration, ranges, index)],
      ),
    },
    warnings: [...valued.warnings, ...warnings, ...calendarWarnings(valued), ...rank.warnings],
  }
}

function pointOf(
  expiration: ValuedExpiration,
  ranges: VolatilityRanges,
  index: number,
): IvTermStructure['points'][number] {
  const move = expectedMove(expiration)
  return {
    expiration_date: expiration.expirationDate,
    settlement: expiration.settlement,
    dte: expiration.dte,
    atm_iv: orNull(expiration.atmIv),
    atm_iv_range: ranges.atmIv[index] ?? null,
    forward: orNull(expiration.forward),
    expected_move: orNull(move),
    expected_move_range: ranges.expectedMove[index] ?? null,
    expected_move_pct: orNull((100 * move) / expiration.referencePrice),
  }
}

/** Compares 90 days (60 where that is unknown) with 30 days: flat within 2 %. */
export function stateOf({ iv30, iv60, iv90 }: ConstantMaturities): TermStructureState {
  const slope = (Number.isNaN(iv90) ? iv60 : iv90) / iv30 - 1
  if (Number.isNaN(slope)) return 'unknown'
  if (slope > FLAT_BAND) return 'contango'
  return slope < -FLAT_BAND ? 'backwardation' : 'flat'
}
