import { z } from 'zod'

/** The last quoted volatilities of the expirations that settle in a session, as they are stored: pairs of strike and volatility. */
export const KeptVolatilities = z.array(
  z.object({
    expirationDate: z.string(),
    settlement: z.enum(['am', 'pm']),
    volatilities: z.array(z.tuple([z.number(), z.number()])),
  }),
)
