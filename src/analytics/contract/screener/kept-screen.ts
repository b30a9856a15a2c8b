import { z } from 'zod'
import { byNumberField, byTextField } from '../../domain/screener/screen-fields.ts'

/** JSON writes NaN as null. */
const column = z.array(z.number().nullable())
const names = z.array(z.string().nullable())

/** The table of a session as the store keeps it: a column for each field. */
export const KeptScreen = z.object({
  source: z.string(),
  notice: z.string().optional(),
  isReplay: z.boolean().optional(),
  sessionDate: z.iso.date(),
  atMs: z.number(),
  warnings: z.array(z.string()),
  symbols: z.array(z.string()),
  asOfMs: z.array(z.number()),
  numbers: z.object(byNumberField(() => column)),
  texts: z.object(byTextField(() => names)),
})

export type KeptScreen = z.infer<typeof KeptScreen>
