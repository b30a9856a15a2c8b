import { useMemo, useState } from 'preact/hooks'
import { type Asked, useAnswer } from '../answer.ts'
import { PriceChart } from '../charts/price-chart.tsx'
import { expectedCone, levelLines, optionLines } from '../charts/price-lines.ts'
import type { AnswerOf } from '../client.ts'
import { useDated } from '../travel.ts'
import { Panel } from './panel.tsx'
import { Answered } from './states.tsx'
import { Switch, Toggles } from './switch.tsx'

const RANGES = [
  ['1M', '1M'],
  ['3M', '3M'],
  ['6M', '6M'],
  ['1Y', '1Y'],
] as const
type Range = (typeof RANGES)[number][0]
/** Calendar days that are shown, and how far ahead the expected move is drawn. */
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

/** Daily prices with what options and the past say of them drawn in. */
export function PricePanel({ symbol, metrics, levels, term, everyMs }: PricePanelProps) {
  const [range, setRange] = useState<Range>('6M')
  const [shown, setShown] = useState<ReadonlySet<Overlay>>(new Set(['levels', 'walls', 'move']))
  const asked = useAnswer('price_history', { symbol, days: DAYS[range].back, ...useDated() }, { everyMs })
  const kept = useKept(asked)
  const lines = useMemo(
    () => [
      ...(shown.has('levels') && levels ? levelLines(levels, LEVELS_PER_SIDE) : []),
      ...(shown.has('walls') ? optionLines(metrics) : []),
    ],
    [shown, levels, metrics],
  )
  const last = kept.answer?.data.at(-1)?.date
  const price = metrics.underlying_price
  const cone = useMemo(
    () =>
      shown.has('move') && term && last && price !== null
        ? expectedCone(term.points, { price, date: last, days: DAYS[range].ahead })
        : [],
    [shown, term, last, price, range],
  )
  return (
    <Panel
      title="Price"
      span={2}
      tools={
        <>
          <Toggles label="Drawn in" options={OVERLAYS} shown={shown} onChange={setShown} />
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

/** While another range is asked for, the one before stays: a chart that vanishes moves everything below it. */
function useKept<Answer>(asked: Asked<Answer>): Asked<Answer> {
  const [before, setBefore] = useState<Answer | null>(null)
  if (asked.answer !== null && asked.answer !== before) setBefore(asked.answer)
  return asked.answer === null && asked.problem === null ? { ...asked, answer: before } : asked
}
