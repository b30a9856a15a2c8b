/**
 * The OCC identity of a listed contract: root padded with spaces to six characters, yymmdd, C or P, strike in
 * thousandths of a dollar in eight digits. Many feeds leave the padding out. A root that ends in a digit names an
 * adjusted contract, whose deliverable is not 100 shares.
 */
import type { OptionType } from './chain.ts'

export interface OptionContract {
  readonly root: string
  readonly expirationDate: string
  readonly optionType: OptionType
  /** USD, an integer number of thousandths. */
  readonly strike: number
}

/** Date, right and strike; the century is always this one, since the symbology began in 2010. */
const TAIL_LENGTH = 15
const ZERO = 48
const CALL = 67
const PUT = 80
const ROOT_LENGTH = 6
const ROOT = /^[A-Z][A-Z0-9]{0,5}$/
const LARGEST_STRIKE = 99_999.999
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Null for anything that is not such a symbol, padded (21 characters) or not. */
export function parseOptionSymbol(text: string): OptionContract | null {
  const tail = text.length - TAIL_LENGTH
  const root = text.slice(0, Math.max(tail, 0)).trimEnd()
  const year = digits(text, tail, 2)
  const month = digits(text, tail + 2, 2)
  const day = digits(text, tail + 4, 2)
  const right = text.charCodeAt(tail + 6)
  const thousandths = digits(text, tail + 7, 8)
  if (!(thousandths > 0) || (right !== CALL && right !== PUT)) return null
  if (!isOptionRoot(root) || !isDayOfMonth(2000 + year, month, day)) return null
  return {
    root,
    expirationDate: `20${text.slice(tail, tail + 2)}-${text.slice(tail + 2, tail + 4)}-${text.slice(tail + 4, tail + 6)}`,
    optionType: right === CALL ? 'call' : 'put',
    strike: thousandths / 1000,
  }
}

/** The number of `count` digits of the text; NaN if one is not a digit. */
function digits(text: string, from: number, count: number): number {
  let number = 0
  for (let i = from; i < from + count; i++) {
    const digit = text.charCodeAt(i) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = 10 * number + digit
  }
  return number
}

/** The 21-character form. Throws a RangeError for a contract that the form cannot hold. */
export function formatOptionSymbol({ root, expirationDate, optionType, strike }: OptionContract): string {
  if (!isOptionRoot(root)) throw new RangeError(`Not an option root: ${root.slice(0, 20)}`)
  if (!isListableStrike(strike)) throw new RangeError(`Strike is not a multiple of 0.001 below 100,000: ${strike}`)
  if (!isExpirationDate(expirationDate)) throw new RangeError(`Not an expiration date: ${expirationDate.slice(0, 20)}`)
  const date = expirationDate.slice(2, 4) + expirationDate.slice(5, 7) + expirationDate.slice(8, 10)
  const thousandths = String(Math.round(strike * 1000)).padStart(8, '0')
  return root.padEnd(ROOT_LENGTH) + date + (optionType === 'call' ? 'C' : 'P') + thousandths
}

export function isOptionRoot(root: string): boolean {
  return ROOT.test(root)
}

/** Roots that end in a digit name adjusted contracts. */
export function isAdjustedRoot(root: string): boolean {
  return /\d$/.test(root)
}

export function isListableStrike(strike: number): boolean {
  if (!(strike > 0 && strike <= LARGEST_STRIKE)) return false
  const thousandths = strike * 1000
  return Math.abs(thousandths - Math.round(thousandths)) < 1e-6
}

export function isExpirationDate(date: string): boolean {
  return (
    /^20\d\d-\d\d-\d\d$/.test(date) &&
    isDayOfMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)))
  )
}

function isDayOfMonth(year: number, month: number, day: number): boolean {
  if (!(day >= 1 && day <= (DAYS_IN_MONTH[month - 1] ?? 0))) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}
