import {
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
} from 'lightweight-charts'
import { format } from '../format.ts'
import type { Colours } from './colours.ts'
import { type ConePoint, type PriceLine, rangeWithLines } from './price-lines.ts'

/** A session of `price_history`. */
export interface PriceBar {
  readonly date: string
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly close: number | null
  readonly volume: number | null
}

export interface PriceDrawing {
  setBars(bars: readonly PriceBar[]): void
  setLines(lines: readonly PriceLine[]): void
  setCone(points: readonly ConePoint[]): void
  remove(): void
}

const WIDE_ENOUGH = 420
const STROKES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const

/**
 * Draws candles over volume in an element, in the colours of the page. `onDate` reports the session under the pointer.
 */
export function drawPrices(
  element: HTMLElement,
  colours: Colours,
  onDate: (date: string | null) => void,
): PriceDrawing {
  const chart = createChart(element, chartOptions(colours))
  chart.subscribeCrosshairMove(({ time }) => onDate(typeof time === 'string' ? time : null))
  let prices: readonly number[] = []
  const candles = candlesOf(chart, colours, () => prices)
  const volume = volumeOf(chart)
  const cone = [edgeOf(chart, colours), edgeOf(chart, colours)] as const
  let drawn: IPriceLine[] = []
  let first = ''
  return {
    setBars(bars) {
      candles.setData(bars.map(candleOf))
      volume.setData(bars.map((bar) => volumeBarOf(bar, colours)))
      const start = bars[0]?.date ?? ''
      if (start !== first) chart.timeScale().fitContent()
      first = start
    },
    setLines(lines) {
      for (const line of drawn) candles.removePriceLine(line)
      prices = lines.map(({ price }) => price)
      drawn = lines.map(({ price, title, colour, width, stroke }) =>
        candles.createPriceLine({
          price,
          // On a phone the names would cover the candles; the accessible label has them.
          title: element.clientWidth < WIDE_ENOUGH ? '' : title,
          color: colours[colour],
          lineWidth: width,
          lineStyle: STROKES[stroke],
          axisLabelTextColor: colours.raised,
        }),
      )
      // Lines are included in the price range, which is recomputed only when options are set.
      chart.priceScale('right').applyOptions({})
    },
    setCone(points) {
      const [high, low] = cone
      high.setData(points.map(({ date, high: value }) => ({ time: date, value })))
      low.setData(points.map(({ date, low: value }) => ({ time: date, value })))
      chart.timeScale().fitContent()
    },
    remove: () => chart.remove(),
  }
}

function chartOptions(colours: Colours) {
  const line = { color: colours.soft, labelBackgroundColor: colours.soft }
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colours.raised },
      textColor: colours.soft,
      fontFamily: 'system-ui, sans-serif',
      fontSize: 11,
      // The library's logo needs a style element, which the content security policy forbids; the link is below the
      // chart.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    rightPriceScale: { borderColor: colours.line, scaleMargins: { top: 0.05, bottom: 0.2 } },
    timeScale: { borderColor: colours.line, rightOffset: 1, fixLeftEdge: true },
    crosshair: { vertLine: line, horzLine: line },
    localization: { priceFormatter: format.price },
    // The wheel scrolls the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
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

/** One side of the cone of expected moves. */
function edgeOf(chart: IChartApi, colours: Colours): ISeriesApi<'Line'> {
  return chart.addSeries(LineSeries, {
    color: colours.cool,
    lineWidth: 2,
    lineStyle: LineStyle.Dotted,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  })
}

function candleOf({ date, open, high, low, close }: PriceBar) {
  if (open === null || high === null || low === null || close === null) return { time: date }
  return { time: date, open, high, low, close }
}

function volumeBarOf({ date, open, close, volume }: PriceBar, colours: Colours) {
  if (volume === null) return { time: date }
  const isDown = open !== null && close !== null && close < open
  return { time: date, value: volume, color: `${isDown ? colours.down : colours.up}55` }
}
