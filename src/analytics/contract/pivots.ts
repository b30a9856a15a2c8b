import { z } from 'zod'

const level = (text: string) => z.number().describe(`${text} USD.`)

export const Pivots = z
  .object({
    date: z.string().describe('The trading day whose high, low and close define the levels, YYYY-MM-DD.'),
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
