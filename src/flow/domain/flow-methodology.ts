/** Unit, sign and source of the numbers that only flow returns; added to `METHODOLOGY`. */
import type { NumberMethod } from '../../analytics/domain/number-method.ts'

const QUOTE_RULE =
  'Quote rule against the quote before the print (R. Savickas, A. Wilson, JFQA 2003), without prints whose aggressor is unknown.'
const PREMIUM = 'Price paid × size × multiplier.'
const AT_PRINTS = 'Price of the underlying at the option prints of the bucket.'
const HEDGE =
  'Delta of each print × shares × price of the underlying, with the sign of the aggressor by the quote rule; a definition of this project that takes every other side for a dealer who hedges at once.'
const SCORE =
  'Points by ranks among earlier prints of the same liquidity class and days to expiry; half-space trees of S. C. Tan, K. M. Ting, T. F. Liu, IJCAI 2011, for their combination; steady buying of short-dated contracts out of the money, over a few strikes and at prices inside the quote too, as P. Augustin, M. Brenner, M. Subrahmanyam, Management Science 2019, found it before takeovers, by gradient-boosted trees (J. Friedman, Annals of Statistics 2001) that learned it from planted accumulations of the simulated market, of which half know nothing: it says that somebody accumulates, not why. The score is the share of comparable prints (liquidity class, days to expiry, time of day) with as many points: 50 the rarer half, 70 the rarest 5 %, 80 1 %, 90 0.1 %, 95 0.02 %, 99 one in 20,000. A monitor corrects the borders of these bands slowly during each session, from its earlier prints alone, where they drift from the calibration (I. Gibbs, E. Candès, NeurIPS 2021); at most 0.25 % of the rows of a session of 2,000 rows or more, and five of fewer, have 90 or more. Alert types do not change it. Validated on planted episodes.'
const OUTCOME = 'Price of the print against the mid of the later quote, a definition of this project.'

const STUDY =
  'Prints of the stored sessions, each beside a random print of the same symbol, session, option type, aggressor and days to expiry with a score below 50; quartiles from sums of sessions, accurate to about 15 %.'

export const FLOW_METHODOLOGY: Readonly<Record<string, NumberMethod>> = {
  premium: { unit: 'USD', sign: 'never negative', source: PREMIUM },
  volume_oi_ratio: {
    unit: 'ratio',
    sign: 'never negative',
    source: 'Volume of the session over open interest (OCC) of the evening before.',
  },
  unusual_score: { unit: '0 to 100', sign: 'never negative', source: SCORE },
  alert_base: {
    unit: '0 to 100',
    sign: 'never negative',
    source: 'The base of the strongest alert type, a definition of this project.',
  },
  points: { unit: 'points', sign: 'never negative', source: SCORE },
  row_count: { unit: 'rows', sign: 'never negative', source: 'A count.' },
  call_premium: { unit: 'USD', sign: 'never negative', source: PREMIUM },
  put_premium: { unit: 'USD', sign: 'never negative', source: PREMIUM },
  call_volume: { unit: 'contracts', sign: 'never negative', source: 'Sum of sizes.' },
  put_volume: { unit: 'contracts', sign: 'never negative', source: 'Sum of sizes.' },
  bullish_premium: { unit: 'USD', sign: 'never negative', source: QUOTE_RULE },
  bearish_premium: { unit: 'USD', sign: 'never negative', source: QUOTE_RULE },
  neutral_premium: { unit: 'USD', sign: 'never negative', source: QUOTE_RULE },
  net_call_premium: { unit: 'USD', sign: 'positive is bullish', source: QUOTE_RULE },
  net_put_premium: { unit: 'USD', sign: 'positive is bearish', source: QUOTE_RULE },
  underlying_open: { unit: 'USD', sign: 'never negative', source: AT_PRINTS },
  underlying_high: { unit: 'USD', sign: 'never negative', source: AT_PRINTS },
  underlying_low: { unit: 'USD', sign: 'never negative', source: AT_PRINTS },
  hedge_flow: { unit: 'USD', sign: 'positive where dealers buy the underlying', source: HEDGE },
  calls_bought: { unit: 'USD', sign: 'never negative', source: QUOTE_RULE },
  calls_sold: { unit: 'USD', sign: 'never negative', source: QUOTE_RULE },
  puts_bought: { unit: 'USD', sign: 'never negative', source: QUOTE_RULE },
  puts_sold: { unit: 'USD', sign: 'never negative', source: QUOTE_RULE },
  sessions: { unit: 'sessions', sign: 'never negative', source: 'A count.' },
  horizon: { unit: 'sessions', sign: 'never negative', source: STUDY },
  count: { unit: 'prints, structures or windows', sign: 'never negative', source: 'A count.' },
  hit_rate: { unit: 'share', sign: 'never negative', source: STUDY },
  median_pct: { unit: 'percent', sign: 'positive when the move went with the aggressor', source: STUDY },
  lower_quartile_pct: { unit: 'percent', sign: 'positive when the move went with the aggressor', source: STUDY },
  upper_quartile_pct: { unit: 'percent', sign: 'positive when the move went with the aggressor', source: STUDY },
  matched_count: { unit: 'prints', sign: 'never negative', source: 'A count.' },
  matched_hit_rate: { unit: 'share', sign: 'never negative', source: STUDY },
  matched_median_pct: { unit: 'percent', sign: 'positive when the move went with the aggressor', source: STUDY },
  return_pct_5m: { unit: 'percent', sign: 'positive when the contract gained', source: OUTCOME },
  return_pct_30m: { unit: 'percent', sign: 'positive when the contract gained', source: OUTCOME },
  return_pct_1d: { unit: 'percent', sign: 'positive when the contract gained', source: OUTCOME },
}
