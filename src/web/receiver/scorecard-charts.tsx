import { SeriesChart } from '../charts/series-chart.tsx'
import { format } from '../format.ts'
import { Empty } from '../ui/states.tsx'
import type { Card } from './ledger-client.ts'
import { STRATEGY_TITLES } from './scorecard-tables.tsx'

const BASELINES = [
  ['always_follow', 'always_follow_usd'],
  ['fixed_rules', 'fixed_rules_usd'],
  ['hold_spy', 'hold_spy_usd'],
] as const

/** One small chart for each baseline, with the decisions in all of them. */
export function ProfitCharts({ card: { curve } }: { readonly card: Card }) {
  const seconds = curve.map(({ session_date: date }) => Date.parse(`${date}T00:00:00Z`) / 1000)
  return (
    <div class="scorecard-charts">
      {BASELINES.map(([name, field]) => (
        <SeriesChart
          key={name}
          label={`Profit of the decisions and of ${STRATEGY_TITLES[name].toLowerCase()}, by session`}
          x={seconds}
          xTitle="Session"
          xFormat={(at) => format.shortDate(new Date(at * 1000).toISOString().slice(0, 10))}
          format={format.signedUsd}
          isTime
          hasZero
          size="small"
          sync="scorecard"
          series={[
            {
              title: STRATEGY_TITLES.decisions,
              colour: 'accent',
              kind: 'joined',
              values: curve.map((at) => at.decisions_usd),
            },
            { title: STRATEGY_TITLES[name], colour: 'warm', kind: 'joined', values: curve.map((at) => at[field]) },
          ]}
        />
      ))}
    </div>
  )
}

/** How often decisions of a confidence were right: on the line where the confidence can be believed. */
export function Reliability({ of }: { readonly of: Card['confidence'] }) {
  if (of === null) return <Empty>No decision can be judged yet: neutral ideas and overruled decisions cannot.</Empty>
  const { bins, brier, base_brier: base, brier_interval: interval, count } = of
  const share = (value: number | null) => format.decimal(value, 0)
  return (
    <>
      <p>
        Brier score {format.ratio(brier, 3)}
        {interval ? ` (${format.ratio(interval.low, 3)} to ${format.ratio(interval.high, 3)})` : ''} of {count}{' '}
        decisions; a confidence that is always the share of right decisions scores {format.ratio(base, 3)}. Lower is
        better.
        {interval ? '' : ' Too few to tell.'}
      </p>
      <SeriesChart
        label="Share of right decisions by confidence"
        x={bins.map((bin) => bin.mean_confidence)}
        xTitle="Confidence"
        xFormat={share}
        format={share}
        size="small"
        series={[
          { title: 'Right', colour: 'accent', kind: 'joined', values: bins.map((bin) => bin.right_share) },
          { title: 'Low', colour: 'soft', isDashed: true, values: bins.map((bin) => bin.right_interval?.low ?? null) },
          {
            title: 'High',
            colour: 'soft',
            isDashed: true,
            values: bins.map((bin) => bin.right_interval?.high ?? null),
          },
          { title: 'As claimed', colour: 'warm', values: bins.map((bin) => bin.mean_confidence) },
        ]}
      />
      <p class="quiet">
        {bins.map((bin) => `${share(bin.mean_confidence)}: ${bin.count}`).join(', ')} decisions by confidence.
      </p>
    </>
  )
}
