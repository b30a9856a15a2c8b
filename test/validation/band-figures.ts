/** How often each band of the score occurs in the simulated market. */
import { tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { addedBands, type BandCount, bandCounts, holds } from './bands.ts'
import { figure, type ValidationFigure } from './figure.ts'
import { simulatedFlow } from './simulated-flow.ts'

/** Another seed and other dates than those of the calibration. */
const JUDGED = { seed: 1, from: '2026-11-09', to: '2026-11-11' } as const

export async function bandFigures({ seed, from, to } = JUDGED): Promise<ValidationFigure[]> {
  const sessions: BandCount[][] = []
  for await (const { rows } of simulatedFlow({ seed, dates: tradingDaysBetween(from, to) })) {
    sessions.push(bandCounts(rows.map(({ unusualScore }) => unusualScore)))
  }
  const rows = sessions.reduce((sum, [half]) => sum + 2 * (half?.stated ?? 0), 0)
  return [
    figure('band_rows', rows, 'Rows of flow of every symbol in three sessions of the simulated market.'),
    ...addedBands(sessions).map(({ score, share, found }) =>
      figure(`band_${score}`, found / rows, `Share of them with a score of ${score} or more; ${share} is stated.`),
    ),
    figure(
      'band_held',
      sessions.filter((counts) => counts.every(holds)).length / sessions.length,
      'Share of the sessions of symbols in which every band holds within a factor of 1.5, and four standard deviations where fewer than 30 rows are stated.',
    ),
    figure(
      'band_90_largest',
      Math.max(...sessions.map((counts) => shareFrom(counts, 90))),
      `Largest share of rows with a score of 90 or more in a session of a symbol with ${MANY.toLocaleString('en-US')} rows or more.`,
    ),
  ]
}

/** In a session of fewer rows, five of them are more than 0.25 %. */
const MANY = 2_000

function shareFrom(counts: readonly BandCount[], least: number): number {
  const half = counts[0]
  const rows = half ? half.stated / half.share : 0
  return rows >= MANY ? (counts.find(({ score }) => score === least)?.found ?? 0) / rows : 0
}
