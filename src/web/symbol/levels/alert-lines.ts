/** The price alerts of a symbol as lines over its candles. */
import type { PriceLine } from '../../charts/price-lines.ts'
import type { AnswerOf } from '../../client.ts'

type Alert = Pick<AnswerOf<'list_alerts'>['data'][number], 'name' | 'source' | 'enabled' | 'criteria'>

export function alertLines(alerts: readonly Alert[], symbol: string): PriceLine[] {
  return alerts.flatMap(({ source, enabled, criteria: { symbols, level, value } }) => {
    const isHere = source === 'market_level' && enabled && Array.isArray(symbols) && symbols.includes(symbol)
    if (!isHere || level !== 'price' || typeof value !== 'number') return []
    return [{ price: value, title: 'Alert', colour: 'accent', width: 1, stroke: 'dashed' }]
  })
}
