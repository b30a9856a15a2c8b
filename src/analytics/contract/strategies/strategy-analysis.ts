import { z } from 'zod'
import { STRATEGY_RISKS } from '../../domain/strategies/strategy-risk-kinds.ts'

const usd = (text: string) => z.number().nullable().describe(`${text} USD.`)
const perShare = (text: string) => z.number().nullable().describe(`${text} USD per share.`)
const chance = (text: string) => z.number().nullable().describe(`${text} 0 to 1.`)
const prices = (text: string) => z.array(z.number()).describe(`${text} USD per share, ascending.`)

const StrategyLeg = z
  .object({
    quantity: z.int().min(-1_000_000).max(1_000_000).describe('Contracts, or shares of the stock; negative is sold.'),
    kind: z.enum(['call', 'put', 'stock']).describe('What the leg is.'),
    price: perShare('Paid or received in this analysis.'),
    spread_pct: z.number().nullable().describe('100 × (ask − bid) / mid; null without both.'),
    option_symbol: z.string().nullable().describe('OCC identity; null for the stock.'),
    strike: z.number().nullable().describe('USD; null for the stock.'),
    expiration_date: z.string().nullable().describe('YYYY-MM-DD; null for the stock.'),
    bid: perShare('Best bid.'),
    ask: perShare('Best offer.'),
    implied_volatility: z.number().nullable().describe('Of the strike, decimal per year; null for the stock.'),
    delta: z.number().nullable().describe('Change of price per USD 1 of the underlying, for one share.'),
    open_interest: z.number().nullable().describe('Of the previous evening. Contracts.'),
    volume: z.number().nullable().describe('Traded today. Contracts.'),
  })
  .meta({ id: 'StrategyLeg' })

const Outcome = z
  .object({
    measure: z
      .enum(['implied', 'lognormal', 'realized'])
      .describe(
        'implied: from the option prices of the first expiration; lognormal: one volatility; realized: that of the last 30 sessions. The mean is the forward in all: none is a forecast.',
      ),
    volatility: z.number().nullable().describe('Of the measure, decimal per year; at the money for implied.'),
    probability_of_profit: chance('Probability of a profit above 0 at the first expiration.'),
    probability_of_max_profit: chance(
      'Probability of the largest profit; null where it is unlimited or with later legs.',
    ),
    probability_of_max_loss: chance('Probability of the largest loss; null where it is unlimited or with later legs.'),
    expected_value: usd('Discounted mean value at the first expiration − cost. Negative by what the market charges.'),
    expected_shortfall: usd('Mean profit in the worst 5 % of the outcomes.'),
  })
  .meta({ id: 'StrategyOutcome' })

const Touch = z
  .object({
    price: z.number().describe('USD per share.'),
    role: z.enum(['short_strike', 'break_even']).describe('What the price is for the strategy.'),
    close_beyond: chance('Implied probability that the price ends beyond it at the first expiration.'),
    probability: chance('Estimated probability that the price touches it before.'),
    upper_bound: chance('No model that agrees with the option prices has a higher one.'),
  })
  .meta({ id: 'StrategyTouch' })

const Risk = z
  .object({
    kind: z.enum(STRATEGY_RISKS).describe('What may happen.'),
    leg: z.string().nullable().describe('OCC identity of the leg; null for the whole.'),
    text: z.string().describe('The risk in a sentence.'),
  })
  .meta({ id: 'StrategyRisk' })

const Greeks = z
  .object({
    delta: z.number().nullable().describe('Shares.'),
    delta_usd: z.number().nullable().describe('Delta × price. USD.'),
    gamma: z.number().nullable().describe('Shares per USD 1.'),
    theta: z.number().nullable().describe('USD per calendar day.'),
    vega: z.number().nullable().describe('USD per volatility point.'),
    rho: z.number().nullable().describe('USD per percentage point of the rate.'),
    vanna: z.number().nullable().describe('Shares per volatility point.'),
    charm: z.number().nullable().describe('Shares per calendar day.'),
  })
  .meta({ id: 'StrategyGreeks' })

const Grid = z
  .object({
    prices: prices('Of the underlying.'),
    dates: z.array(z.string()).describe('Instants from now to the first expiration, UTC.'),
    iv_shifts: z.array(z.number()).describe('Volatility points that are added to every strike.'),
    profit: z.array(z.array(z.array(z.number().nullable()))).describe('USD by shift, then date, then price.'),
  })
  .meta({ id: 'StrategyGrid' })

export const StrategyAnalysis = z.object({
  strategy: z.string().describe('The template with these legs, or custom.'),
  underlying_price: perShare('The price that the strategy refers to; for VIX the forward of the first expiration.'),
  first_expiration: z
    .string()
    .describe('The first expiration among the legs, YYYY-MM-DD: chances and limits are those of it.'),
  target_date: z.string().describe('The chosen date, YYYY-MM-DD.'),
  legs: z.array(StrategyLeg).describe('In the order of the request.'),
  cost: usd('At the prices of the legs; positive is paid, negative is received.'),
  cost_bid: usd('Bought legs at the bid and sold ones at the ask; null without a side.'),
  cost_mid: usd('All legs at their mid.'),
  cost_ask: usd('Bought legs at the ask and sold ones at the bid; null without a side.'),
  max_profit: usd('At the first expiration; null when unlimited.'),
  max_loss: usd('At the first expiration, a loss is negative; null when unlimited.'),
  max_profit_unlimited: z.boolean().describe('Whether profit grows with the price without limit.'),
  max_loss_unlimited: z.boolean().describe('Whether loss grows with the price without limit.'),
  break_evens: prices('Where profit begins or ends at the first expiration.'),
  break_evens_on_date: prices('The same on target_date at unchanged volatilities.'),
  greeks: Greeks.describe('Of the whole position now.'),
  outcomes: z.array(Outcome).describe('At the first expiration, by measure.'),
  touch: z.array(Touch).describe('Sold strikes and break-evens, by price.'),
  margin: z
    .object({
      requirement: usd('Before premium received is applied.'),
      buying_power: usd('Requirement − premium of the sold options.'),
      rule: z.string().describe('What it is made of.'),
    })
    .describe('An estimate of the initial margin in a Reg-T account; brokers may ask for more.'),
  return_on_risk_pct: z.number().nullable().describe('100 × largest profit / largest loss.'),
  return_on_margin_pct: z.number().nullable().describe('100 × largest profit / buying_power.'),
  liquidity: z
    .object({
      spread_cost: usd('cost_ask − cost_bid: what opening and closing at once costs.'),
      spread_cost_pct: z.number().nullable().describe('Of the sum of the mids of all legs.'),
      least_open_interest: z.number().nullable().describe('Contracts, of the leg with the least.'),
      least_volume: z.number().nullable().describe('Contracts traded today, of the leg with the least.'),
    })
    .describe('How well the legs trade.'),
  risks: z.array(Risk).describe('What to know before a trade; empty when nothing stands out.'),
  grid: Grid.describe('Profit by price, date and shift of volatility.'),
  payoff: z
    .array(
      z.object({
        price: z.number().describe('USD per share.'),
        now: usd('Profit now.'),
        on_date: usd('Profit on target_date.'),
        at_expiration: usd('Profit at the first expiration.'),
      }),
    )
    .optional()
    .describe('Profit over the prices of the grid, at unchanged volatilities.'),
})

export type StrategyAnalysis = z.infer<typeof StrategyAnalysis>
