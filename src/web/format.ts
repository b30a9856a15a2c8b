/** Formats of numbers and times. Unknown is a dash, never 0. */

const UNKNOWN = '–'
type Maybe = number | null | undefined

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })
const money = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const strike = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
const price = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function formatKnown(value: Maybe, write: (value: number) => string): string {
  return value === null || value === undefined || Number.isNaN(value) ? UNKNOWN : write(value)
}

/** A true minus sign, as wide as the plus. */
function signed(text: string, value: number): string {
  return value < 0 ? `−${text}` : value > 0 ? `+${text}` : text
}

/** Zero after rounding has no sign. */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits)
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}

export const format = {
  /** A price in USD to the cent. */
  price: (value: Maybe) => formatKnown(value, (it) => price.format(it).replace('-', '−')),
  /** A strike in USD, without zero cents. */
  strike: (value: Maybe) => formatKnown(value, (it) => strike.format(it)),
  /** A change of a price in USD, with its sign. */
  change: (value: Maybe) => formatKnown(value, (it) => signed(price.format(Math.abs(it)), it)),
  /** An amount in USD, shortened to three digits: $1.25B, $10.1B. */
  usd: (value: Maybe) => formatKnown(value, (it) => `${it < 0 ? '−' : ''}$${money.format(Math.abs(it))}`),
  /** An amount in USD, shortened, with its sign. */
  signedUsd: (value: Maybe) => formatKnown(value, (it) => signed(`$${money.format(Math.abs(it))}`, it)),
  /** A count, shortened: 12.3K. */
  count: (value: Maybe) => formatKnown(value, (it) => compact.format(it).replace('-', '−')),
  whole: (value: Maybe) => formatKnown(value, (it) => whole.format(it).replace('-', '−')),
  /** A percentage of the service: 25 is 25 %. */
  pct: (value: Maybe, digits = 1) => formatKnown(value, (it) => `${fixed(it, digits)}%`),
  signedPct: (value: Maybe, digits = 2) => formatKnown(value, (it) => `${signed(Math.abs(it).toFixed(digits), it)}%`),
  /** A decimal as a percentage: 0.25 is 25.0%; from 100% on without decimals. */
  decimal: (value: Maybe, digits = 1) =>
    formatKnown(value, (it) => `${fixed(it * 100, Math.abs(it) < 1 ? digits : 0)}%`),
  ratio: (value: Maybe, digits = 2) => formatKnown(value, (it) => fixed(it, digits)),
  greek: (value: Maybe) => formatKnown(value, (it) => fixed(it, Math.abs(it) >= 100 ? 1 : 4)),
  /** `at_ask` as words. */
  words: (value: string | null | undefined) => (value ? value.replaceAll('_', ' ') : UNKNOWN),
  time: (iso: string | null | undefined, zone?: string) => (iso ? clockOf(zone).format(new Date(iso)) : UNKNOWN),
  dateTime: (iso: string | null | undefined, zone?: string) => (iso ? momentOf(zone).format(new Date(iso)) : UNKNOWN),
  /** `2026-11-20` as `Fri, Nov 20`. */
  date: (date: string | null | undefined) => (date ? day.format(new Date(`${date}T00:00:00Z`)) : UNKNOWN),
  /** `2026-11-20` as `Nov 20`, for axes. */
  shortDate: (date: string | null | undefined) => (date ? shortDay.format(new Date(`${date}T00:00:00Z`)) : UNKNOWN),
  /** How long ago, in the largest whole unit. */
  ago: (iso: string, nowMs: number) => agoText(nowMs - Date.parse(iso)),
}

/** The scope of a number over the whole chain. */
export const ALL_EXPIRATIONS = 'all expirations'

/** The scope of a number up to one expiration: `to Nov 27`; undefined where it is unknown. */
export function untilDate(date: string | null | undefined): string | undefined {
  return date ? `to ${format.shortDate(date)}` : undefined
}

/** The scope of a number over the expirations within some days: `30 days`, or all of them. */
export function withinDays(days: number): string {
  return days >= ALL_DAYS ? ALL_EXPIRATIONS : `${days} days`
}

/** As many days as include every expiration. */
export const ALL_DAYS = 3650

/** The lowest and the highest value as ` (1.00 to 2.00)`; empty where they are unknown or read the same. */
export function rangeWords(
  range: { readonly low: number; readonly high: number } | null | undefined,
  words: (value: number) => string,
): string {
  if (!range) return ''
  // A line may break between a minus and a currency, so the two are joined.
  const [low = '', high = ''] = [range.low, range.high].map((value) => words(value).replace('−', '−\u2060'))
  return low === high ? '' : ` (${low} to ${high})`
}

/** The zone of the market, in which its instants are shown. */
export const MARKET_ZONE = 'America/New_York'

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const clocks = new Map<string, Intl.DateTimeFormat>()
const moments = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone = MARKET_ZONE): Intl.DateTimeFormat {
  return cached(clocks, zone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
}

function momentOf(zone = MARKET_ZONE): Intl.DateTimeFormat {
  return cached(moments, zone, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
}

function cached(
  formats: Map<string, Intl.DateTimeFormat>,
  timeZone: string,
  parts: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const found = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...parts, timeZone })
  formats.set(timeZone, found)
  return found
}

function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'yesterday' : `${days} days ago`
}
