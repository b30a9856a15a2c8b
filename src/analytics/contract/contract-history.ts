import { z } from 'zod'
import { OptionRow } from './option-rows.ts'

const HISTORY_FIELDS = {
  bid: true,
  ask: true,
  mid: true,
  last: true,
  volume: true,
  open_interest: true,
  implied_volatility: true,
  delta: true,
  gamma: true,
  theta: true,
  vega: true,
} as const

const ContractSession = OptionRow.pick(HISTORY_FIELDS).extend({
  date: z.string().describe('New York trading date.'),
  is_known: z
    .boolean()
    .describe(
      'False where the source has no chain of the session, or the chain no such contract: all figures are null.',
    ),
  underlying_price: z.number().nullable().describe('Price of the underlying at the chain, USD per share.'),
})
export type ContractSession = z.infer<typeof ContractSession>

export const ContractHistory = z
  .object({
    option_symbol: z
      .string()
      .describe('OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.'),
    data: z.array(ContractSession).describe('Sessions in date order, each at its last chain; the last is the latest.'),
  })
  .meta({ id: 'ContractHistory' })
