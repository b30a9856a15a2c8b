import { orNull } from '../../lib/math/numbers.ts'
import { significant } from '../../lib/math/significant.ts'
import type { FlowPrint } from '../contract/flow-print.ts'
import { type FlowRow, sentimentReason, volumeOiRatio } from './flow-row.ts'
import { alertBase } from './score/alert-rules.ts'
import { SIDE_LABELS } from './tape/print-side.ts'

const PRICE_DIGITS = 12
const MODEL_DIGITS = 6

export function flowPrint(row: FlowRow): FlowPrint {
  return {
    id: row.id,
    executed_at: new Date(row.executedAtMs).toISOString(),
    symbol: row.symbol,
    option_symbol: row.optionSymbol,
    option_type: row.optionType,
    strike: row.strike,
    expiration_date: row.expirationDate,
    dte: row.dte,
    side: row.side,
    side_label: SIDE_LABELS[row.side],
    price: significant(row.price, PRICE_DIGITS),
    bid: knownOrNull(row.bid),
    ask: knownOrNull(row.ask),
    size: row.size,
    premium: orNull(significant(row.premium, PRICE_DIGITS)),
    underlying_price: knownOrNull(row.underlyingPrice),
    implied_volatility: orNull(significant(row.impliedVolatility, MODEL_DIGITS)),
    delta: orNull(significant(row.delta, MODEL_DIGITS)),
    open_interest: knownOrNull(row.openInterest),
    volume: knownOrNull(row.volume),
    volume_oi_ratio: orNull(significant(volumeOiRatio(row), MODEL_DIGITS)),
    trade_type: row.tradeType,
    sentiment: row.sentiment,
    sentiment_reason: sentimentReason(row),
    unusual_score: row.unusualScore,
    alert_base: alertBase(row.alertTypes),
    alert_types: [...row.alertTypes],
  }
}

/** Feeds write unknown values as negative numbers. */
function knownOrNull(value: number): number | null {
  return value >= 0 ? orNull(value) : null
}
