/**
 * Early-exercise tables of recent chains. A table costs milliseconds and its neighbours differ by less than a quote's
 * tick, so time is rounded to 0.5 %, the yield to 10 basis points: then the next snapshot of a chain finds its tables.
 */
import { type ExerciseTable, exerciseTable } from '../pricing/american-table.ts'

const STEPS_PER_LOG_YEAR = 200
const STEPS_PER_YIELD = 1000
const STEPS_PER_RATE = 10_000
/** About 90 kB each. */
const MOST_TABLES = 512
/** Below this share of the strike (or spot) the whole premium is less than the spread of what it would correct. */
const SMALLEST_CARRY = 1e-3
/** Standard deviations to the exercise boundary beyond which no option near the money feels it. */
const FAR_BOUNDARY = 2.5

const tables = new Map<string, ExerciseTable | null>()

/** What decides whether early exercise matters; `volatility` is a typical one of the expiration. */
export interface ExerciseTerms {
  readonly yearsToExpiry: number
  readonly rate: number
  readonly dividendYield: number
  readonly volatility: number
}

/**
 * Null where early exercise is worth too little to count, and the European value stands. Without rho, which is a third of
 * the work, the table may have it all the same.
 */
export function cachedExerciseTable(isCall: boolean, terms: ExerciseTerms, withRho = true): ExerciseTable | null {
  if (!exerciseMatters(isCall, terms)) return null
  const time = Math.round(Math.log(terms.yearsToExpiry) * STEPS_PER_LOG_YEAR)
  const dividend = Math.round(terms.dividendYield * STEPS_PER_YIELD)
  const rate = Math.round(terms.rate * STEPS_PER_RATE)
  const key = `${isCall} ${time} ${dividend} ${rate}`
  const known = tables.get(key)
  const isEnough = known !== undefined && !(withRho && known?.rateSlopes === null)
  const years = Math.exp(time / STEPS_PER_LOG_YEAR)
  const table = isEnough
    ? known
    : exerciseTable(isCall, years, rate / STEPS_PER_RATE, dividend / STEPS_PER_YIELD, withRho)
  tables.delete(key)
  tables.set(key, table)
  if (tables.size > MOST_TABLES) forgetOldest()
  return table
}

/** A put gains the rate by exercise and gives up the yield, a call the other way round. */
export function exerciseMatters(
  isCall: boolean,
  { yearsToExpiry, rate, dividendYield, volatility }: ExerciseTerms,
): boolean {
  const gain = isCall ? dividendYield : rate
  const loss = isCall ? rate : dividendYield
  if (!(gain * yearsToExpiry > SMALLEST_CARRY)) return false
  const distance = loss > gain ? Math.log(loss / gain) : 0
  return distance < FAR_BOUNDARY * volatility * Math.sqrt(yearsToExpiry)
}

function forgetOldest(): void {
  for (const key of tables.keys()) {
    tables.delete(key)
    return
  }
}
