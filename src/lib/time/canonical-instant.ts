const FORM = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:?\d{2})?$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const MICROSECOND_DIGITS = 6

/**
 * The one spelling of an ISO 8601 date and time that fingerprints are made of: seconds always, the fraction only when
 * it is not zero and then as six digits (cut, not rounded), `Z` and `-00:00` as `+00:00`, any other offset kept and not
 * converted, none where none was sent. Null for anything but a calendar date with a time of day: `Date` would turn
 * 30 February into 2 March.
 */
export function canonicalInstant(text: string): string | null {
  const parts = FORM.exec(text)
  if (!parts) return null
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', fraction = '', offset = ''] = parts
  const canonicalOffset = offsetOf(offset)
  if (canonicalOffset === null || !isDate(Number(year), Number(month), Number(day))) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fractionOf(fraction)}${canonicalOffset}`
}

function isDate(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0)
  return year >= 1 && day >= 1 && day <= days
}

function fractionOf(digits: string): string {
  const kept = digits.slice(0, MICROSECOND_DIGITS)
  return Number(kept) === 0 ? '' : `.${kept.padEnd(MICROSECOND_DIGITS, '0')}`
}

function offsetOf(text: string): string | null {
  if (text === '') return ''
  if (text === 'Z') return '+00:00'
  const hours = text.slice(1, 3)
  const minutes = text.slice(-2)
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return hours === '00' && minutes === '00' ? '+00:00' : `${text.charAt(0)}${hours}:${minutes}`
}
