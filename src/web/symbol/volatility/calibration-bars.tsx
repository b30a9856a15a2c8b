import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { CalibrationNote } from './calibration-note.tsx'

interface CalibrationBarsProps {
  readonly symbol: string
  readonly of: AnswerOf<'probability'>['calibration']
}

/** Past closes by tenth of the probability that options gave to a lower one: even where the probabilities are right. */
export function CalibrationBars({ symbol, of }: CalibrationBarsProps) {
  const { bins, count, brier, brier_lognormal: lognormal } = of
  return (
    <>
      <h3>How often they came true</h3>
      <CalibrationNote of={of} />
      {bins.length === 0 ? null : (
        <>
          <SeriesChart
            label={`Past closes of ${symbol} by tenth of their implied probability`}
            x={bins.map((_closes, bin) => bin)}
            xTitle="Tenth, the lowest closes first"
            xFormat={(bin) => (Number.isInteger(bin) && bin in bins ? `${10 * bin} to ${10 * bin + 10} %` : '')}
            format={format.whole}
            series={[
              { title: 'Closes', colour: 'accent', kind: 'bars', values: bins },
              { title: 'Even', colour: 'soft', values: bins.map(() => count / bins.length) },
            ]}
          />
          <p class="quiet">
            Brier score of a close below the forward: {format.ratio(brier, 3)}, at one volatility{' '}
            {format.ratio(lognormal, 3)}; a coin has 0.250. Few low closes mean that puts cost more than they paid.
          </p>
        </>
      )}
    </>
  )
}
