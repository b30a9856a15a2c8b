import type { FlowRow } from '../../src/flow/domain/flow-row.ts'
import { alertBase } from '../../src/flow/domain/score/alert-rules.ts'
import { LIQUIDITY_CLASSES, liquidityClassOf } from '../../src/flow/domain/score/rarity-cells.ts'
import type { RarityStart } from '../../src/flow/domain/score/rarity-start.ts'
import { pointsTogether } from '../../src/flow/domain/score/unusual-score.ts'
import { FlowReader } from '../../src/flow/domain/tape/flow-reader.ts'
import { tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { pointsWithFormula, pointsWithout } from './earlier-points.ts'
import { figure, type ValidationFigure } from './figure.ts'
import { averagePrecision, type Judged, recallAt, stabilityIndex } from './ranking.ts'
import { SHORT_SWEEP, SYMBOLS, syntheticTape, TENFOLD, type ValidationTape } from './synthetic-tape.ts'

/** Share of the prints that somebody could look at. */
export const BUDGET = 0.002

export interface Extent {
  readonly from: string
  readonly to: string
  /** Orders per symbol and session. */
  readonly orders: number
}

export const PUBLISHED: Extent = { from: '2026-10-05', to: '2026-10-23', orders: 6_000 }

interface JudgedRow {
  readonly row: FlowRow
  readonly truth: number
  /** Number of the calendar week. */
  readonly week: number
}

/** Tapes that the calibration has not seen. */
export function* tapesOf({ from, to, orders }: Extent, seed = 7_001): Generator<ValidationTape> {
  for (const date of tradingDaysBetween(from, to)) {
    for (const symbol of SYMBOLS) yield syntheticTape(symbol, date, { seed, count: orders })
  }
}

/** The figures that are published, from tapes with planted episodes. */
export function validate(tapes: Iterable<ValidationTape>, start?: RarityStart): readonly ValidationFigure[] {
  const rows: JudgedRow[] = []
  let sessions = 0
  for (const tape of tapes) {
    sessions++
    rows.push(...judge(tape, start))
  }
  return figuresOf(rows, sessions)
}

function judge({ prints, facts, truth }: ValidationTape, start: RarityStart | undefined): JudgedRow[] {
  const { symbol, sessionDate } = prints
  const { rows } = new FlowReader({ symbol, sessionDate, facts, start }).read(prints)
  const week = Math.floor((Date.parse(sessionDate) / 86_400_000 + 3) / 7)
  return rows.map((row) => ({ row, truth: truth[row.sequence] ?? 0, week }))
}

const EARLIER = {
  formula: 'By points with a formula set by hand instead of the learned accumulation',
  trees: 'By points without accumulation',
} as const

function figuresOf(rows: readonly JudgedRow[], sessions: number): ValidationFigure[] {
  const by = (rank: (row: FlowRow) => number): Judged[] => rows.map(({ row, truth }) => ({ truth, rank: rank(row) }))
  const points = by(pointsOf)
  const score = by((row) => row.rarity)
  const formula = by(pointsWithFormula)
  const trees = by(pointsWithout)
  const rules = by((row) => alertBase(row.alertTypes) + row.alertTypes.length / 100)
  const planted = rows.filter(({ truth }) => truth > 0).length
  const flags = flagRates(rows)
  return [
    figure('sessions', sessions, 'Symbols times sessions of simulated tape that the calibration has not seen.'),
    figure('rows', rows.length, 'Rows of flow in them.'),
    figure(
      'planted_share',
      planted / rows.length,
      'Share of the rows that were planted: half of them prints of ten times the size that one print of the contract in a hundred reaches, worth USD 25,000 and more, half sweeps of out-of-the-money contracts with a week to live.',
    ),
    figure(
      'pr_auc',
      averagePrecision(points),
      'Area under precision and recall of the planted rows, ranked by the points of all factors.',
    ),
    figure('pr_auc_score', averagePrecision(score), 'The same ranked by unusual_score, not rounded.'),
    figure(
      'pr_auc_rules',
      averagePrecision(rules),
      'The same ranked by the alert types alone: highest base, then how many.',
    ),
    figure('pr_auc_formula', averagePrecision(formula), `${EARLIER.formula}, pr_auc.`),
    figure('pr_auc_trees', averagePrecision(trees), `${EARLIER.trees}, pr_auc.`),
    figure('recall', recallAt(points, BUDGET), 'Share of the planted rows among the 0.2 % of rows with most points.'),
    figure('recall_score', recallAt(score, BUDGET), 'The same among the 0.2 % of highest unusual_score.'),
    figure('recall_rules', recallAt(rules, BUDGET), 'The same by the alert types alone.'),
    figure('recall_formula', recallAt(formula, BUDGET), `${EARLIER.formula}, recall.`),
    figure('recall_trees', recallAt(trees, BUDGET), `${EARLIER.trees}, recall.`),
    figure('recall_tenfold', recallAt(points, BUDGET, TENFOLD), 'Of the tenfold sizes alone, by points.'),
    figure('recall_short_sweeps', recallAt(points, BUDGET, SHORT_SWEEP), 'Of the sweeps alone, by points.'),
    figure(
      'stability_index',
      largestDrift(rows),
      'Largest population stability index of the points from one week to the next; below 0.1 counts as no change.',
    ),
    ...LIQUIDITY_CLASSES.map((name, index) =>
      figure(
        `flag_rate_${name}`,
        flags[index] ?? Number.NaN,
        `Share of the rows in ${name} contracts with a score of 80 or more, without the planted ones: 0.01 is stated.`,
      ),
    ),
  ]
}

function pointsOf({ evidence, premium }: FlowRow): number {
  return pointsTogether(evidence, premium)
}

function largestDrift(rows: readonly JudgedRow[]): number {
  const weeks = [...Map.groupBy(rows, ({ week }) => week).values()].map((each) => each.map(({ row }) => pointsOf(row)))
  return Math.max(0, ...weeks.slice(1).map((week, index) => stabilityIndex(weeks[index] ?? [], week)))
}

function flagRates(rows: readonly JudgedRow[]): number[] {
  const usual = rows.filter(({ truth }) => truth === 0).map(({ row }) => row)
  return LIQUIDITY_CLASSES.map((_, index) => {
    const own = usual.filter(({ openInterest }) => liquidityClassOf(openInterest) === index)
    return own.filter(({ unusualScore }) => unusualScore >= 80).length / own.length
  })
}
