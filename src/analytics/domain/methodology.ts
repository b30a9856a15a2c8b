/**
 * Unit, sign and source of every number in an analytics answer, by field name. The schemas of the answers document its
 * meaning.
 */
import type { NumberMethod } from './number-method.ts'

const ANY = 'signed'
const POSITIVE = 'never negative'
const OF_A_CONTRACT = 'never negative for one contract, signed for a strategy'

const TAPE = 'As the market source reports it.'
const OWN = 'A definition of this project.'
const COUNT = 'A count.'
const RATIO = 'Puts over calls, as exchanges publish it (Cboe daily market statistics).'
const HAUG = 'E. G. Haug, The Complete Guide to Option Pricing Formulas, 2nd ed. 2007, chapters 1 and 2.'
const ENGINE =
  'Black 1976 on the forward for European contracts; L. Andersen, M. Lake, D. Offengenden, High-Performance American Option Pricing (SSRN 2547027, 2015) for American ones. With announced cash dividends before expiration, and under rates with two exercise boundaries, finite differences instead: Crank-Nicolson, operator splitting of S. Ikonen and J. Toivanen (2004), the spot less the value of the dividends being lognormal.'
const PARITY =
  'Put-call parity, as in Cboe, VIX Mathematics Methodology, 2022. European chains give their own interest rate by a regression over all pairs that outliers do not move (Huber, Robust Statistics, 1981), smoothed over neighbouring expirations; otherwise imported rates, those of the settings or a flat one, which warnings name.'
const INVERSE =
  'P. Jäckel, Let’s Be Rational, Wilmott, January 2015; one volatility per strike is a choice of this project.'
const CONSTANT = 'Linear in total variance between expirations, as in Cboe, VIX Mathematics Methodology, 2022.'
const SURFACE =
  'Robust local regression through the quotes (W. S. Cleveland, JASA 74, 1979), kept within bid and ask of both sides, with falling and convex call prices; flat beyond the quoted strikes where asks allow it.'
const RANK =
  'Range and frequency of a year of implied volatility; the window and the fewest sessions are choices of this project.'
const GEX =
  'SqueezeMetrics, Gamma Exposure (white paper, 2017), in USD per 1 % as in S. Perfiliev, How to calculate gamma exposure and zero gamma level (perfiliev.co.uk).'
const EXPOSURE = 'As gamma exposure, of another sensitivity: SqueezeMetrics, Gamma Exposure (white paper, 2017).'
const RANGE =
  'A definition of this project: the figure when the volatility of every strike is anywhere within half the width of its quotes, the median over neighbouring strikes.'
const ATM_RANGE = `${RANGE} At the money, plus the largest change of the smile when up to three of the six nearest strikes are left out, and at least 1 % of the volatility. With fewer than eight strikes quoted on both sides within one standard deviation, 30 % of the volatility more; with eight or nine, twice the width. Coverage is measured in docs/accuracy.md: one to three quotes that are wrong by a quarter.`
const SVI =
  'J. Gatheral, A. Jacquier, Arbitrage-free SVI volatility surfaces, arXiv 1204.0646, fitted by quasi-explicit least squares (Zeliade Systems, White Paper 005, 2009).'
const SPLIT =
  'Total variance of the expirations up to 120 days as x·T + e by least squares, weighted by 1/T; e is the report (ORATS, implied earnings move; M. Dubinsky, M. Johannes, Earnings Announcements and Equity Options, 2006).'
const GROWTH =
  'Growth of a stake that a thesis lets expect (J. Kelly, Bell System Technical Journal 35, 1956), over 48 cells of equal probability of the implied distribution, moved to the thesis, with half of half the spread paid in and out.'
const WALLS =
  'SpotGamma glossary: call wall, put wall. Others take the largest open interest, or one side of the price alone.'
const PAIN = 'In common use, without a single source; ties and strikes as the formula says.'
const MOVE = 'One standard deviation of a lognormal price; 0.8 of it is the straddle at the money.'
const SKEW = 'Market quoting of risk reversal and butterfly; call minus put. Some vendors publish put minus call.'
const WILDER = 'J. W. Wilder, New Concepts in Technical Trading Systems, 1978; computed as TA-Lib does.'
const APPEL = 'G. Appel, The Moving Average Convergence Divergence Trading Method, 1979; computed as TA-Lib does.'
const BOLLINGER = 'J. Bollinger, Bollinger on Bollinger Bands, 2001; computed as TA-Lib does.'
const MEANS = 'Moving averages as TA-Lib computes them.'
const CLOSES = 'Sample deviation of daily logarithmic returns, 252 sessions a year.'
const PIVOTS = 'Floor-trader, Camarilla and Fibonacci pivots in their usual form.'
const FINRA =
  'Trades with exchange code D (FINRA trade reporting facilities); which of them count is a choice of this project.'

const FLOW =
  'Quote rule against the quote before the print: R. Savickas, A. Wilson, JFQA 2003; what counts as bullish is a choice of this project.'

const STRUCTURE =
  'Value of the legs with the volatility of each strike held and forwards moving with the price: exact at one expiration, from 600 prices where legs live on.'
const IMPLIED =
  'D. Breeden, R. Litzenberger, The Journal of Business 51, 1978: the slope of put prices over strikes, on a spline through the volatilities (P. Eilers, B. Marx, Statistical Science 11, 1996), with power tails. Risk-neutral: what options charge, no forecast.'
const CALIBRATION =
  'P. Dawid, Journal of the Royal Statistical Society A 147, 1984: the implied probability of each close that came is even where the probabilities are right. Past windows that do not overlap.'
const TOUCH =
  'The implied chance to end beyond the price, times touch over close of a lognormal price without drift; never above the bound of H. Brown, D. Hobson, L. Rogers, Mathematical Finance 11, 2001.'
const MARGIN =
  'Strategy-based margin of FINRA Rule 4210(f)(2), the cheapest pairing of the legs. An estimate: brokers may ask for more.'

const USD = 'USD per share'
const PER_PERCENT = 'USD per 1 % move'
const VOLATILITY = 'decimal per year'
const PERCENT = 'percent'
const CONTRACTS = 'contracts'

export const METHODOLOGY: Readonly<Record<string, NumberMethod>> = {
  ...all(USD, POSITIVE, TAPE, ['bid', 'ask', 'last', 'open', 'high', 'low', 'close', 'underlying_price', 'strike']),
  ...all(USD, POSITIVE, TAPE, ['previous_close', 'week_52_high', 'week_52_low']),
  ...all('USD per share; in metric_history the unit of the metric, in a surface volatility points', ANY, OWN, [
    'change',
  ]),
  ...all('the unit of the metric', ANY, OWN, ['window_change', 'lowest', 'highest']),
  ...all('0 to 100', POSITIVE, OWN, ['percentile']),
  ...all('sessions', POSITIVE, COUNT, ['percentile_sessions']),
  ...all('−1 to 1', ANY, 'K. Pearson, Proceedings of the Royal Society 58, 1895.', ['correlation']),
  ...all('ratio', ANY, 'W. Sharpe, The Journal of Finance 19, 1964.', ['beta']),
  ...all(PERCENT, POSITIVE, FLOW, ['bullish_pct', 'bearish_pct', 'neutral_pct']),
  ...all('USD', ANY, FLOW, ['net_premium']),
  ...all(PERCENT, POSITIVE, FLOW, ['for_pct', 'against_pct']),
  ...all(CONTRACTS, POSITIVE, TAPE, ['option_volume']),
  ...all(PERCENT, ANY, OWN, ['change_pct', 'return_pct', 'total_return_pct', 'distance_pct']),
  ...all(PERCENT, 'never positive', OWN, ['drawdown_pct', 'max_drawdown_pct']),
  ...all('shares of a stock, contracts of an option', POSITIVE, TAPE, ['bid_size', 'ask_size', 'volume', 'size']),
  ...all(CONTRACTS, POSITIVE, 'Open interest of the clearing house (OCC) of the evening before.', [
    'open_interest',
    'call_open_interest',
    'put_open_interest',
    'total_open_interest',
  ]),
  ...all('calendar days', 'negative once past', OWN, ['dte']),
  ...all('rows', POSITIVE, COUNT, ['total']),

  ...all(USD, POSITIVE, PARITY, ['forward']),
  ...all('years of 365 days', POSITIVE, OWN, ['years_to_expiry', 'years']),
  ...all('decimal per year, continuous', ANY, PARITY, ['rate', 'dividend_yield']),
  ...all(USD, POSITIVE, 'The announcements of the company, or the files of the operator.', ['amount']),
  ...all(USD, POSITIVE, OWN, ['mid']),
  ...all(
    USD,
    POSITIVE,
    `${ENGINE} Never outside bid and ask of the contract. Within them, call prices fall and put prices rise over strikes, both convex, and an American contract is worth no less than the one that expires earlier; where quotes contradict each other, the price follows its own quote.`,
    ['theoretical_price'],
  ),
  ...all(USD, 'positive when exercise now is worth more than holding to expiration', OWN, ['exercise_advantage']),
  ...all(VOLATILITY, POSITIVE, INVERSE, ['implied_volatility']),
  ...all('USD per USD 1 of the underlying; of a strategy, shares', 'calls positive, puts negative', HAUG, ['delta']),
  ...all('delta per USD 1 of the underlying; in ssvi a parameter', OF_A_CONTRACT, HAUG, ['gamma']),
  ...all('USD per share per volatility point; of a strategy, USD', OF_A_CONTRACT, HAUG, ['vega']),
  ...all('USD per share per calendar day; of a strategy, USD', 'normally negative where bought', HAUG, ['theta']),
  ...all('USD per share per percentage point of the rate; in svi and ssvi −1 to 1', ANY, HAUG, ['rho']),
  ...all('delta per volatility point', ANY, HAUG, ['vanna']),
  ...all('delta per calendar day', ANY, HAUG, ['charm']),

  ...all(PER_PERCENT, 'calls positive, puts negative', GEX, ['net_gex']),
  ...all(PER_PERCENT, POSITIVE, GEX, ['call_gex']),
  ...all(PER_PERCENT, 'never positive', GEX, ['put_gex']),
  ...all(
    USD,
    POSITIVE,
    `${GEX} The chain is repriced at every price, with the volatility of each strike held, on a grid finer than the narrowest gamma peak.`,
    ['gamma_flip'],
  ),
  ...all(PERCENT, POSITIVE, OWN, ['gex_extrapolated_pct']),
  ...all(PER_PERCENT, 'calls positive, puts negative', RANGE, ['net_gex_range']),
  ...all(USD, POSITIVE, `${RANGE} All prices around the flip at which the net GEX can then be zero.`, [
    'gamma_flip_range',
  ]),
  ...all(
    USD,
    POSITIVE,
    `${RANGE} All strikes that can then be the wall, when the volatility of each is also uncertain by 5 %.`,
    ['call_wall_range', 'put_wall_range'],
  ),
  ...all(USD, POSITIVE, WALLS, ['call_wall', 'put_wall']),
  ...all('USD of delta', 'sum of signed deltas, no dealer sign', EXPOSURE, ['net_dex']),
  ...all('USD of delta per volatility point', 'calls positive, puts negative', EXPOSURE, ['net_vanna_exposure']),
  ...all('USD of delta per calendar day', 'calls positive, puts negative', EXPOSURE, ['net_charm_exposure']),
  ...all(USD, POSITIVE, PAIN, ['max_pain']),
  ...all('ratio', POSITIVE, RATIO, ['put_call_ratio_volume', 'put_call_ratio_open_interest', 'put_call_ratio_premium']),

  ...all(VOLATILITY, POSITIVE, SURFACE, ['atm_iv']),
  ...all(VOLATILITY, POSITIVE, CONSTANT, ['iv30', 'iv60', 'iv90']),
  ...all(VOLATILITY, POSITIVE, ATM_RANGE, ['atm_iv_range', 'iv30_range']),
  ...all('0 to 100', POSITIVE, RANK, ['iv_rank', 'iv_percentile']),
  ...all(VOLATILITY, POSITIVE, CLOSES, ['rv10', 'rv20', 'rv30', 'rv60', 'close_to_close']),
  ...all(VOLATILITY, POSITIVE, 'M. Parkinson, The Journal of Business 53, 1980.', ['parkinson']),
  ...all(VOLATILITY, POSITIVE, 'M. Garman, M. Klass, The Journal of Business 53, 1980.', ['garman_klass']),
  ...all(VOLATILITY, POSITIVE, 'L. Rogers, S. Satchell, The Annals of Applied Probability 1, 1991.', [
    'rogers_satchell',
  ]),
  ...all(VOLATILITY, POSITIVE, 'D. Yang, Q. Zhang, The Journal of Business 73, 2000.', ['yang_zhang']),
  ...all('difference of decimals per year', 'positive when options cost more than prices moved', OWN, [
    'iv_minus_rv30',
  ]),
  ...all('difference of decimals per year', 'usually negative for equities', SKEW, ['rr25']),
  ...all('difference of decimals per year', 'usually positive', SKEW, ['bf25']),
  ...all(USD, POSITIVE, MOVE, ['expected_move']),
  ...all(USD, POSITIVE, ATM_RANGE, ['expected_move_range']),
  ...all(PERCENT, POSITIVE, MOVE, ['expected_move_pct']),

  ...all(USD, POSITIVE, MEANS, ['sma_20', 'sma_50', 'sma_200', 'ema_12', 'ema_26']),
  ...all('0 to 100', POSITIVE, WILDER, ['rsi_14', 'adx_14']),
  ...all(USD, POSITIVE, WILDER, ['atr_14']),
  ...all(USD, ANY, APPEL, ['macd', 'macd_signal', 'macd_histogram']),
  ...all(USD, ANY, BOLLINGER, ['bollinger_upper', 'bollinger_lower']),
  ...all('−100 to 100', 'positive is bullish', 'Weighted mean of six indicators, a definition of this project.', [
    'score',
  ]),

  ...all(USD, ANY, PIVOTS, ['p', 'r1', 'r2', 'r3', 'r4', 's1', 's2', 's3', 's4']),
  ...all('0 to 1', POSITIVE, OWN, ['strength']),
  ...all('daily bars', POSITIVE, COUNT, ['touches']),
  ...all(USD, POSITIVE, 'Quotes and trades as reported; levels as the weighted mean of merged levels.', ['price']),
  ...all('USD', POSITIVE, FINRA, ['total_value']),
  ...all(
    'USD of trades; in metric_history the unit of the metric',
    'as of the metric',
    `${FINRA} Metrics as in their own entries.`,
    ['value'],
  ),
  ...all('shares of off-exchange trades, contracts of a chain', POSITIVE, TAPE, ['total_volume']),
  ...all('trades', POSITIVE, FINRA, ['trade_count']),
  ...all('sessions', POSITIVE, COUNT, ['sessions']),
  ...all(CONTRACTS, POSITIVE, TAPE, ['tape_volume']),
  ...all(PERCENT, POSITIVE, OWN, ['tape_share_pct']),
  ...all(PERCENT, POSITIVE, FINRA, ['share_pct', 'off_exchange_share_pct', 'largest_print_share_pct']),

  ...all(USD, ANY, 'Estimate and result as the market source reports them.', ['eps_estimate', 'eps_actual']),
  ...all(PERCENT, 'positive above the estimate', OWN, ['surprise_pct']),
  ...all(PERCENT, ANY, 'Closes around the report, a definition of this project.', ['actual_move_pct']),

  ...all('volatility points', ANY, CONSTANT, ['iv_change_points']),
  ...all(PERCENT, ANY, OWN, [
    'term_slope_pct',
    'flip_distance_pct',
    'call_wall_distance_pct',
    'put_wall_distance_pct',
    'open_interest_change_pct',
  ]),
  ...all('prints', POSITIVE, COUNT, ['unusual_count']),
  ...all('ratio', POSITIVE, TAPE, ['volume_ratio']),
  ...all('calendar days', 'never negative', OWN, ['days_to_earnings']),
  ...all(PERCENT, POSITIVE, OWN, ['atm_spread_pct']),
  ...all('symbols', POSITIVE, COUNT, ['screened']),
  ...all('1 is the best', POSITIVE, GROWTH, ['rank']),
  ...all('logarithm of wealth', 'negative where the thesis does not pay for the costs', GROWTH, ['growth']),
  ...all('USD', ANY, GROWTH, ['profit_at_target', 'expected_profit']),
  ...all('0 to 1', POSITIVE, IMPLIED, ['probability_implied']),
  ...all('structures', POSITIVE, COUNT, ['considered']),
  ...all(USD, POSITIVE, OWN, ['implied_price']),
  ...all('volatility points', ANY, OWN, ['iv_points']),
  ...all(VOLATILITY, POSITIVE, SPLIT, ['base_iv', 'near_iv_before', 'near_iv_after']),
  ...all(PERCENT, POSITIVE, SPLIT, ['report_move_pct', 'report_move_absolute_pct', 'actual_move_absolute_pct']),
  ...all(PERCENT, 'usually negative', SPLIT, ['crush_pct', 'implied_crush_pct']),
  ...all('ratio', POSITIVE, SPLIT, ['implied_over_actual']),
  ...all('reports', POSITIVE, COUNT, ['reports']),
  ...all('delta in percent', 'puts negative; 50 is at the money forward', SURFACE, ['deltas']),
  ...all('calendar days', POSITIVE, OWN, ['tenors', 'days']),
  ...all(VOLATILITY, POSITIVE, CONSTANT, ['grid', 'forward_iv']),
  ...all('parameters of total variance', ANY, SVI, ['a', 'm']),
  ...all('parameters of total variance', POSITIVE, SVI, ['b', 'sigma', 'eta']),
  ...all('volatility points', POSITIVE, SVI, ['rms_iv_points']),
  ...all('probability per unit of ln(K/F)', 'negative where quotes contradict each other', IMPLIED, ['least_density']),

  ...all('as the unit of the answer says', ANY, EXPOSURE, ['values']),
  ...all('minutes', POSITIVE, COUNT, ['interval_minutes', 'missing_minutes']),
  ...all(USD, POSITIVE, TAPE, ['strikes']),
  ...all(PERCENT, POSITIVE, OWN, ['share_of_gamma_pct', 'remaining_move_pct']),
  ...all('hours', POSITIVE, OWN, ['hours_left']),
  ...all(USD, POSITIVE, MOVE, ['remaining_move']),
  ...all(USD, POSITIVE, 'S. Ni, N. Pearson, A. Poteshman, Journal of Financial Economics 78, 2005.', ['pin_strike']),
  ...all('0 to 1', POSITIVE, IMPLIED, ['pin_probability']),
  ...all(USD, POSITIVE, ENGINE, ['straddle']),
  ...all(PERCENT, ANY, OWN, ['price_pct']),
  ...all('the unit of the figure; decimals for volatilities', ANY, OWN, ['from', 'to']),
  ...all('standard deviations', ANY, MOVE, ['in_expected_moves']),
  ...all(
    PER_PERCENT,
    'a rise is positive',
    `${GEX} One chain becomes the other in five exchanges, in this order and in reverse; a part is the mean of both, so that the parts add up.`,
    ['by_expiration', 'by_time', 'by_price', 'by_volatility', 'by_open_interest'],
  ),
  ...all('difference of decimals per year', ANY, SURFACE, ['along_smile', 'smile_moved']),
  ...all(PER_PERCENT, ANY, GEX, ['net_gex_change']),
  ...all(CONTRACTS, ANY, TAPE, ['open_interest_change']),
  ...all(CONTRACTS, POSITIVE, COUNT, ['expired_contracts']),
  ...all(
    'USD',
    'positive is bought',
    `${GEX} Minus the change of the delta of dealers who are long calls and short puts, at the new price.`,
    ['hedge_usd'],
  ),
  ...all('contracts, shares of a stock', 'negative when sold', OWN, ['quantity']),
  ...all('USD', 'paid positive, received negative', OWN, ['cost', 'cost_bid', 'cost_mid', 'cost_ask']),
  ...all('USD', ANY, STRUCTURE, ['max_profit', 'max_loss', 'profit', 'now', 'on_date', 'at_expiration']),
  ...all(USD, POSITIVE, STRUCTURE, ['break_evens', 'break_evens_on_date']),
  ...all('USD', ANY, HAUG, ['delta_usd']),
  ...all(USD, POSITIVE, OWN, ['prices']),
  ...all('volatility points', ANY, OWN, ['iv_shifts']),
  ...all('0 to 1', POSITIVE, IMPLIED, [
    'probability_of_profit',
    'probability_of_max_profit',
    'probability_of_max_loss',
    'close_beyond',
    'probability_below',
    'mass_beyond_quotes',
    'q',
  ]),
  ...all('0 to 1', POSITIVE, `${IMPLIED} Of a touch: ${TOUCH}`, ['probability']),
  ...all('0 to 1', POSITIVE, TOUCH, ['upper_bound']),
  ...all('0 to 1', POSITIVE, 'A lognormal price whose mean is the forward.', [
    'probability_lognormal',
    'probability_realized',
  ]),
  ...all('probability per USD', POSITIVE, IMPLIED, ['density']),
  ...all(PERCENT, POSITIVE, CALIBRATION, [
    'coverage_50_pct',
    'coverage_80_pct',
    'coverage_80_low_pct',
    'coverage_80_high_pct',
    'coverage_90_pct',
  ]),
  ...all('closes', POSITIVE, CALIBRATION, ['bins']),
  ...all('0 to 1', 'lower is better', 'G. Brier, Monthly Weather Review 78, 1950.', ['brier', 'brier_lognormal']),
  ...all(USD, POSITIVE, IMPLIED, ['quantiles']),
  ...all(PERCENT, POSITIVE, OWN, ['within_quotes_pct']),
  ...all('USD', 'normally negative: what the market charges', IMPLIED, ['expected_value']),
  ...all('USD', 'a loss is negative', `${IMPLIED} The mean of the worst 5 %.`, ['expected_shortfall']),
  ...all(VOLATILITY, POSITIVE, OWN, ['volatility']),
  ...all('USD', ANY, MARGIN, ['requirement', 'buying_power']),
  ...all(PERCENT, ANY, OWN, ['return_on_risk_pct', 'return_on_margin_pct']),
  ...all('USD', POSITIVE, OWN, ['spread_cost']),
  ...all(PERCENT, POSITIVE, OWN, ['spread_pct', 'spread_cost_pct']),
  ...all(CONTRACTS, POSITIVE, TAPE, ['least_open_interest', 'least_volume']),
}

function all(unit: string, sign: string, source: string, fields: readonly string[]): Record<string, NumberMethod> {
  return Object.fromEntries(fields.map((field) => [field, { unit, sign, source }]))
}
