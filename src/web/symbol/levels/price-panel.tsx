import { useMemo, useState } from 'preact/hooks'
import { type QueryState, useAnswer } from '../../answer.ts'
import { PriceChart } from '../../charts/price-chart.tsx'
import { expectedCone, levelLines, optionLines } from '../../charts/price-lines.ts'
import type { AnswerOf } from '../../client.ts'
import { useDated } from '../../travel.ts'
import { Switch, Toggles } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'

const RANGES = [
  ['1M', '1M'],
  ['3M', '3M'],
  ['6M', '6M'],
  ['1Y', '1Y'],
] as const
type Range = (typeof RANGES)[number][0]
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
] as const
type Overlay = (typeof OVERLAYS)[number][0]
const LEVELS_PER_SIDE = 4

interface PricePanelProps {
  readonly symbol: string
  readonly metrics: AnswerOf<'option_metrics'>
  readonly levels: AnswerOf<'support_resistance'> | null
  readonly term: AnswerOf<'iv_term_structure'> | null
  readonly everyMs: number | undefined
}

/** Daily prices with levels from options and past prices. */
export function PricePanel({ symbol, metrics, levels, term, everyMs }: PricePanelProps) {
  const [range, setRange] = useState<Range>('6M')
  const [overlays, setOverlays] = useState<ReadonlySet<Overlay>>(new Set(['levels', 'walls', 'move']))
  const query = useAnswer('price_history', { symbol, days: DAYS[range].back, ...useDated() }, { everyMs })
  const kept = useKept(query)
  const lines = useMemo(
    () => [
      ...(overlays.has('levels') && levels ? levelLines(levels, LEVELS_PER_SIDE) : []),
      ...(overlays.has('walls') ? optionLines(metrics) : []),
    ],
    [overlays, levels, metrics],
  )
  const last = kept.answer?.data.at(-1)?.date
  const price = metrics.underlying_price
  const cone = useMemo(
    () =>
      overlays.has('move') && term && last && price !== null
        ? expectedCone(term.points, { price, date: last, days: DAYS[range].ahead })
        : [],
    [overlays, term, last, price, range],
  )
  return (
    <Panel
      title="Price"
      span={2}
      tools={
        <>
          <Toggles label="Drawn in" options={OVERLAYS} shown={overlays} onChange={setOverlays} />
          <Switch label="Range" options={RANGES} value={range} onChange={setRange} />
        </>
      }
    >
      <Answered of={kept}>
        {({ data }) => <PriceChart label={`Daily prices of ${symbol}`} bars={data} lines={lines} cone={cone} />}
      </Answered>
    </Panel>
  )
}

/** While another range is query for, the one before stays: a chart that vanishes moves everything below it. */
function useKept<Answer>(query: QueryState<Answer>): QueryState<Answer> {
  const [before, setBefore] = useState<Answer | null>(null)
  if (query.answer !== null && query.answer !== before) setBefore(query.answer)
  return query.answer === null && query.problem === null ? { ...query, answer: before } : query
}
