import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import './price-chart.css'
import { format } from '../format.ts'
import { Signed } from '../ui/figure.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import { useColours } from './colours.ts'
import { drawPrices, type PriceBar, type PriceDrawing } from './price-drawing.ts'
import type { ConePoint, PriceLine } from './price-lines.ts'

interface PriceChartProps {
  /** Accessible label. */
  readonly label: string
  readonly bars: readonly PriceBar[]
  readonly lines: readonly PriceLine[]
  readonly cone?: readonly ConePoint[]
  readonly size?: 'usual' | 'small'
}

const NO_CONE: readonly ConePoint[] = []

/** Daily candles with volume and price lines, and the same data as a table. */
export function PriceChart({ label, bars, lines, cone = NO_CONE, size = 'usual' }: PriceChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<PriceDrawing | null>(null)
  const [date, setDate] = useState<string | null>(null)
  const colours = useColours()
  const lineTexts = JSON.stringify(lines)
  const coneTexts = JSON.stringify(cone)
  const under = useMemo(() => bars.find((bar) => bar.date === date) ?? bars.at(-1), [bars, date])
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const made = drawPrices(element, colours, setDate)
    setDrawing(made)
    return () => made.remove()
  }, [colours])
  useEffect(() => drawing?.setBars(bars), [drawing, bars])
  // Compares lines and points as text, so that equal values are not drawn again.
  useEffect(() => drawing?.setLines(lines), [drawing, lineTexts])
  useEffect(() => drawing?.setCone(cone), [drawing, coneTexts])
  return (
    <figure class="price-chart" data-size={size}>
      {under ? <BarUnderPointer bar={under} /> : null}
      <div class="price-chart-place" ref={place} role="img" aria-label={labelWith(label, lines)} />
      <div class="price-chart-foot">
        <BarsAsTable label={label} bars={bars} />
        <a href="https://www.tradingview.com/" rel="noreferrer noopener" target="_blank">
          Charts by TradingView Lightweight Charts™
        </a>
      </div>
    </figure>
  )
}

function labelWith(label: string, lines: readonly PriceLine[]): string {
  const named = lines.map(({ title, price }) => `${title} ${format.price(price)}`)
  return named.length === 0 ? label : `${label}, with ${named.join(', ')}`
}

function BarUnderPointer({ bar: { date, open, high, low, close, volume } }: { readonly bar: PriceBar }) {
  const change = open === null || close === null ? null : close - open
  return (
    <ul class="chart-legend">
      <li>{format.date(date)}</li>
      <li>
        Open <b>{format.price(open)}</b>
      </li>
      <li>
        High <b>{format.price(high)}</b>
      </li>
      <li>
        Low <b>{format.price(low)}</b>
      </li>
      <li>
        Close{' '}
        <b>
          <Signed sign={change}>{format.price(close)}</Signed>
        </b>
      </li>
      <li>
        Volume <b>{format.count(volume)}</b>
      </li>
    </ul>
  )
}

const COLUMNS: readonly Column<PriceBar>[] = [
  { title: 'Date', align: 'start', cell: ({ date }) => format.date(date) },
  { title: 'Open', field: 'open', cell: ({ open }) => format.price(open) },
  { title: 'High', field: 'high', cell: ({ high }) => format.price(high) },
  { title: 'Low', field: 'low', cell: ({ low }) => format.price(low) },
  { title: 'Close', field: 'close', cell: ({ close }) => format.price(close) },
  { title: 'Volume', field: 'volume', cell: ({ volume }) => format.count(volume) },
]

/** Rendered on request; newest session first. */
function BarsAsTable({ label, bars }: Pick<PriceChartProps, 'label' | 'bars'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen ? (
        <Table
          label={`${label}, as a table`}
          columns={COLUMNS}
          rows={bars.toReversed()}
          keyOf={({ date }) => date}
          empty="No stored sessions in this range."
        />
      ) : null}
    </details>
  )
}
