/** Sale conditions of the two stock tapes as the flags that analytics decide by. */
import { OFF_EXCHANGE, SALE_CONDITION } from '../../../domain/stocks/stock-trades.ts'
import type { StockTrade } from '../rest/schema.ts'

const FLAGS: Readonly<Record<string, number>> = {
  '@': SALE_CONDITION.regular,
  ' ': SALE_CONDITION.regular,
  F: SALE_CONDITION.intermarketSweep,
  O: SALE_CONDITION.openingPrint,
  '6': SALE_CONDITION.closingPrint,
  '4': SALE_CONDITION.derivativelyPriced,
  T: SALE_CONDITION.formT | SALE_CONDITION.extendedHours,
  U: SALE_CONDITION.formT | SALE_CONDITION.outOfSequence,
  L: SALE_CONDITION.sold,
  Z: SALE_CONDITION.sold | SALE_CONDITION.outOfSequence,
  '7': SALE_CONDITION.contingent,
  V: SALE_CONDITION.contingent,
  W: SALE_CONDITION.averagePrice,
  X: SALE_CONDITION.cross,
  M: SALE_CONDITION.officialClose,
  Q: SALE_CONDITION.officialOpen,
  P: SALE_CONDITION.priorReferencePrice,
  I: SALE_CONDITION.oddLot,
}

/** On the tapes of NYSE stocks a B is an average price, on that of Nasdaq (C) a bunched trade. */
export function saleConditionsOf(codes: readonly string[], tape: string | null | undefined): number {
  let flags = 0
  for (const code of codes) {
    flags |= code === 'B' && tape !== 'C' ? SALE_CONDITION.averagePrice : (FLAGS[code] ?? 0)
  }
  return flags >>> 0
}

/** Official opens and closes repeat the price of an auction whose shares were counted before. */
export function repeatsAuction(conditions: number): boolean {
  return (conditions & (SALE_CONDITION.officialClose | SALE_CONDITION.officialOpen)) !== 0
}

/** What was agreed at another price or time than that of the market, and reports that come late or are repeated. */
const NO_PRICE =
  SALE_CONDITION.outOfSequence |
  SALE_CONDITION.sold |
  SALE_CONDITION.contingent |
  SALE_CONDITION.averagePrice |
  SALE_CONDITION.derivativelyPriced |
  SALE_CONDITION.priorReferencePrice |
  SALE_CONDITION.officialClose |
  SALE_CONDITION.officialOpen

/** Whether a trade shows the price at its instant. Those from off the exchanges are reported up to ten seconds later. */
export function makesPrice({ x, c, z }: Pick<StockTrade, 'x' | 'c' | 'z'>): boolean {
  return x.charCodeAt(0) !== OFF_EXCHANGE && (saleConditionsOf(c ?? [], z) & NO_PRICE) === 0
}
