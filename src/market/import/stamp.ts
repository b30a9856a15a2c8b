/**
 * The date line of a downloaded quote table, which the browser writes in its own language: "May 6, 2025 at 6:09 PM EDT",
 * "5 de mayo de 2025, 18:09 GMT-4", "2025年5月5日 18:09 GMT-4". Null for what is not clear.
 */

import { isCivilDate } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'

export interface Stamp {
  readonly ms: number
  /** False when the line names no time zone and New York was assumed. */
  readonly zoned: boolean
}

const LOCALES = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'sk',
  'hu',
  'ro',
  'tr',
  'ru',
  'uk',
  'el',
]
const ZONE_HOURS: Readonly<Record<string, number>> = { EDT: -4, EST: -5, UTC: 0, GMT: 0, Z: 0 }
const MONTH_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const UNCLEAR = -1
const TIME = /(\d{1,2})[:.h](\d{2})(?::\d{2})?\s*(?:(a|p)\.?\s?m\.?(?![\p{L}]))?/iu
const OFFSET = /(?:GMT|UTC)\s*([+-])(\d{1,2})(?::?(\d{2}))?/i

export function parseStamp(line: string): Stamp | null {
  const text = line.normalize('NFC').replaceAll('\u2212', '-')
  const time = TIME.exec(text)
  const date = dateIn(time ? text.slice(0, time.index) : text)
  const minute = time && minuteOf(time)
  if (!date || minute === null || !time) return null
  const zone = text.slice(time.index + time[0].length).trim()
  if (zone === '') return { ms: newYorkInstant(date, minute), zoned: false }
  const offsetMinutes = zoneMinutes(zone)
  if (offsetMinutes === null) return null
  return { ms: Date.parse(`${date}T00:00:00Z`) + (minute - offsetMinutes) * 60_000, zoned: true }
}

function dateIn(text: string): string | null {
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => digits)
  const month = monthIn(text)
  const year = numbers.find((digits) => digits.length === 4)
  if (year === undefined) return null
  const others = numbers.filter((digits) => digits !== year)
  if (month !== null) return others.length === 1 ? civil(year, month, Number(others[0])) : null
  const [first = 0, second = 0] = others.map(Number)
  if (others.length !== 2) return null
  // With the year in front the month comes next; otherwise only a number above 12 shows which is the day.
  if (numbers[0] === year) return civil(year, first, second)
  if (first > 12) return civil(year, second, first)
  return second > 12 || first === second ? civil(year, first, second) : null
}

let months: ReadonlyMap<string, number> | undefined

function monthIn(text: string): number | null {
  months ??= monthNames()
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const month = months.get(word)
    if (month !== undefined) return month
  }
  return null
}

function civil(year: string, month: number, day: number): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCivilDate(date) ? date : null
}

function minuteOf([, hourText, minuteText, half]: RegExpExecArray): number | null {
  const hour = Number(hourText)
  const minute = Number(minuteText)
  if (minute > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return null
  if (!half) return hour * 60 + minute
  return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minute
}

function zoneMinutes(zone: string): number | null {
  const offset = OFFSET.exec(zone)
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    return minutes <= 14 * 60 ? (offset[1] === '-' ? -minutes : minutes) : null
  }
  const hours = ZONE_HOURS[zone.toUpperCase().replaceAll(/[^A-Z]/g, '')]
  return hours === undefined ? null : hours * 60
}

/**
 * Month names in the form used in dates; names that are different months in different languages (listopad) are
 * excluded.
 */
function monthNames(): ReadonlyMap<string, number> {
  const months = new Map<string, number>()
  for (const [name, month] of LOCALES.flatMap(namesIn)) {
    const known = months.get(name)
    months.set(name, known === undefined || known === month ? month : UNCLEAR)
  }
  return new Map([...months].filter(([name, month]) => month !== UNCLEAR && /\p{L}/u.test(name)))
}

function namesIn(locale: string): [string, number][] {
  return (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, year: 'numeric', timeZone: 'UTC' })
    return MONTH_NUMBERS.map((month): [string, number] => {
      const part = format.formatToParts(Date.UTC(2025, month - 1, 5)).find(({ type }) => type === 'month')
      return [(part?.value ?? '').toLowerCase().normalize('NFC').replace(/\.$/, ''), month]
    })
  })
}
