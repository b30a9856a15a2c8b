/** The options of a price chart: colours, scales, and times in New York. */
import { ColorType, type Time, type UTCTimestamp } from 'lightweight-charts'
import { format } from '../format.ts'
import { DATE_LENGTH } from './bar-time.ts'
import type { Colours } from './colours.ts'

/** The time of a bar for the library: a date stays one, an instant becomes seconds. */
export function timeOf(date: string): Time {
  const seconds = Date.parse(date) / 1000
  return date.length !== DATE_LENGTH && isSeconds(seconds) ? seconds : date
}

function isSeconds(value: number): value is UTCTimestamp {
  return Number.isFinite(value)
}

export function chartOptions(colours: Colours) {
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
    timeScale: {
      borderColor: colours.line,
      rightOffset: 1,
      fixLeftEdge: true,
      timeVisible: true,
      tickMarkFormatter: tickText,
    },
    crosshair: { vertLine: line, horzLine: line },
    localization: { priceFormatter: format.price, timeFormatter: pointerText },
    // The input of the chart decides when the wheel is the chart's.
    handleScroll: { vertTouchDrag: false },
  }
}

/** Types of tick marks from this one on are times of a day. */
const TIME_OF_DAY = 3

/** Null leaves the library's text, which is right for dates. */
function tickText(time: Time, type: number): string | null {
  if (typeof time !== 'number') return null
  const iso = new Date(time * 1000).toISOString()
  return type >= TIME_OF_DAY ? format.time(iso).slice(0, 5) : format.shortDate(iso.slice(0, DATE_LENGTH))
}

function pointerText(time: Time): string {
  if (typeof time === 'number') return format.dateTime(new Date(time * 1000).toISOString())
  return format.date(String(time))
}
