import type { MarketView } from '../../../market/ports/market-source.ts'
import type { Calibration } from '../../contract/strategies/calibration.ts'
import { calibrationOf, type Outcome } from '../../domain/calibration/calibration.ts'
import { calibrationDaysFor, type PastQuantiles } from '../../domain/calibration/past-quantiles.ts'
import type { AnalyticsContext } from '../context.ts'

/** A close and a chain of one session that differ by more have a split after them. */
const SPLIT_GAP = 0.15

export interface CalibrationQuestion {
  readonly symbol: string
  /** Of the chain that answers: only what came before it is known. */
  readonly sessionDate: string
  /** Calendar days to the date of the probability. */
  readonly days: number
}

/** How often implied probabilities over about as many days came true before a session. */
export async function calibrationBefore(
  { impliedQuantiles, marketName }: Pick<AnalyticsContext, 'impliedQuantiles' | 'marketName'>,
  view: MarketView,
  { symbol, sessionDate, days }: CalibrationQuestion,
): Promise<Calibration> {
  const near = calibrationDaysFor(days)
  const windows = await impliedQuantiles.endedBefore({ market: marketName, symbol }, near, sessionDate)
  const [first] = windows
  const bars = first ? await view.dailyBars(symbol, { from: first.sessionDate, to: sessionDate }) : []
  const closes = new Map(bars.map(({ date, close }) => [date, close]))
  return calibrationOf(
    near,
    windows.flatMap((window) => outcomeOf(window, closes) ?? []),
  )
}

/** Bars are adjusted for later splits, chains never. */
function outcomeOf(window: PastQuantiles, closes: ReadonlyMap<string, number>): Outcome | null {
  const [then, came] = [closes.get(window.sessionDate), closes.get(window.targetDate)]
  if (then === undefined || came === undefined) return null
  const scale = Math.abs(then / window.price - 1) > SPLIT_GAP ? window.price / then : 1
  return { ...window, close: came * scale }
}
