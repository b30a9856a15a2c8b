import type { Answer } from '../../catalogue/operation.ts'
import { significant } from '../../lib/math/significant.ts'

/** Rounds every number of a JSON value to the digits that a reader uses. */
export function shortNumbers(value: unknown): unknown {
  return rounded(value, shortNumber)
}

/** Every number of an answer with six digits, but no fewer than two decimals: what lies beyond costs tokens only. */
export function sixDigits(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).map(([name, member]) => [name, rounded(member, sixDigit)]))
}

function rounded(value: unknown, round: (value: number) => number): unknown {
  if (typeof value === 'number') return round(value)
  if (Array.isArray(value)) return value.map((member) => rounded(member, round))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member, round)]))
}

function sixDigit(value: number): number {
  return Math.abs(value) < 10_000 ? significant(value, 6) : Math.round(value * 100) / 100
}

/**
 * Two decimals from 10 on, as prices have; four below, for volatilities and Greeks; three digits for values that four
 * decimals would round to nothing; none from a hundred thousand on.
 */
export function shortNumber(value: number): number {
  if (Number.isInteger(value)) return value
  const size = Math.abs(value)
  if (size >= 100_000) return Math.round(value)
  if (size >= 10) return Number(value.toFixed(2))
  return size >= 0.01 ? Number(value.toFixed(4)) : Number(value.toPrecision(3))
}
