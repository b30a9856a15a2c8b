import { useMemo } from 'preact/hooks'
import { addDays } from '../../../lib/time/civil-date.ts'
import { type ChartSeries, type Mark, SeriesChart } from '../../charts/series-chart.tsx'
import { format } from '../../format.ts'
import { Panel } from '../../ui/panel.tsx'
import { type DensityPoint, densitiesAt } from '../density.ts'
import type { ChartView } from './chart-view.ts'
import { LegHandles } from './leg-handles.tsx'
import type { LegsInHand } from './legs-in-hand.ts'
import type { StrategyPicture } from './strategy-picture.ts'
import { IV_RANGE, type StrategyState } from './strategy-state.ts'

interface PayoffPanelProps {
  readonly symbol: string
  readonly picture: StrategyPicture
  readonly density: readonly DensityPoint[]
  readonly spot: number
  readonly view: ChartView
  readonly iv: number
  readonly hand: LegsInHand
  /** While a slider moves, and once it is left. */
  readonly onSlide: (moved: Partial<StrategyState>) => void
  readonly onSettle: (moved: Partial<StrategyState>) => void
}

/** Profit over the price, with a handle for each strike, and sliders for date and volatility. */
export function PayoffPanel(props: PayoffPanelProps) {
  const { symbol, picture, spot, view, hand } = props
  const series = usePayoffSeries(props)
  const marks: Mark[] = [
    { at: spot, title: 'price', colour: 'ink' },
    ...picture.limits.breakEvens.map((at) => ({
      at,
      title: `break-even ${format.price(at)}`,
      colour: 'warm' as const,
    })),
  ]
  return (
    <Panel title="Profit and loss" span={2}>
      <SeriesChart
        label={`Profit of the strategy on ${symbol} over the price of the underlying`}
        size="tall"
        x={useMemo(() => [...picture.prices], [picture])}
        xTitle="Price"
        xFormat={format.price}
        format={format.signedUsd}
        rightFormat={densityText}
        isRightBare
        hasZero
        series={series}
        marks={marks}
        overlay={(area) => <LegHandles area={area} hand={hand} />}
      />
      <Sliders {...props} />
      <p class="quiet">
        Drag a leg to another strike, or focus it and use the arrow keys. The filled area is the implied probability of
        each price on {format.date(view.firstExpiration)} (risk-neutral).
      </p>
    </Panel>
  )
}

function densityText(density: number | null): string {
  return `${format.decimal(density, 2)} per USD`
}

function usePayoffSeries({ picture, density, view, iv }: PayoffPanelProps): readonly ChartSeries[] {
  return useMemo(
    () => [
      {
        title: 'Implied probability',
        colour: 'soft',
        kind: 'area',
        isRight: true,
        values: density.length === 0 ? [...picture.prices].map(() => null) : densitiesAt(density, picture.prices),
      },
      { title: 'Today', colour: 'cool', isDashed: true, values: [...picture.now] },
      { title: dateTitle(view, iv), colour: 'warm', values: [...picture.onDate] },
      {
        title: `At expiration, ${format.shortDate(view.firstExpiration)}`,
        colour: 'accent',
        values: [...picture.atExpiration],
      },
    ],
    [picture, density, view.date, view.firstExpiration, iv],
  )
}

function dateTitle({ date, day }: ChartView, iv: number): string {
  const when = day === 0 ? 'Now' : `On ${format.shortDate(date)}`
  return iv === 0 ? when : `${when}, IV ${signedPoints(iv)}`
}

function signedPoints(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`
}

function Sliders({ view, iv, onSlide, onSettle }: PayoffPanelProps) {
  const dateOf = (element: HTMLInputElement) => addDays(view.sessionDate, Number(element.value))
  return (
    <div class="strategy-sliders">
      <label>
        <span>
          Date <b>{view.day === 0 ? 'now' : format.date(view.date)}</b>
        </span>
        <input
          type="range"
          min={0}
          max={view.lastDay}
          value={view.day}
          aria-valuetext={view.day === 0 ? 'now' : format.date(view.date)}
          onInput={(event) => onSlide({ on: dateOf(event.currentTarget) })}
          onChange={(event) => onSettle({ on: dateOf(event.currentTarget) })}
        />
      </label>
      <label>
        <span>
          IV shift <b>{signedPoints(iv)} points</b>
        </span>
        <input
          type="range"
          min={IV_RANGE.low}
          max={IV_RANGE.high}
          value={iv}
          aria-valuetext={`${signedPoints(iv)} volatility points`}
          onInput={(event) => onSlide({ iv: Number(event.currentTarget.value) })}
          onChange={(event) => onSettle({ iv: Number(event.currentTarget.value) })}
        />
      </label>
    </div>
  )
}
