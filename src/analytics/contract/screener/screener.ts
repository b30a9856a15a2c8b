import { z } from 'zod'
import {
  byNumberField,
  byTextField,
  NUMBER_FIELD_NAMES,
  NUMBER_FIELDS,
  TEXT_FIELDS,
} from '../../domain/screener/screen-fields.ts'
import { QUANTILES } from '../../domain/screener/screen-table.ts'

const numbers = byNumberField((name) => z.number().nullable().optional().describe(`${NUMBER_FIELDS[name].description}`))

const texts = byTextField((name) => z.string().nullable().optional().describe(`${TEXT_FIELDS[name].description}`))

/** Null is unknown; a field that was not chosen is left out. */
export const ScreenRow = z
  .object({
    symbol: z.string().describe('Ticker of the underlying.'),
    row_as_of: z.iso.datetime().optional().describe('The instant of its newest chain or quote, UTC.'),
    ...numbers,
    ...texts,
  })
  .meta({ id: 'ScreenRow' })

export type ScreenRow = z.infer<typeof ScreenRow>

export const FieldRange = z.object({
  field: z.enum(NUMBER_FIELD_NAMES).describe('Name of the field.'),
  values: z
    .array(z.number())
    .describe(`Its quantiles over all symbols: ${QUANTILES.map((share) => `${100 * share} %`).join(', ')}.`),
})
