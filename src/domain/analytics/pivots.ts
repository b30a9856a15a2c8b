/** Support and resistance that floor traders take from the day before: classic, Camarilla and Fibonacci pivots. */
import { z } from 'zod'
import type { DailyBar } from '../market/bar.ts'

const level = (text: string) => z.number().describe(`${text} USD.`)

export const Pivots = z
  .object({
    date: z.string().describe('The trading day whose high, low and close the levels are made of, YYYY-MM-DD.'),
    classic: z
      .object({
        p: level('(H + L + C)/3.'),
        r1: level('2P − L.'),
        s1: level('2P − H.'),
        r2: level('P + (H − L).'),
        s2: level('P − (H − L).'),
        r3: level('H + 2(P − L).'),
        s3: level('L − 2(H − P).'),
      })
      .describe('Classic floor pivots.'),
    camarilla: z
      .object({
        r1: level('C + 1.1(H − L)/12.'),
        s1: level('C − 1.1(H − L)/12.'),
        r2: level('C + 1.1(H − L)/6.'),
        s2: level('C − 1.1(H − L)/6.'),
        r3: level('C + 1.1(H − L)/4.'),
        s3: level('C − 1.1(H − L)/4.'),
        r4: level('C + 1.1(H − L)/2.'),
        s4: level('C − 1.1(H − L)/2.'),
      })
      .describe('Camarilla pivots around the close.'),
    fibonacci: z
      .object({
        r1: level('P + 0.382(H − L).'),
        s1: level('P − 0.382(H − L).'),
        r2: level('P + 0.618(H − L).'),
        s2: level('P − 0.618(H − L).'),
        r3: level('P + (H − L).'),
        s3: level('P − (H − L).'),
      })
      .describe('Fibonacci pivots around the classic P.'),
  })
  .describe('Pivot levels for the session after `date`; null without a finished bar.')
  .meta({ id: 'Pivots' })

export type Pivots = z.infer<typeof Pivots>

/** For the session after the bar; null when a price of the bar is unknown. */
export function pivots({ date, high, low, close }: DailyBar): Pivots | null {
  const range = high - low
  const p = (high + low + close) / 3
  if (!Number.isFinite(p)) return null
  const camarilla = (parts: number) => (range * 1.1) / parts
  return {
    date,
    classic: {
      p,
      r1: 2 * p - low,
      s1: 2 * p - high,
      r2: p + range,
      s2: p - range,
      r3: high + 2 * (p - low),
      s3: low - 2 * (high - p),
    },
    camarilla: {
      r1: close + camarilla(12),
      s1: close - camarilla(12),
      r2: close + camarilla(6),
      s2: close - camarilla(6),
      r3: close + camarilla(4),
      s3: close - camarilla(4),
      r4: close + camarilla(2),
      s4: close - camarilla(2),
    },
    fibonacci: {
      r1: p + 0.382 * range,
      s1: p - 0.382 * range,
      r2: p + 0.618 * range,
      s2: p - 0.618 * range,
      r3: p + range,
      s3: p - range,
    },
  }
}
