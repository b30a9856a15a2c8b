import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Empty } from '../ui/states.tsx'
import './price-chart.css'
import { format } from '../format.ts'
import { Signed } from '../ui/figure.tsx'
import type { Column } from '../ui/table/column.ts'
import { Table } from '../ui/table/table.tsx'
import { barTime } from './bar-time.ts'
import { type ChartPlace, listenToChart } from './chart-input.ts'
import { type Colours, useColours } from './colours.ts'
import { type Crosshair, placeAt } from './crosshair.ts'
import type { PriceBar, PriceDrawing, PrintMark } from './price-drawing.ts'
import type { ConePoint, PathLine, PriceLine } from './price-lines.ts'

interface PriceChartProps {
  /** Accessible label. */
  readonly label: string
  readonly bars: readonly PriceBar[]
  readonly lines: readonly PriceLine[]
  readonly cone?: readonly ConePoint[]
  readonly paths?: readonly PathLine[]
  readonly marks?: readonly PrintMark[]
  readonly size?: 'usual' | 'small'
  /** What a right click, a long press or the key A opens at a price. */
  readonly menu?: (place: ChartPlace, close: () => void) => ComponentChildren
  /** The second line of a saved picture: source and time. Without it, nothing can be saved. */
  readonly pictureNote?: string
  /** A sentence about the bars, below the chart. */
  readonly note?: string
  /** Links the pointer with charts that share the time. */
  readonly crosshair?: Crosshair | undefined
}

/** The drawing and its library, loaded when the numbers of the page are there. */
type Drawer = typeof import('./price-drawing.ts')

const NO_CONE: readonly ConePoint[] = []
const NO_PATHS: readonly PathLine[] = []
const NO_MARKS: readonly PrintMark[] = []

/** Candles with volume and price lines, and the same data as a table. */
export function PriceChart(props: PriceChartProps) {
  const { label, bars, lines, cone = NO_CONE, paths = NO_PATHS, marks = NO_MARKS } = props
  const { size = 'usual', menu, crosshair } = props
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<PriceDrawing | null>(null)
  const [date, setDate] = useState<string | null>(null)
  const [isBroken, setBroken] = useState(false)
  const [pressed, setPressed] = useState<ChartPlace | null>(null)
  const colours = useColours()
  const lineTexts = JSON.stringify(lines)
  const coneTexts = JSON.stringify(cone)
  const pathTexts = JSON.stringify(paths)
  const markTexts = JSON.stringify(marks)
  const under = useMemo(() => bars.find((bar) => bar.date === date) ?? bars.at(-1), [bars, date])
  const latest = useRef(bars)
  latest.current = bars
  const hasMenu = menu !== undefined
  const begin = ({ drawPrices }: Drawer, element: HTMLElement) => {
    const made = drawPrices(element, colours, (date) => {
      setDate(date)
      crosshair?.move(element, date === null ? null : secondsOf(date))
    })
    const unlink = crosshair?.follow(element, (seconds) => {
      const times = latest.current.map((bar) => secondsOf(bar.date))
      const place = seconds === null ? null : placeAt(times, seconds)
      made.point(place === null ? null : (latest.current[place] ?? null))
    })
    const onPlace = hasMenu ? setPressed : undefined
    const stop = listenToChart(element, { drawing: made, bars: () => latest.current, onPlace })
    setDrawing(made)
    return () => {
      stop()
      unlink?.()
      made.remove()
    }
  }
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let isGone = false
    let end: (() => void) | undefined
    import('./price-drawing.ts').then(
      (drawer) => {
        if (!isGone) end = begin(drawer, element)
      },
      () => setBroken(true),
    )
    return () => {
      isGone = true
      end?.()
      setDrawing(null)
    }
  }, [colours, hasMenu, crosshair])
  useEffect(() => drawing?.setBars(bars), [drawing, bars])
  // Compares lines and points as text, so that equal values are not drawn again.
  useEffect(() => drawing?.setLines(lines), [drawing, lineTexts])
  useEffect(() => drawing?.setCone(cone), [drawing, coneTexts])
  useEffect(() => drawing?.setPaths(paths), [drawing, pathTexts])
  useEffect(() => drawing?.setMarks(marks), [drawing, bars, markTexts])
  const described = labelWith(label, lines, paths)
  return (
    <figure class="price-chart" data-size={size}>
      {under ? <BarUnderPointer bar={under} /> : null}
      {isBroken ? <p class="stale">The chart could not be loaded. Reload the page, or open the table below.</p> : null}
      <div class="price-chart-frame">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves, zooms and opens the menu */}
        <div class="price-chart-place" ref={place} role="img" tabIndex={0} aria-label={described} />
        {pressed && menu ? menu(pressed, () => setPressed(null)) : null}
      </div>
      <div class="price-chart-foot">
        <BarsAsTable label={label} bars={bars} />
        {props.note ? <span>{props.note}</span> : null}
        <ChartActs {...props} drawing={drawing} colours={colours} />
        <a href="https://www.tradingview.com/" rel="noreferrer noopener" target="_blank">
          Charts by TradingView Lightweight Charts™
        </a>
      </div>
    </figure>
  )
}

/** Of a date, its midnight in UTC. */
function secondsOf(date: string): number {
  return Date.parse(date) / 1000
}

const KEYS_HINT =
  'Keys: ← → bar by bar, Shift with ← → moves, + and − zoom, 0 shows all, A sets an alert. The wheel zooms after a click.'

interface ChartActsProps extends Pick<PriceChartProps, 'label' | 'pictureNote'> {
  readonly drawing: PriceDrawing | null
  readonly colours: Colours
}

function ChartActs({ label, pictureNote, drawing, colours }: ChartActsProps) {
  const save = async () => {
    const { savePicture } = await import('./chart-picture.ts')
    if (drawing) savePicture(drawing.picture(), colours, { title: label, note: pictureNote ?? '' })
  }
  return (
    <span class="price-chart-acts">
      <button type="button" class="link" title={KEYS_HINT} onClick={() => drawing?.reset()}>
        Reset zoom
      </button>
      {pictureNote === undefined ? null : (
        <button type="button" class="link" onClick={() => void save()}>
          Save as PNG
        </button>
      )}
    </span>
  )
}

function labelWith(label: string, lines: readonly PriceLine[], paths: readonly PathLine[]): string {
  const ends = paths.flatMap(({ title, points }) => {
    const end = points.at(-1)
    return end ? [`${title} ${format.price(end.price)} on ${format.date(end.date)}`] : []
  })
  const named = [...lines.map(({ title, price }) => `${title} ${format.price(price)}`), ...ends]
  return named.length === 0 ? label : `${label}, with ${named.join(', ')}`
}

function BarUnderPointer({ bar: { date, open, high, low, close, volume } }: { readonly bar: PriceBar }) {
  const change = open === null || close === null ? null : close - open
  return (
    <ul class="chart-legend">
      <li>{barTime(date)}</li>
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
  { title: 'Time', align: 'start', cell: ({ date }) => barTime(date) },
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
          empty={<Empty next="Choose a longer range.">No stored sessions in this range.</Empty>}
        />
      ) : null}
    </details>
  )
}
