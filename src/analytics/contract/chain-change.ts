import { z } from 'zod'
import { DIRECTIONS } from '../domain/direction.ts'

const figure = (text: string) => z.number().nullable().describe(text)

/** A figure before and after. */
const between = (text: string) =>
  z.object({ from: figure(`Before. ${text}`), to: figure(`After. ${text}`) }).describe(text)

const LargePrint = z
  .object({
    executed_at: z.iso.datetime().describe('Time of the print; of the first leg of a sweep. UTC.'),
    option_symbol: z.string().describe('OCC identity, 21 characters.'),
    size: z.number().min(0).describe('Contracts.'),
    premium: z.number().min(0).describe('price × size × multiplier. USD.'),
    sentiment: z.enum(DIRECTIONS).describe('bullish: calls bought or puts sold; bearish: puts bought or calls sold.'),
  })
  .meta({ id: 'LargePrint' })

export type LargePrint = z.infer<typeof LargePrint>

export const ChainChange = z.object({
  price: z
    .object({
      from: figure('Before. USD per share.'),
      to: figure('After. USD per share.'),
      change_pct: figure('100 × (to / from − 1).'),
      in_expected_moves: figure(
        'The change in standard deviations that the earlier iv30 implied for the time between.',
      ),
    })
    .describe('Price of the underlying.'),
  iv30: between('Implied volatility at 30 days, decimal per year.'),
  rr25: between('IV of the 25-delta call − IV of the 25-delta put at 30 days, decimal.'),
  term_slope_pct: between('100 × (iv90 / iv30 − 1).'),
  max_pain: between('Max pain over all expirations, USD.'),
  call_wall: between('Strike with the largest call GEX, USD.'),
  put_wall: between('Strike with the most negative put GEX, USD.'),
  gamma_flip: between('Price at which net GEX is zero, USD.'),
  net_gex: z
    .object({
      from: figure('Before. USD per 1 % move.'),
      to: figure('After. USD per 1 % move.'),
      parts: z
        .object({
          by_expiration: figure('By contracts that expired. USD per 1 % move.'),
          by_time: figure('By the passage of time. USD per 1 % move.'),
          by_price: figure('By the move of the price. USD per 1 % move.'),
          by_volatility: figure(
            'By the change of volatilities, with what forwards and rates leave over. USD per 1 % move.',
          ),
          by_open_interest: figure('By open interest, newly listed contracts with it. USD per 1 % move.'),
        })
        .describe(
          'They add up to the change: each is the mean over both orders of exchanging one for the other. Null with a kept minute, which holds no chain.',
        ),
    })
    .describe('Net gamma exposure of all expirations.'),
  iv_parts: z
    .object({
      along_smile: figure('By sliding along the earlier smile to the new price, decimal.'),
      smile_moved: figure('The rest: the smile itself moved, decimal.'),
    })
    .describe('The change of iv30; null with a kept minute.'),
  strikes: z
    .array(
      z.object({
        strike: z.number().describe('USD.'),
        net_gex_change: z.number().describe('USD per 1 % move.'),
        open_interest_change: figure('Contracts, calls and puts; null with a kept minute.'),
      }),
    )
    .describe('At most 20, the largest change of net GEX first; with a kept minute, within 8 % of the price.'),
  flow: z
    .object({
      net_premium: figure(
        'Bullish less bearish premium between the two instants in the session of the later one, USD; null without a tape.',
      ),
      largest: z
        .array(LargePrint)
        .describe('At most five between the two instants, the largest premium first; empty without a tape.'),
    })
    .describe('Option trades.'),
  events: z
    .array(
      z.object({
        scheduled_at: z.string().describe('UTC.'),
        kind: z.string().describe('As in events.'),
        title: z.string().describe('What it is.'),
      }),
    )
    .describe('Of the symbol and the market between the two instants, at most 10.'),
  summary: z.array(z.string()).describe('At most six sentences.'),
})

export type ChainChange = z.infer<typeof ChainChange>
