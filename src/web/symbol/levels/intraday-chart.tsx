import { useMemo } from 'preact/hooks'
import { addDays } from '../../../lib/time/civil-date.ts'
import { useAnswer } from '../../answer.ts'
import { PriceChart } from '../../charts/price-chart.tsx'
import { withFields } from '../../flow/with-fields.ts'
import { useDated } from '../../travel.ts'
import { Answered, Empty } from '../../ui/states.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { type ChartParts, linkedCharts, useKept } from './chart-parts.ts'
import { intradayBars, printMarks } from './intraday-bars.ts'

const WORDS = { '1m': 'one minute', '5m': 'five minutes', '1h': 'one hour' } as const
/** Calendar days before the session. */
const DAYS_BACK = { '1m': 0, '5m': 1, '1h': 7 } as const
const MARKED = 12
const FIELDS = ['executed_at', 'premium', 'sentiment', 'option_type', 'strike'] as const

interface IntradayChartProps extends ChartParts {
  readonly resolution: '1m' | '5m' | '1h'
  readonly hasPrints: boolean
  readonly everyMs: number | undefined
}

/** Candles of the session, made of the prices at its option prints, with its largest prints. */
export function IntradayChart(props: IntradayChartProps) {
  const { symbol, resolution, everyMs, hasPrints, lines } = props
  const dated = useDated()
  const session = useAnswer('net_flow', { symbol, resolution, ...dated }, { everyMs })
  const days = DAYS_BACK[resolution]
  const to = session.answer?.session_date
  const window = to && days > 0 ? { from: addDays(to, -days), to } : null
  // The session is drawn first; the sessions before it follow.
  const before = useAnswer('net_flow', window ? { symbol, resolution, ...window, ...dated } : null, { everyMs })
  const prints = useAnswer(
    'options_flow',
    hasPrints ? { symbol, sort: 'premium', limit: MARKED, fields: [...FIELDS], ...dated } : null,
    { everyMs },
  )
  const kept = useKept(before.answer ? before : session)
  const bars = useMemo(() => intradayBars(kept.answer?.data ?? []), [kept.answer])
  const marks = useMemo(
    () => (hasPrints && prints.answer ? printMarks(prints.answer.data.filter(withFields(FIELDS)), bars) : []),
    [hasPrints, prints.answer, bars],
  )
  const { crosshair } = props
  return (
    <Answered of={kept}>
      {({ data }) =>
        bars.length === 0 ? (
          <Empty next="Choose days to see earlier sessions.">No prices in this session yet.</Empty>
        ) : (
          <>
            <PriceChart
              label={`Prices of ${symbol}, candles of ${WORDS[resolution]}`}
              bars={bars}
              lines={lines}
              marks={marks}
              note="Prices at option prints; volume in contracts."
              pictureNote={props.pictureNote}
              crosshair={crosshair ?? undefined}
              {...(props.menu ? { menu: props.menu } : {})}
            />
            {crosshair ? (
              <WhenNear load={linkedCharts}>
                {(charts) => <charts.LinkedHedge symbol={symbol} buckets={data} crosshair={crosshair} />}
              </WhenNear>
            ) : null}
          </>
        )
      }
    </Answered>
  )
}
