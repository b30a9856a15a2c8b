import { parseOptionSymbol } from '../../market/domain/options/option-symbol.ts'
import { flowId, flowIdPrefix } from '../domain/flow-id.ts'
import { type FlowRow, SENTIMENTS, TRADE_TYPES } from '../domain/flow-row.ts'
import { ALERT_TYPES, type AlertType } from '../domain/score/alert-rules.ts'
import { CENTS } from '../domain/sums/flow-sums.ts'
import { type Direction, SIDES } from '../domain/tape/print-side.ts'
import type { FlowRowRow } from './tables.ts'

/** Elements of `detail`. Evidence is stored as base64 doubles, so that points and reasons are reproduced exactly. */
type Detail = [
  price: number,
  bid: number | null,
  ask: number | null,
  premium: number | null,
  underlyingPrice: number | null,
  impliedVolatility: number | null,
  volatilityReason: string,
  delta: number | null,
  openInterest: number | null,
  volume: number | null,
  lowQuality: 0 | 1,
  legs: number,
  exchanges: number,
  rarity: number,
  evidence: string,
]

export function toFlowRowRow(row: FlowRow): FlowRowRow {
  const cents = Math.round(CENTS * row.premium)
  return {
    symbol: row.symbol,
    session_date: row.sessionDate,
    sequence: row.sequence,
    executed_at: row.executedAtMs,
    option_symbol: row.optionSymbol,
    dte: row.dte,
    side: row.side,
    size: row.size,
    premium_cents: Number.isNaN(cents) ? null : cents,
    trade_type: row.tradeType,
    sentiment: row.sentiment,
    aggressor: row.aggressor,
    unusual_score: row.unusualScore,
    alert_types: row.alertTypes.join(' '),
    detail: JSON.stringify(detailOf(row)),
  }
}

/** `JSON.stringify` writes NaN as null. */
function detailOf(row: FlowRow): Detail {
  const evidence = evidenceText(row.evidence)
  return [
    row.price,
    row.bid,
    row.ask,
    row.premium,
    row.underlyingPrice,
    row.impliedVolatility,
    row.volatilityReason,
    row.delta,
    row.openInterest,
    row.volume,
    row.lowQuality ? 1 : 0,
    row.legs,
    row.exchanges,
    row.rarity,
    evidence,
  ]
}

/** Throws for a row that `toFlowRowRow` did not write. */
export function fromFlowRowRow(stored: FlowRowRow): FlowRow {
  const contract = parseOptionSymbol(stored.option_symbol)
  if (!contract) throw new Error(`A stored flow row has an invalid option symbol: ${stored.option_symbol}`)
  const [price, bid, ask, premium, underlyingPrice, volatility, reason, delta, openInterest, volume, ...rest] =
    JSON.parse(stored.detail) as Detail
  const [lowQuality, legs, exchanges, rarity, evidence] = rest
  return {
    id: flowId(flowIdPrefix(stored.session_date, stored.symbol), stored.sequence),
    sequence: stored.sequence,
    symbol: stored.symbol,
    sessionDate: stored.session_date,
    executedAtMs: stored.executed_at,
    optionSymbol: stored.option_symbol,
    optionType: contract.optionType,
    strike: contract.strike,
    expirationDate: contract.expirationDate,
    dte: stored.dte,
    side: known(SIDES, stored.side),
    price,
    bid: orNaN(bid),
    ask: orNaN(ask),
    size: stored.size,
    premium: orNaN(premium),
    underlyingPrice: orNaN(underlyingPrice),
    impliedVolatility: orNaN(volatility),
    volatilityReason: reason,
    delta: orNaN(delta),
    openInterest: orNaN(openInterest),
    volume: orNaN(volume),
    tradeType: known(TRADE_TYPES, stored.trade_type),
    sentiment: known(SENTIMENTS, stored.sentiment),
    aggressor: stored.aggressor as Direction,
    lowQuality: lowQuality === 1,
    legs,
    exchanges,
    alertTypes: alertTypesIn(stored.alert_types),
    unusualScore: stored.unusual_score,
    rarity,
    evidence: evidenceIn(evidence),
  }
}

function orNaN(value: number | null): number {
  return value ?? Number.NaN
}

function known<T extends string>(names: readonly T[], name: string): T {
  const found = names.find((each) => each === name)
  if (found === undefined) throw new Error(`A stored flow row has an unknown value: ${name}`)
  return found
}

function alertTypesIn(text: string): AlertType[] {
  return text === '' ? [] : text.split(' ').map((name) => known(ALERT_TYPES, name))
}

/**
 * Where the evidence lies among the numbers that are stored. Earlier versions stored 28, and read so many; what only the
 * model needs was among them and is stored no more.
 */
const STORED_PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 17, 18, 19, 20, 21, 22, 24, 25, 26, 28]
const STORED_COUNT = 29

function evidenceText(evidence: readonly number[]): string {
  const stored = new Float64Array(evidence.length > 0 ? STORED_COUNT : 0).fill(Number.NaN)
  for (const [index, value] of evidence.entries()) stored[STORED_PLACES[index] ?? STORED_COUNT] = value
  return Buffer.from(stored.buffer).toString('base64')
}

function evidenceIn(text: string): readonly number[] {
  const stored = new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
  return stored.length === 0 ? [] : STORED_PLACES.map((place) => stored[place] ?? Number.NaN)
}
