import { z } from 'zod'
import { IV_STATUSES } from '../../pricing/european/implied-volatility.ts'
import { IV_ORIGINS } from '../domain/smile/iv-origin.ts'

const usd = (text: string) => z.number().nullable().describe(`${text} USD per share.`)
const contractsOf = (text: string) => z.number().min(0).nullable().describe(`${text} Contracts.`)

export const OptionRow = z
  .object({
    option_symbol: z
      .string()
      .describe('OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.'),
    option_type: z.enum(['call', 'put']).describe('call or put.'),
    strike: z.number().describe('USD.'),
    expiration_date: z.string().describe('YYYY-MM-DD.'),
    dte: z
      .int()
      .min(-100_000)
      .max(100_000)
      .describe('Calendar days from the session date; 0 on the day, negative once past.'),
    bid: usd('Best bid; 0 when nobody bids.'),
    ask: usd('Best offer.'),
    mid: usd('(bid + ask)/2; null when one side is unknown, there is no offer, or the quote is crossed.'),
    last: usd('Last traded price.'),
    bid_size: contractsOf('Size at the bid.'),
    ask_size: contractsOf('Size at the ask.'),
    volume: contractsOf('Traded today.'),
    open_interest: contractsOf('Open interest of the previous evening.'),
    implied_volatility: z
      .number()
      .nullable()
      .describe(
        'One volatility per strike: a smooth curve within bid and ask, from the out-of-the-money side. Decimal per year; null with the reason in iv_status.',
      ),
    iv_status: z
      .enum(IV_STATUSES)
      .describe(
        "ok: from its own quote; inherited: from the other side of the strike; interpolated: from the strikes around it; vendor: the source's own; at_intrinsic, below_intrinsic, above_max: the price holds no volatility; no_quote: no usable quote; expired; invalid_input.",
      ),
    iv_origin: z
      .enum(IV_ORIGINS)
      .nullable()
      .optional()
      .describe(
        'quoted: fitted to a usable quote of the strike; interpolated: between quoted strikes, or the quote contradicts them; extrapolated: beyond them; null: none of these.',
      ),
    delta: z.number().nullable().describe('Change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.'),
    gamma: z.number().nullable().describe('Change of delta per USD 1 of the underlying.'),
    theta: z.number().nullable().describe('USD per share per calendar day, normally negative.'),
    vega: z.number().nullable().describe('USD per share per volatility point (0.01).'),
    rho: z.number().nullable().describe('USD per share per percentage point of the rate (0.01).'),
    vanna: z.number().nullable().describe('Change of delta per volatility point.'),
    charm: z.number().nullable().describe('Change of delta per calendar day.'),
    theoretical_price: usd(
      'Model price at the volatility of the strike, within bid and ask, monotone and convex over strikes where the quotes allow it; null without a quote and without a smile.',
    ),
    exercise_advantage: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Value of exercise now − value of holding to expiration without exercise, USD per share: above 0 the short side can expect assignment, of a call mostly just before an ex-date. Null for European contracts, without a volatility and out of the money.',
      ),
    in_the_money: z
      .boolean()
      .nullable()
      .describe('Whether exercise now would pay: calls with a strike below the underlying price, puts above.'),
  })
  .meta({ id: 'OptionRow' })

export type OptionRow = z.infer<typeof OptionRow>

const PricingTerms = z
  .object({
    style: z.enum(['american', 'european']).describe('Whether a contract can be exercised before its expiration.'),
    years_to_expiry: z.number().describe('Years of 365 days to settlement.'),
    rate: z.number().describe('Interest rate to the expiration, continuous. Decimal per year.'),
    dividend_yield: z
      .number()
      .describe('Dividends beside those listed, borrow and funding, continuous. Decimal per year.'),
    dividends: z
      .array(
        z.object({
          years: z.number().describe('Years of 365 days to the ex-date.'),
          amount: z.number().describe('USD per share.'),
        }),
      )
      .describe('Cash dividends that are known by date until the expiration.'),
  })
  .meta({ id: 'PricingTerms' })

export const ListedExpiration = z
  .object({
    expiration_date: z.string().describe('YYYY-MM-DD.'),
    dte: z
      .int()
      .min(-100_000)
      .max(100_000)
      .describe('Calendar days from the session date; 0 on the day, negative once past.'),
    settlement: z.enum(['am', 'pm']).describe('am: on the opening prints; pm: on the close.'),
    forward: z.number().nullable().describe('Forward implied by put-call parity, USD per share.'),
    atm_iv: z.number().nullable().describe('Implied volatility at the money forward. Decimal per year.'),
    terms: PricingTerms.nullable()
      .optional()
      .describe(
        'What its contracts are priced with, besides forward and volatility; null once expired and without a forward.',
      ),
  })
  .meta({ id: 'ListedExpiration' })

export type ListedExpiration = z.infer<typeof ListedExpiration>
