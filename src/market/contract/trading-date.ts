import { z } from 'zod'

/** A date of the New York calendar. Whether the exchange trades on it is for the calendar, or the data, to say. */
export const TradingDate = z.iso
  .date('must be a date that exists, written YYYY-MM-DD')
  .describe('A past New York trading date, YYYY-MM-DD; nothing later is known then.')
  .meta({ id: 'TradingDate' })

export type TradingDate = z.infer<typeof TradingDate>
