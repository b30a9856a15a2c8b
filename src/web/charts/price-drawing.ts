import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  type Time,
} from 'lightweight-charts'
import type { Colours } from './colours.ts'
import { chartOptions, timeOf } from './price-axes.ts'
import { type ConePoint, collapsedLabels, type PathLine, type PriceLine, rangeWithLines } from './price-lines.ts'

/** A session of `price_history`, or a bucket of a session. */
export interface PriceBar {
  /** A date, or the start of a bucket as an ISO instant. */
  readonly date: string
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly close: number | null
  readonly volume: number | null
}

/** A print over or under the bar of its time. */
export interface PrintMark {
  /** `date` of the bar. */
  readonly date: string
  readonly text: string
  readonly sign: 1 | 0 | -1
}

export interface PriceDrawing {
  setBars(bars: readonly PriceBar[]): void
  setLines(lines: readonly PriceLine[]): void
  setCone(points: readonly ConePoint[]): void
  setPaths(paths: readonly PathLine[]): void
  setMarks(marks: readonly PrintMark[]): void
  /** The price at a height of the element, pixels; null outside of the candles. */
  priceAt(y: number): number | null
  /** Shows `factor` times as many bars; the newest stays in place. */
  zoom(factor: number): void
  pan(bars: number): void
  reset(): void
  /** Puts the crosshair on a bar; null removes it. */
  point(bar: PriceBar | null): void
  picture(): HTMLCanvasElement
  remove(): void
}

const WIDE_ENOUGH = 420
/** Height of a label on the price scale, pixels. */
const LABEL_HEIGHT = 17
const MIN_BARS = 5
const STROKES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const

/** Draws candles over volume in an element, in the colours of the page. `onDate` reports the bar under the pointer. */
export function drawPrices(
  element: HTMLElement,
  colours: Colours,
  onDate: (date: string | null) => void,
): PriceDrawing {
  const chart = createChart(element, chartOptions(colours))
  const dates = new Map<Time, string>()
  chart.subscribeCrosshairMove(({ time }) => onDate(time === undefined ? null : (dates.get(time) ?? null)))
  let prices: readonly number[] = []
  const candles = candlesOf(chart, colours, () => prices)
  const volume = volumeOf(chart)
  const lines = linesOf(element, candles, colours)
  const marks = createSeriesMarkers(candles, [])
  let first = ''
  chart.timeScale().subscribeVisibleLogicalRangeChange(lines.relabel)
  chart.timeScale().subscribeSizeChange(lines.relabel)
  return {
    setBars(bars) {
      dates.clear()
      for (const { date } of bars) dates.set(timeOf(date), date)
      candles.setData(bars.map(candleOf))
      volume.setData(bars.map((bar) => volumeBarOf(bar, colours)))
      const start = `${bars[0]?.date} ${bars.length > 0 ? typeof timeOf(bars[0]?.date ?? '') : ''}`
      if (start !== first) chart.timeScale().fitContent()
      first = start
      lines.relabel()
    },
    setLines(next) {
      prices = next.map(({ price }) => price)
      lines.set(next)
      // Lines are included in the price range, which is recomputed only when options are set.
      chart.priceScale('right').applyOptions({})
      lines.relabel()
    },
    setCone: coneOf(chart, colours),
    setPaths: pathsOf(chart, colours),
    setMarks(prints) {
      const isWide = element.clientWidth >= WIDE_ENOUGH
      marks.setMarkers(prints.map((print) => markerOf(isWide ? print : { ...print, text: '' }, colours)))
    },
    priceAt: (y) => candles.coordinateToPrice(y),
    ...movesOf(chart, candles, () => onDate(null)),
    picture: () => chart.takeScreenshot(),
    remove: () => chart.remove(),
  }
}

/** Both edges of the expected moves, created when they are first drawn. */
function coneOf(chart: IChartApi, colours: Colours) {
  let edges: readonly [ISeriesApi<'Line'>, ISeriesApi<'Line'>] | null = null
  return (points: readonly ConePoint[]) => {
    if (points.length === 0 && !edges) return
    edges ??= [edgeOf(chart, colours), edgeOf(chart, colours)]
    edges[0].setData(points.map(({ date, high: value }) => ({ time: date, value })))
    edges[1].setData(points.map(({ date, low: value }) => ({ time: date, value })))
    chart.timeScale().fitContent()
  }
}

/** Lines over the days ahead, each created when it is first drawn. */
function pathsOf(chart: IChartApi, colours: Colours) {
  const drawn: ISeriesApi<'Line'>[] = []
  return (paths: readonly PathLine[]) => {
    if (paths.length === 0 && drawn.length === 0) return
    while (drawn.length < paths.length) drawn.push(edgeOf(chart, colours))
    drawn.forEach((series, index) => {
      const path = paths[index]
      if (path) series.applyOptions({ color: colours[path.colour], lineStyle: LineStyle.Solid, lineWidth: 1 })
      series.setData((path?.points ?? []).map(({ date, price: value }) => ({ time: date, value })))
    })
    chart.timeScale().fitContent()
  }
}

function movesOf(chart: IChartApi, candles: ISeriesApi<'Candlestick'>, onCleared: () => void) {
  const scale = chart.timeScale()
  return {
    zoom(factor: number) {
      const range = scale.getVisibleLogicalRange()
      if (!range) return
      const bars = Math.max(MIN_BARS, (range.to - range.from) * factor)
      scale.setVisibleLogicalRange({ from: range.to - bars, to: range.to })
    },
    pan(bars: number) {
      const range = scale.getVisibleLogicalRange()
      if (range) scale.setVisibleLogicalRange({ from: range.from + bars, to: range.to + bars })
    },
    reset() {
      scale.fitContent()
      chart.priceScale('right').applyOptions({ autoScale: true })
    },
    point(bar: PriceBar | null) {
      if (bar === null || bar.close === null) {
        chart.clearCrosshairPosition()
        // The library reports no movement then.
        onCleared()
      } else chart.setCrosshairPosition(bar.close, timeOf(bar.date), candles)
    },
  }
}

/** The lines, of which those that would cover each other share a label. */
function linesOf(element: HTMLElement, candles: ISeriesApi<'Candlestick'>, colours: Colours) {
  let drawn: IPriceLine[] = []
  let known: readonly PriceLine[] = []
  let shown = ''
  let request = 0
  const relabelNow = () => {
    // On a phone the names would cover the candles; the accessible label has them.
    const isWide = element.clientWidth >= WIDE_ENOUGH
    const places = known.map(({ price }) => {
      const y = candles.priceToCoordinate(price)
      return y === null || y < 0 || y > element.clientHeight ? null : y
    })
    const labels = collapsedLabels(known, places, LABEL_HEIGHT)
    const text = JSON.stringify([labels, isWide])
    if (text === shown) return
    shown = text
    for (const [index, line] of drawn.entries()) {
      const title = labels[index]?.title ?? null
      line.applyOptions({ title: isWide ? (title ?? '') : '', axisLabelVisible: title !== null })
    }
  }
  return {
    set(lines: readonly PriceLine[]) {
      for (const line of drawn) candles.removePriceLine(line)
      known = lines
      shown = ''
      drawn = lines.map(({ price, colour, width, stroke }) =>
        candles.createPriceLine({
          price,
          title: '',
          color: colours[colour],
          lineWidth: width,
          lineStyle: STROKES[stroke],
          axisLabelVisible: false,
          axisLabelTextColor: colours.raised,
        }),
      )
    },
    /** Once a frame, after the chart has its new scale. */
    relabel() {
      cancelAnimationFrame(request)
      request = requestAnimationFrame(() => {
        if (element.isConnected && drawn.length === known.length) relabelNow()
      })
    },
  }
}

function candlesOf(chart: IChartApi, colours: Colours, linePrices: () => readonly number[]) {
  return chart.addSeries(CandlestickSeries, {
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
    priceLineColor: colours.ink,
    priceLineStyle: LineStyle.Dashed,
    lastValueVisible: true,
    autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => {
      const info = usual()
      if (!info?.priceRange) return info
      const { minValue, maxValue } = info.priceRange
      const { low, high } = rangeWithLines({ low: minValue, high: maxValue }, linePrices())
      return { ...info, priceRange: { minValue: low, maxValue: high } }
    },
  })
}

/** Below the candles, on a hidden scale. */
function volumeOf(chart: IChartApi): ISeriesApi<'Histogram'> {
  const series = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceLineVisible: false,
    lastValueVisible: false,
  })
  series.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  return series
}

/** A line over the days ahead: one side of the cone of expected moves, unless it is styled further. */
function edgeOf(chart: IChartApi, colours: Colours): ISeriesApi<'Line'> {
  return chart.addSeries(LineSeries, {
    color: colours.soft,
    lineWidth: 2,
    lineStyle: LineStyle.Dotted,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  })
}

function candleOf({ date, open, high, low, close }: PriceBar) {
  const time = timeOf(date)
  if (open === null || high === null || low === null || close === null) return { time }
  return { time, open, high, low, close }
}

function volumeBarOf({ date, open, close, volume }: PriceBar, colours: Colours) {
  const time = timeOf(date)
  if (volume === null) return { time }
  const isDown = open !== null && close !== null && close < open
  return { time, value: volume, color: `${isDown ? colours.down : colours.up}55` }
}

function markerOf({ date, text, sign }: PrintMark, colours: Colours): SeriesMarker<Time> {
  const time = timeOf(date)
  if (sign === 1) return { time, position: 'belowBar', shape: 'arrowUp', color: colours.up, text }
  if (sign === -1) return { time, position: 'aboveBar', shape: 'arrowDown', color: colours.down, text }
  return { time, position: 'aboveBar', shape: 'circle', color: colours.soft, text }
}
