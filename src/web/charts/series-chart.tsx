import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { Table } from '../ui/table/table.tsx'
import { type ColourName, type Colours, useColours } from './colours.ts'
import { type Crosshair, placeAt } from './crosshair.ts'

export interface ChartSeries {
  readonly title: string
  readonly values: readonly (number | null)[]
  readonly colour: ColourName
  /** `joined` is a line with points. */
  readonly kind?: 'line' | 'joined' | 'bars' | 'points' | 'area'
  /** Uses the right axis, formatted by `rightFormat`. */
  readonly isRight?: boolean
  readonly isDashed?: boolean
}

/** A labelled vertical line: the price, a wall, the flip. */
export interface Mark {
  readonly at: number | null | undefined
  /** Where the line could be as well: drawn as a band. */
  readonly range?: { readonly low: number; readonly high: number } | null | undefined
  readonly title: string
  readonly colour: ColourName
}

/** Where the lines are drawn, in pixels of the chart, and the values at its left and right edge. */
export interface PlotArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly low: number
  readonly high: number
}

interface SeriesChartProps {
  /** Accessible label. */
  readonly label: string
  /** Rising. Instants are in seconds. */
  readonly x: readonly number[]
  readonly xTitle: string
  readonly isTime?: boolean
  readonly xFormat: (value: number) => string
  readonly format: (value: number | null) => string
  readonly rightFormat?: (value: number | null) => string
  readonly series: readonly ChartSeries[]
  readonly marks?: readonly Mark[]
  readonly size?: 'small' | 'usual' | 'tall'
  /** Charts with the same name show the values under the pointer of any of them. */
  readonly sync?: string
  /** Links the pointer with charts of other kinds that share the time. */
  readonly crosshair?: Crosshair
  /** False leaves lines open where values are unknown. */
  readonly joinsGaps?: boolean
  /** The right axis begins at 0 and has no numbers: only the shape of its lines is shown. */
  readonly isRightBare?: boolean
  /** Draws a line where the values change their sign. */
  readonly hasZero?: boolean
  /** Controls over the lines, such as handles that move a value. */
  readonly overlay?: (area: PlotArea) => ComponentChildren
}

/**
 * Lines or bars over numbers or time, with the values under the pointer in the legend, and the same data as a table.
 */
export function SeriesChart(props: SeriesChartProps) {
  const { label, x, xFormat, series, size = 'usual' } = props
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const colours = useColours()
  const [under, setUnder] = useState<number | null>(null)
  const [area, setArea] = useState<PlotArea | null>(null)
  const data = useMemo<uPlot.AlignedData>(() => [[...x], ...series.map(({ values }) => [...values])], [x, series])
  const shape = series.map(({ title, colour, kind }) => `${title} ${colour} ${kind}`).join()
  const marks = JSON.stringify(props.marks ?? [])
  const drawn = useRef(props)
  drawn.current = props
  // Compares the shape as text.
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const draw = (plot: uPlot) => {
      drawZero(plot, drawn.current, colours)
      drawMarks(plot, drawn.current.marks ?? [], colours)
      if (drawn.current.overlay) setArea((before) => renewed(before, areaOf(plot)))
    }
    const plot = new uPlot(optionsOf(drawn.current, colours, element, { onPoint: setUnder, draw }), data, element)
    chart.current = plot
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    const unlink = linked(plot, drawn.current.crosshair)
    return () => {
      unlink()
      observer.disconnect()
      plot.destroy()
      chart.current = null
    }
  }, [colours, shape])
  useEffect(() => chart.current?.setData(data), [data])
  // With its axes: without, a chart that was just made would not measure them.
  useEffect(() => chart.current?.redraw(false, true), [marks])
  return (
    <figure class="chart">
      <ul class="chart-legend">
        <li>{under === null ? props.xTitle : xFormat(x[under] ?? 0)}</li>
        {series.map((it) => (
          <li key={it.title}>
            <i style={{ '--mark': colours[it.colour] }} />
            {it.title}
            {under === null ? null : <b> {formatOf(it, props)(it.values[under] ?? null)}</b>}
          </li>
        ))}
      </ul>
      <div class="chart-frame">
        <div class="chart-height" data-size={size} ref={place} role="img" aria-label={label} />
        {area && props.overlay ? props.overlay(area) : null}
      </div>
      <TableOf {...props} />
    </figure>
  )
}

/** The data of the chart; rendered on request. */
function TableOf(props: SeriesChartProps) {
  const { label, x, xTitle, xFormat, series } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen ? (
        <Table
          label={`${label}, as a table`}
          keyOf={(index) => String(index)}
          rows={x.map((_value, index) => index)}
          columns={[
            { title: xTitle, align: 'start' as const, cell: (index: number) => xFormat(x[index] ?? 0) },
            ...series.map((it) => ({
              title: it.title,
              cell: (index: number) => formatOf(it, props)(it.values[index] ?? null),
            })),
          ]}
        />
      ) : null}
    </details>
  )
}

function formatOf({ isRight = false }: ChartSeries, { format, rightFormat = format }: SeriesChartProps) {
  return isRight ? rightFormat : format
}

const OUTSIDE = { left: -10, top: -10 }

/** Follows the pointer of other charts, and reports its own. */
function linked(plot: uPlot, crosshair: Crosshair | undefined): () => void {
  if (!crosshair) return () => undefined
  const report = () => {
    const { idx } = plot.cursor
    // A renewed chart sets its cursor too.
    if (plot.over.matches(':hover')) crosshair.move(plot, typeof idx === 'number' ? (plot.data[0][idx] ?? null) : null)
  }
  plot.hooks.setCursor = [...(plot.hooks.setCursor ?? []), report]
  plot.over.addEventListener('mouseleave', () => crosshair.move(plot, null))
  return crosshair.follow(plot, (seconds) => {
    const place = seconds === null ? null : placeAt(plot.data[0], seconds)
    const at = place === null ? undefined : plot.data[0][place]
    plot.setCursor(at === undefined ? OUTSIDE : { left: plot.valToPos(at, 'x'), top: 0 })
  })
}

const RIGHT = 'right'

function optionsOf(
  {
    xFormat,
    format,
    rightFormat,
    isRightBare = false,
    series,
    isTime = false,
    sync,
    joinsGaps = true,
  }: SeriesChartProps,
  colours: Colours,
  element: HTMLElement,
  { onPoint, draw }: { onPoint(index: number | null): void; draw(plot: uPlot): void },
): uPlot.Options {
  const axis = { stroke: colours.soft, grid: { stroke: colours.line, width: 1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false },
      points: { size: 6 },
      ...(sync ? { sync: { key: sync, scales: ['x', null] } } : {}),
    },
    scales: { x: { time: isTime }, ...(isRightBare ? { [RIGHT]: { range: fromZero } } : {}) },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_plot, ticks) => ticks.map((tick) => xFormat(tick)),
        space: 70,
        size: 32,
      },
      { ...axis, values: (_plot, ticks) => ticks.map((tick) => format(tick)), size: 66 },
      ...(rightFormat && !isRightBare
        ? [
            {
              ...axis,
              scale: RIGHT,
              side: 1 as const,
              grid: { show: false },
              values: (_plot: uPlot, ticks: number[]) => ticks.map((tick) => rightFormat(tick)),
              size: 56,
            },
          ]
        : []),
    ],
    series: [{}, ...series.map((it) => seriesOf(it, colours, joinsGaps))],
    hooks: {
      setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)],
      draw: [draw],
    },
  }
}

function seriesOf(
  { title, colour, kind = 'line', isRight = false, isDashed = false }: ChartSeries,
  colours: Colours,
  spanGaps: boolean,
): uPlot.Series {
  const stroke = colours[colour]
  const scale = isRight ? RIGHT : 'y'
  const common = {
    label: title,
    scale,
    stroke,
    // Rounded to pixels, a straight line that rises slowly has steps.
    pxAlign: 0,
    points: { show: kind === 'points' || kind === 'joined', size: kind === 'points' ? 10 : 6, fill: stroke },
  }
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.8, 24] })
    return { ...common, fill: stroke, width: 0, ...(paths ? { paths } : {}) }
  }
  if (kind === 'points') return { ...common, paths: () => null }
  return {
    ...common,
    width: 2,
    spanGaps,
    ...(isDashed ? { dash: [5, 4] } : {}),
    ...(kind === 'area' ? { fill: `${stroke}22` } : {}),
  }
}

const ROOM_ABOVE = 1.1

function fromZero(_plot: uPlot, _low: number | null, high: number | null): [number, number] {
  return [0, ROOM_ABOVE * (high ?? 1)]
}

function areaOf({ bbox, scales }: uPlot): PlotArea {
  const scale = devicePixelRatio
  const [left, top, width, height] = [bbox.left, bbox.top, bbox.width, bbox.height].map((it) => it / scale)
  const { min = null, max = null } = scales['x'] ?? {}
  return { left: left ?? 0, top: top ?? 0, width: width ?? 0, height: height ?? 0, low: min ?? 0, high: max ?? 1 }
}

/** The former one where nothing has changed, so that nothing is rendered again. */
function renewed(before: PlotArea | null, after: PlotArea): PlotArea {
  return before && JSON.stringify(before) === JSON.stringify(after) ? before : after
}

function drawZero(plot: uPlot, { hasZero = false }: SeriesChartProps, colours: Colours): void {
  const { ctx, bbox, scales } = plot
  const { min = null, max = null } = scales['y'] ?? {}
  if (!hasZero || min === null || max === null || min >= 0 || max <= 0) return
  const top = Math.round(plot.valToPos(0, 'y', true))
  ctx.save()
  ctx.strokeStyle = colours.soft
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  ctx.moveTo(bbox.left, top)
  ctx.lineTo(bbox.left + bbox.width, top)
  ctx.stroke()
  ctx.restore()
}

/** Fills the part of the range that the chart shows. */
function shade({ ctx, bbox, valToPos }: uPlot, { low, high }: NonNullable<Mark['range']>, fill: string): void {
  const inside = (value: number) => Math.min(Math.max(valToPos(value, 'x', true), bbox.left), bbox.left + bbox.width)
  ctx.fillStyle = fill
  ctx.fillRect(inside(low), bbox.top, inside(high) - inside(low), bbox.height)
}

/** Vertical lines and, over all of them, their labels at staggered heights: neither a neighbour nor a line covers one. */
function drawMarks(plot: uPlot, marks: readonly Mark[], colours: Colours): void {
  const { ctx, bbox } = plot
  const scale = devicePixelRatio
  const placed = marks.flatMap(({ at, range, title, colour }) => {
    if (at === null || at === undefined || !Number.isFinite(at)) return []
    return [{ left: Math.round(plot.valToPos(at, 'x', true)), range, title, colour: colours[colour] }]
  })
  ctx.save()
  ctx.font = `${11 * scale}px system-ui, sans-serif`
  ctx.textAlign = 'left'
  for (const { range, colour } of placed) if (range) shade(plot, range, `${colour}22`)
  const visible = placed.map((mark, index) => ({ ...mark, index })).filter(({ left }) => isInside(left, bbox))
  for (const { left, colour } of visible) {
    ctx.strokeStyle = colour
    ctx.setLineDash([4 * scale, 3 * scale])
    ctx.beginPath()
    ctx.moveTo(left, bbox.top)
    ctx.lineTo(left, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.setLineDash([])
  ctx.lineJoin = 'round'
  ctx.lineWidth = 3 * scale
  ctx.strokeStyle = colours.raised
  for (const { left, colour, title, index } of visible) {
    const start = labelStart(left, ctx.measureText(title).width, bbox)
    const top = bbox.top + (12 + index * 14) * scale
    ctx.strokeText(title, start, top)
    ctx.fillStyle = colour
    ctx.fillText(title, start, top)
  }
  ctx.restore()
}

const isInside = (left: number, { left: first, width }: uPlot.BBox) => left >= first && left <= first + width

/** Beside its line where there is room, else at the edge: never cut. */
function labelStart(left: number, width: number, bbox: uPlot.BBox): number {
  const gap = 5 * devicePixelRatio
  const last = bbox.left + bbox.width - width
  const start = left + gap > last ? left - gap - width : left + gap
  return Math.max(bbox.left, Math.min(start, last))
}
