/**
 * How well score and ideas find accumulations that are planted in the simulated market, and of these the informed ones,
 * among large trades and other accumulations that know nothing.
 */

import { isAccumulated } from '../../src/trade-ideas/domain/pipelines/flow.ts'
import { figure, type ValidationFigure } from './figure.ts'
import { areaUnderCurve, chanceOf, fitLogistic } from './logistic.ts'
import { averagePrecision, firstOf, recallAt } from './ranking.ts'
import { type SimulatedRow, type SimulatedSession, simulatedSessions } from './simulated-sessions.ts'
import { BUDGET } from './validate.ts'

/**
 * The model of opening trades learns from the first sessions and is judged by the others, as is the score, which has
 * learned from other seeds; the formula that was set by hand was set by the first sessions.
 */
export const SIMULATED = { from: '2026-10-19', learnedTo: '2026-10-23', to: '2026-11-06' } as const
/** Of the rows that it learns from: opening trades are no rare class. */
const EVERY = 7
/** Rows of an episode that count as its first. */
const FIRST = 3
/** Points that a blended ranking gives the learned part, as much as the largest factor has. */
const LEARNED_POINTS = 17

export async function episodeFigures(
  extent: { from: string; learnedTo: string; to: string } = SIMULATED,
): Promise<ValidationFigure[]> {
  const learning: SimulatedRow[] = []
  const judged: SimulatedRow[] = []
  const sessions: Omit<SimulatedSession, 'rows'>[] = []
  for await (const { rows, ...session } of simulatedSessions(extent.from, extent.to)) {
    sessions.push(session)
    if (session.date > extent.learnedTo) judged.push(...rows)
    else learning.push(...rows.filter((_, place) => place % EVERY === 0))
  }
  return [
    ...scoreFigures(judged),
    ...accumulatedFigures(judged),
    ...learnedFigures(learning, judged),
    ...accumulationFigures(sessions),
  ]
}

function scoreFigures(rows: readonly SimulatedRow[]): ValidationFigure[] {
  const placed = rows.map(({ place, score }) => ({ truth: place < 0 ? 0 : place < FIRST ? 1 : 2, rank: score }))
  return [
    figure('episode_rows', rows.length, 'Rows of flow of stocks in later sessions of the simulated market.'),
    figure(
      'episode_share',
      rows.filter(({ informed }) => informed).length / rows.length,
      'Share of them that were traded by who knew of a move to come: small orders over hours, in up to four strikes, some of them resting.',
    ),
    figure(
      'episode_recall',
      recall(rows, (row) => row.points),
      'Share of these among the 0.2 % of rows with most points.',
    ),
    figure(
      'episode_recall_score',
      recall(rows, (row) => row.score),
      'The same among the 0.2 % of highest unusual_score.',
    ),
    figure(
      'episode_recall_rules',
      recall(rows, (row) => row.rules),
      'The same by the alert types alone.',
    ),
    figure(
      'episode_pr_auc',
      precision(rows, (row) => row.points),
      'Area under precision and recall of them, by points.',
    ),
    figure(
      'episode_pr_auc_score',
      precision(rows, (row) => row.score),
      'The same by unusual_score, not rounded.',
    ),
    figure(
      'episode_pr_auc_rules',
      precision(rows, (row) => row.rules),
      'The same by the alert types alone.',
    ),
    figure(
      'episode_recall_formula',
      recall(rows, (row) => row.withFormula),
      'episode_recall by points where a formula set by hand (net buys, net contracts over open interest) stands for the learned accumulation.',
    ),
    figure(
      'episode_pr_auc_formula',
      precision(rows, (row) => row.withFormula),
      'episode_pr_auc by the same.',
    ),
    figure(
      'episode_recall_trees',
      recall(rows, (row) => row.withoutAccumulation),
      'episode_recall by points without accumulation: the eight ranks, and their combination by half-space trees.',
    ),
    figure(
      'episode_pr_auc_trees',
      precision(rows, (row) => row.withoutAccumulation),
      'episode_pr_auc by the same.',
    ),
    figure(
      'episode_recall_first',
      recallAt(placed, BUDGET, 1),
      `Of the first ${FIRST} informed rows of a session alone, the share among the 0.2 % of rows of highest unusual_score.`,
    ),
    figure('episode_recall_later', recallAt(placed, BUDGET, 2), 'The same of the later ones.'),
    figure(
      'episode_auc',
      areaUnderCurve(rows.map((row) => ({ rank: row.points, label: row.informed }))),
      'Chance that such a row has more points than one that knows nothing; 0.5 is a coin.',
    ),
  ]
}

/** Of all accumulations, because no tape tells who knows something. */
function accumulatedFigures(rows: readonly SimulatedRow[]): ValidationFigure[] {
  const by = (rank: (row: SimulatedRow) => number) =>
    rows.map((row) => ({ truth: row.informed ? 2 : row.accumulated ? 1 : 0, rank: rank(row) }))
  const [points, score] = [by((row) => row.points), by((row) => row.score)]
  const found = firstOf(score, BUDGET).filter(({ truth }) => truth > 0)
  const planted = score.filter(({ truth }) => truth > 0)
  const informedShare = (of: typeof score) => of.filter(({ truth }) => truth === 2).length / of.length
  return [
    figure(
      'accumulated_share',
      planted.length / rows.length,
      'Share of the rows that belong to a planted accumulation, of someone informed or of someone who knows nothing and acts alike.',
    ),
    figure('accumulated_recall', recallAt(points, BUDGET), 'Share of these among the 0.2 % of rows with most points.'),
    figure('accumulated_recall_score', recallAt(score, BUDGET), 'The same among the 0.2 % of highest unusual_score.'),
    figure('accumulated_pr_auc', averagePrecision(points), 'Area under precision and recall of them, by points.'),
    figure('accumulated_pr_auc_score', averagePrecision(score), 'The same by unusual_score, not rounded.'),
    figure('accumulated_informed', informedShare(planted), 'Share of them that are informed.'),
    figure(
      'accumulated_informed_found',
      informedShare(found),
      'The same of those among the 0.2 % of rows of highest unusual_score: no score tells who knows something.',
    ),
  ]
}

function learnedFigures(learning: readonly SimulatedRow[], rows: readonly SimulatedRow[]): ValidationFigure[] {
  const labelled = learning.flatMap((row) =>
    row.opening === null ? [] : [{ features: features(row), label: row.opening }],
  )
  const weights = fitLogistic(labelled, features(rows[0]!).length)
  const chance = (row: SimulatedRow) => chanceOf(weights, features(row))
  const known = rows.filter(({ opening }) => opening !== null)
  return [
    figure(
      'opening_share',
      known.filter(({ opening }) => opening).length / known.length,
      'Share of rows after which open interest rose by half their size or more until the next session.',
    ),
    figure(
      'opening_auc',
      areaUnderCurve(known.map((row) => ({ rank: chance(row), label: row.opening === true }))),
      'A logistic model of the eight ranks, learned from earlier sessions: chance that such a row ranks above another; 0.5 is a coin. It is no part of the score.',
    ),
    figure(
      'opening_auc_score',
      areaUnderCurve(known.map((row) => ({ rank: row.points, label: row.opening === true }))),
      'The same by the points.',
    ),
    figure(
      'opening_recall',
      recall(rows, (row) => row.points + LEARNED_POINTS * chance(row)),
      'Share of informed rows among the 0.2 % of rows with most points where that model adds up to 17: to be compared with episode_recall.',
    ),
  ]
}

/** What is unknown stands in the middle. */
function features({ ranks }: SimulatedRow): number[] {
  return ranks.map((rank) => (Number.isNaN(rank) ? 0.5 : rank))
}

function accumulationFigures(sessions: readonly Omit<SimulatedSession, 'rows'>[]): ValidationFigure[] {
  const planted = sessions.flatMap((session) => session.planted ?? [])
  const informed = planted.filter(({ isInformed }) => isInformed)
  const found = sessions.filter(({ accumulation }) => accumulation && isAccumulated(accumulation))
  const right = found.flatMap((session) => (isRight(session) ? (session.planted ?? []) : []))
  const rightInformed = right.filter(({ isInformed }) => isInformed)
  return [
    figure(
      'accumulation_sessions',
      sessions.length,
      'Sessions of stocks; in one of about ten, in a season of earnings, an accumulation is planted.',
    ),
    figure(
      'accumulation_found',
      rightInformed.length / informed.length,
      'Share of the planted accumulations of someone informed that the idea pipeline flow takes for one, in the direction that is right.',
    ),
    figure(
      'accumulation_right',
      rightInformed.length / found.length,
      'Share of what it takes for an accumulation that is planted, informed and in the right direction.',
    ),
    figure(
      'accumulation_base',
      informed.length / sessions.length / 2,
      'What that share were if sessions and directions were drawn at random.',
    ),
    figure(
      'accumulation_any_found',
      right.length / planted.length,
      'accumulation_found of all planted accumulations, with those of someone who knows nothing.',
    ),
    figure('accumulation_any_right', right.length / found.length, 'accumulation_right of all; the others are chance.'),
    figure('accumulation_any_base', planted.length / sessions.length / 2, 'accumulation_base of all.'),
    figure(
      'accumulation_informed',
      informed.length / planted.length,
      'Share of the planted accumulations that are informed: of those that are found, no rule can tell them.',
    ),
  ]
}

function isRight({ planted, accumulation }: Omit<SimulatedSession, 'rows'>): boolean {
  return planted?.direction === (accumulation?.optionType === 'call' ? 1 : -1)
}

function recall(rows: readonly SimulatedRow[], rank: (row: SimulatedRow) => number): number {
  return recallAt(
    rows.map((row) => ({ truth: row.informed ? 1 : 0, rank: rank(row) })),
    BUDGET,
  )
}

function precision(rows: readonly SimulatedRow[], rank: (row: SimulatedRow) => number): number {
  return averagePrecision(rows.map((row) => ({ truth: row.informed ? 1 : 0, rank: rank(row) })))
}
