import type { FlowOutcome } from '../../contract/flow-outcome.ts'
import type { ScorePart, UnusualPrint } from '../../contract/unusual-activity.ts'
import { flowPrint } from '../flow-print.ts'
import { type FlowRow, volumeOiRatio } from '../flow-row.ts'
import { cellText } from './rarity-cells.ts'
import { EVIDENCE, FACTORS, type Factor } from './rarity-features.ts'
import { factorPoints, roundToSum } from './unusual-score.ts'

export function unusualPrint(row: FlowRow, outcome: FlowOutcome): UnusualPrint {
  return { ...flowPrint(row), score_breakdown: scoreBreakdown(row), outcome }
}

export function scoreBreakdown(row: FlowRow): ScorePart[] {
  const given = factorPoints(row.evidence, row.premium)
  const together = given.reduce((sum, each) => sum + each, 0)
  const points = roundToSum(
    given.map((each) => (together > 0 ? (each / together) * row.unusualScore : 0)),
    row.unusualScore,
  )
  const parts: ScorePart[] = FACTORS.map((factor, index) => ({
    factor,
    points: points[index] ?? 0,
    reason: REASONS[factor](row) + rankText(row, index),
  }))
  const [combination = 0, accumulation = 0] = points.slice(FACTORS.length)
  if (combination > 0) parts.push({ factor: 'combination', points: combination, reason: combinationReason(row) })
  if (accumulation > 0) parts.push({ factor: 'accumulation', points: accumulation, reason: accumulationReason(row) })
  return parts
}

const REASONS: Readonly<Record<Factor, (row: FlowRow) => string>> = {
  size: (row) => `${contractsText(row.size)} against a usual ${count(evidenceOf(row, EVIDENCE.usualSize))}`,
  premium: (row) =>
    Number.isNaN(row.premium)
      ? 'Premium unknown'
      : `Premium of USD ${count(row.premium)} against a usual ${count(evidenceOf(row, EVIDENCE.usualPremium))}`,
  volume_oi: (row) =>
    row.openInterest > 0
      ? `Size is ${percent(row.size / row.openInterest)}, volume ${percent(volumeOiRatio(row))} of an open interest of ${count(row.openInterest)}`
      : 'Open interest unknown or zero',
  history: (row) =>
    `Volume of ${row.volume >= 0 ? contractsText(row.volume) : 'the prints seen'} against ${count(evidenceOf(row, EVIDENCE.expectedVolume))} expected by that time`,
  execution: executionReason,
  order_type: (row) =>
    row.tradeType === 'sweep'
      ? `Sweep of ${plural(row.legs, 'print')} on ${plural(row.exchanges, 'exchange')}`
      : `Order of type ${row.tradeType.replaceAll('_', ' ')}`,
  timing: timingReason,
  strike: (row) =>
    Number.isNaN(row.delta)
      ? `Delta unknown, ${plural(row.dte, 'day')} to expiry`
      : `Delta ${row.delta.toFixed(2)}, ${plural(row.dte, 'day')} to expiry`,
}

function executionReason(row: FlowRow): string {
  if (row.lowQuality) return 'No usable quote before the print'
  const from = 0.5 * (row.bid + row.ask)
  const halfSpreads = (row.price - from) / (0.5 * (row.ask - row.bid))
  return `Price ${price(row.price)} on ${price(row.bid)} × ${price(row.ask)}, ${Math.abs(halfSpreads).toFixed(1)} half spreads ${halfSpreads < 0 ? 'below' : 'above'} the mid`
}

function timingReason(row: FlowRow): string {
  const toClose = evidenceOf(row, EVIDENCE.minutesToClose)
  const toEvent = evidenceOf(row, EVIDENCE.minutesToEvent)
  const toEarnings = evidenceOf(row, EVIDENCE.daysToEarnings)
  const parts = [
    Number.isNaN(toClose)
      ? 'Outside a session'
      : toClose >= 0
        ? `${count(toClose)} minutes to the close`
        : 'After the close',
    ...(toEvent >= 0 ? [`${count(toEvent)} minutes to a scheduled event`] : []),
    ...(toEarnings >= 0 ? [`${plural(toEarnings, 'day')} to earnings`] : []),
  ]
  return parts.join(', ')
}

function combinationReason(row: FlowRow): string {
  return `${percent(evidenceOf(row, EVIDENCE.joint))} of prints in ${cellText(row.openInterest, row.dte)} have a more common combination of these factors.`
}

function accumulationReason(row: FlowRow): string {
  const [buys, sells] = [evidenceOf(row, EVIDENCE.buys), evidenceOf(row, EVIDENCE.sells)]
  const over = percent(evidenceOf(row, EVIDENCE.overOpenInterest))
  return `The contract and the strikes next to it were bought ${plural(buys, 'time')} and sold ${plural(sells, 'time')} in this session, the contract on balance ${over} of its open interest.`
}

function rankText(row: FlowRow, index: number): string {
  const rank = evidenceOf(row, EVIDENCE.rank + index)
  if (Number.isNaN(rank)) return ': nothing to compare with.'
  return `: more than ${percent(rank)} of prints in ${cellText(row.openInterest, row.dte)}.`
}

function evidenceOf({ evidence }: FlowRow, place: number): number {
  return evidence[place] ?? Number.NaN
}

function contractsText(size: number): string {
  return plural(size, 'contract')
}

function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`
}

/** With thousands separators, and one decimal below 10. */
function count(value: number): string {
  const digits = value < 10 && !Number.isInteger(value) ? 1 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** A share in single precision has seven digits: one of 57 % must not become 56. */
function percent(share: number): string {
  const rounded = Number((100 * share).toPrecision(6))
  const value = share < 1 ? Math.min(rounded, 99.9) : rounded
  return `${value >= 99 && value < 100 ? (Math.floor(10 * value) / 10).toFixed(1) : value < 10 ? value.toFixed(1) : Math.floor(value)} %`
}

function price(value: number): string {
  return value.toFixed(2)
}
