import { z } from 'zod'

const MAX_POINTS = 400
/** How the mark of the present price begins, which is drawn stronger than others. */
export const PRICE = 'Price'

const text = z.string().min(1).max(80)
const point = z.tuple([z.number(), z.number()])
const span = { from: z.number(), to: z.number() }

/** What a picture shows, as data: an address can carry it, and whoever shows it draws it. */
export const Picture = z.object({
  title: text,
  /** For those who do not see it. */
  says: z.string().min(1).max(300),
  /** Of the vertical axis. */
  unit: z.enum(['usd', 'percent']),
  x: z.object({ ...span, ticks: z.array(z.tuple([z.number(), z.string().max(20)])).max(12) }),
  bars: z.array(point).max(MAX_POINTS),
  lines: z.array(z.object({ title: text, points: z.array(point).max(MAX_POINTS) })).max(3),
  /** Vertical lines. */
  marks: z.array(z.object({ title: text, at: z.number() })).max(6),
  /** A shaded part of the horizontal axis. */
  band: z.object(span).nullable(),
})
export type Picture = z.infer<typeof Picture>
