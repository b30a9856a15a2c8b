import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'

/** The contracts that expire today. */
export function ZeroDtePanel({ answer }: { readonly answer: AnswerOf<'gamma_exposure'> }) {
  const { zero_dte: today, as_of: asOf, symbol } = answer
  return (
    <Panel title="Expiring today (0DTE)" span={2}>
      {today ? (
        <>
          <Figures>
            <Figure
              label="Share of gamma"
              field="share_of_gamma_pct"
              asOf={asOf}
              value={format.pct(today.share_of_gamma_pct)}
            />
            <Figure
              label="Net GEX"
              field="net_gex"
              asOf={asOf}
              value={format.signedUsd(today.net_gex)}
              sign={today.net_gex}
            />
            <Figure label="Hours left" field="hours_left" asOf={asOf} value={format.ratio(today.hours_left, 1)} />
            <Figure
              label="Move left"
              field="remaining_move"
              asOf={asOf}
              value={`±${format.price(today.remaining_move)}`}
              note={format.pct(today.remaining_move_pct, 2)}
            />
            <Figure label="Pin strike" field="pin_strike" asOf={asOf} value={format.strike(today.pin_strike)} />
            <Figure
              label="Ends at the pin"
              field="pin_probability"
              asOf={asOf}
              value={format.decimal(today.pin_probability)}
              note="risk-neutral"
            />
          </Figures>
          {today.hours.length === 0 ? null : (
            <SeriesChart
              label={`Net GEX and straddle of ${symbol} until the close, at an unchanged price`}
              size="small"
              isTime
              x={today.hours.map(({ time }) => Date.parse(time) / 1000)}
              xTitle="At an unchanged price, New York time"
              xFormat={(seconds) => format.time(new Date(seconds * 1000).toISOString()).slice(0, 5)}
              format={format.usd}
              rightFormat={format.price}
              series={[
                { title: 'Net GEX', colour: 'accent', kind: 'joined', values: today.hours.map((row) => row.net_gex) },
                {
                  title: 'Straddle',
                  colour: 'warm',
                  kind: 'joined',
                  isRight: true,
                  values: today.hours.map(({ straddle }) => straddle),
                },
              ]}
            />
          )}
        </>
      ) : (
        <Empty next="By strike and expiration, above, has the dates ahead.">
          Nothing of {symbol} expires later today.
        </Empty>
      )}
    </Panel>
  )
}
