import { useMemo, useState } from 'preact/hooks'
import { addDays } from '../../../lib/time/civil-date.ts'
import { useAllAlerts } from '../../alerts/all-alerts.ts'
import { useAnswer } from '../../answer.ts'
import { createCrosshair } from '../../charts/crosshair.ts'
import { PriceChart } from '../../charts/price-chart.tsx'
import { expectedCone, levelLines, optionLines, type PathLine, quantilePath } from '../../charts/price-lines.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useBell } from '../../notifications/feed/provider.tsx'
import { useDated } from '../../travel.ts'
import { Switch, Toggles } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { CONE_LINES } from '../volatility/cone-lines.ts'
import { alertLines } from './alert-lines.ts'
import { ChartAlertMenu } from './chart-alert-menu.tsx'
import { type ChartParts, linkedCharts, useKept } from './chart-parts.ts'
import { IntradayChart } from './intraday-chart.tsx'

const INTERVALS = [
  ['1m', '1 m'],
  ['5m', '5 m'],
  ['1h', '1 h'],
  ['1M', '1M'],
  ['3M', '3M'],
  ['6M', '6M'],
  ['1Y', '1Y'],
] as const
type Interval = (typeof INTERVALS)[number][0]
type Range = Exclude<Interval, '1m' | '5m' | '1h'>
/** Calendar days of the chart, and of the expected move ahead. */
const DAYS: Readonly<Record<Range, { readonly back: number; readonly ahead: number }>> = {
  '1M': { back: 31, ahead: 10 },
  '3M': { back: 92, ahead: 21 },
  '6M': { back: 183, ahead: 45 },
  '1Y': { back: 366, ahead: 91 },
}

const OVERLAYS = [
  ['levels', 'Levels'],
  ['walls', 'Walls and flip'],
  ['move', 'Expected move'],
  ['ranges', 'Implied ranges'],
  ['prints', 'Prints'],
  ['alerts', 'Alerts'],
  ['linked', 'IV or hedging below'],
] as const
type Overlay = (typeof OVERLAYS)[number][0]
const LEVELS_PER_SIDE = 4
const UNUSUAL: ReadonlySet<Overlay> = new Set(['linked', 'ranges'])
const USUAL: ReadonlySet<Overlay> = new Set(OVERLAYS.map(([name]) => name).filter((name) => !UNUSUAL.has(name)))

interface PricePanelProps {
  readonly symbol: string
  readonly metrics: AnswerOf<'option_metrics'>
  readonly levels: AnswerOf<'support_resistance'> | null
  readonly term: AnswerOf<'iv_term_structure'> | null
  readonly everyMs: number | undefined
}

/** Prices by minute, hour or day with levels from options and past prices, the largest prints, and alerts. */
export function PricePanel(props: PricePanelProps) {
  const { symbol, metrics, levels } = props
  const [interval, setInterval] = useState<Interval>('6M')
  const [overlays, setOverlays] = useState<ReadonlySet<Overlay>>(USUAL)
  const [crosshair] = useState(createCrosshair)
  const { isAllowed } = useBell()
  const { alerts, reload } = useAllAlerts(isAllowed)
  const lines = useMemo(
    () => [
      ...(overlays.has('levels') && levels ? levelLines(levels, LEVELS_PER_SIDE) : []),
      ...(overlays.has('walls') ? optionLines(metrics) : []),
      ...(overlays.has('alerts') ? alertLines(alerts, symbol) : []),
    ],
    [overlays, levels, metrics, alerts, symbol],
  )
  const shared: ChartParts = {
    symbol,
    lines,
    crosshair: overlays.has('linked') ? crosshair : null,
    pictureNote: `Optionwire, ${metrics.source} data, ${metrics.is_replay ? 'replay of ' : ''}${format.dateTime(metrics.as_of)}`,
    menu: isAllowed
      ? (place, close) => <ChartAlertMenu symbol={symbol} place={place} close={close} onMade={reload} />
      : undefined,
  }
  return (
    <Panel
      title="Price"
      span={2}
      tools={
        <>
          <Toggles label="Drawn in" options={OVERLAYS} shown={overlays} onChange={setOverlays} />
          <Switch label="Candles" options={INTERVALS} value={interval} onChange={setInterval} />
        </>
      }
    >
      {isIntraday(interval) ? (
        <IntradayChart {...shared} resolution={interval} hasPrints={overlays.has('prints')} everyMs={props.everyMs} />
      ) : (
        <DailyChart {...shared} {...props} range={interval} overlays={overlays} />
      )}
    </Panel>
  )
}

function isIntraday(interval: Interval): interval is Exclude<Interval, Range> {
  return !(interval in DAYS)
}

type DailyProps = ChartParts & PricePanelProps & { readonly range: Range; readonly overlays: ReadonlySet<Overlay> }

function DailyChart({ symbol, metrics, term, everyMs, range, overlays, lines, crosshair, ...parts }: DailyProps) {
  const query = useAnswer('price_history', { symbol, days: DAYS[range].back, ...useDated() }, { everyMs })
  const kept = useKept(query)
  const last = kept.answer?.data.at(-1)?.date
  const price = metrics.underlying_price
  const hasCone = overlays.has('move')
  const start = last !== undefined && price !== null ? { price, date: last, days: DAYS[range].ahead } : null
  const paths = useRanges(symbol, overlays.has('ranges') ? term : null, start)
  const cone = useMemo(
    () =>
      hasCone && term && last && price !== null
        ? expectedCone(term.points, { price, date: last, days: DAYS[range].ahead })
        : [],
    [hasCone, term, last, price, range],
  )
  return (
    <Answered of={kept}>
      {({ data }) => (
        <>
          <PriceChart
            label={`Daily prices of ${symbol}`}
            bars={data}
            lines={lines}
            cone={cone}
            paths={paths}
            pictureNote={parts.pictureNote}
            crosshair={crosshair ?? undefined}
            {...(parts.menu ? { menu: parts.menu } : {})}
          />
          {crosshair ? (
            <WhenNear load={linkedCharts}>
              {(charts) => <charts.LinkedVolatility symbol={symbol} days={DAYS[range].back} crosshair={crosshair} />}
            </WhenNear>
          ) : null}
        </>
      )}
    </Answered>
  )
}

type ConeStart = Parameters<typeof quantilePath>[2]

/** The implied quantiles of the price over the days ahead; none without a term structure. */
function useRanges(symbol: string, term: PricePanelProps['term'], start: ConeStart | null): readonly PathLine[] {
  const dated = useDated()
  const ahead = term?.points.filter(({ dte }) => dte > 0) ?? []
  const end = start && addDays(start.date, start.days)
  const target = (ahead.find(({ expiration_date: date }) => end && date >= end) ?? ahead.at(-1))?.expiration_date
  const input = target === undefined ? null : { symbol, target_date: target, cone: true, points: 21, ...dated }
  const cone = useAnswer('probability', input).answer?.cone
  return cone && start
    ? CONE_LINES.map(({ place, ...line }) => ({ ...line, points: quantilePath(cone, place, start) }))
    : []
}
