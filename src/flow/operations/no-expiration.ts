import { daysBetween } from '../../lib/time/civil-date.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'

interface Requested {
  readonly symbol?: string | undefined
  readonly dte_min?: number | undefined
  readonly dte_max?: number | undefined
}

/** Why there are no trades, if no listed expiration is as near as it was requested: a sentence with the next one. */
export async function noExpirationIn(
  view: MarketView,
  rows: number,
  { symbol, dte_min: min = 0, dte_max: max }: Requested,
): Promise<string[]> {
  if (rows > 0 || symbol === undefined || max === undefined) return []
  const chain = await nullIfNotFound(view.chain(symbol))
  const listed = (chain?.expirations ?? [])
    .map(({ expirationDate: date }) => ({ date, dte: daysBetween(chain?.sessionDate ?? date, date) }))
    .sort((a, b) => a.dte - b.dte)
  if (listed.some(({ dte }) => dte >= min && dte <= max)) return []
  const next = listed.find(({ dte }) => dte > max)
  return next ? [`No expiration is listed in that range: the next one is ${next.date} (dte ${next.dte}).`] : []
}
