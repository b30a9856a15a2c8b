import { z } from 'zod'
import { MATRIX_GREEKS } from '../../domain/exposures/matrix-greek.ts'

export const MinuteExposures = z
  .object({
    time: z.iso.datetime().describe('UTC.'),
    greek: z.enum(MATRIX_GREEKS).exclude(['open_interest_change']).describe('What the values are.'),
    unit: z.string().describe('Unit and sign of the values.'),
    strikes: z.array(z.number()).describe('Those nearest to the price of that minute, ascending. USD.'),
    values: z.array(z.number()).describe('By strike over all expirations, in the unit beside it.'),
  })
  .meta({ id: 'MinuteExposures' })
