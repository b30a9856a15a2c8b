import { normalCdf } from '../../../src/pricing/european/mills.ts'
import type { Row } from './fact.ts'

/** A question of a user, the tool calls that a model would make, and what the answers must contain. */
export interface Question {
  readonly question: string
  readonly calls: readonly (readonly [tool: string, args: Row])[]
  /** Found without the tools: by arithmetic on other routes, from the store or from the calendar of the exchange. */
  facts(world: World): Promise<readonly Fact[]>
}

/** Members that some object or row of the answers has, or a part of its text. */
export type Fact = Row | string

/** Where facts come from. */
export interface World {
  /** An answer of REST. */
  rest(path: string): Promise<Row & { readonly data: readonly Row[] }>
  /** All rows of REST, over all pages. */
  rows(path: string): Promise<readonly Row[]>
}

/** Moves that the tests store as outcomes of unusual prints of the sessions before, percent. */
export const STORED_MOVES = Array.from({ length: 40 }, (_, index) => (index < 26 ? 4 + index : -3 - index))
export const WATCHED = ['AAPL', 'SPY']

const FUNDS = ['SPY', 'QQQ', 'IWM', 'DIA']
const YEAR = 252

const num = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
const closesOf = (rows: readonly Row[]) => rows.map(({ close }) => num(close))
const logReturns = (closes: readonly number[]) => closes.slice(1).map((close, at) => Math.log(close / num(closes[at])))
const covariance = (a: readonly number[], b: readonly number[]) =>
  sum(a.map((value, at) => (value - mean(a)) * (num(b[at]) - mean(b)))) / (a.length - 1)
const most = (rows: readonly Row[], name: string) => rows.toSorted((a, b) => num(b[name]) - num(a[name]))
const bars = async ({ rest }: World, symbol: string, query: string) =>
  (await rest(`/stocks/${symbol}/price_history?${query}`)).data

/**
 * What the legs of a sold strategy of AAPL bring at the mids of the chain, and the widest distance of its strikes, in USD.
 * `ofDate` is empty for the present, or `&date=` and a past date.
 */
async function creditOf(world: World, query: string, ofDate = '') {
  const { legs, first_expiration: date } = await world.rest(`/stocks/AAPL/strategy_analysis?${query}${ofDate}`)
  const chain = await world.rows(`/stocks/AAPL/options?expiration_date=${date}&limit=500${ofDate}`)
  const chosen: readonly Row[] = Array.isArray(legs) ? legs : []
  const mids = chosen.map((leg) => num(chain.find((row) => row['option_symbol'] === leg['option_symbol'])?.['mid']))
  const widths = ['put', 'call'].map((kind) => {
    const strikes = chosen.filter((leg) => leg['kind'] === kind).map(({ strike }) => num(strike))
    return strikes.length > 0 ? Math.max(...strikes) - Math.min(...strikes) : 0
  })
  return {
    credit: -100 * sum(chosen.map(({ quantity }, at) => num(quantity) * num(mids[at]))),
    width: 100 * Math.max(...widths),
    strikes: chosen.map(({ strike }) => strike),
    mids,
  }
}

export const QUESTIONS: readonly Question[] = [
  {
    question: 'Is AAPL or DIA richer, implied against realized?',
    calls: [
      ['trade_context', { symbol: 'AAPL' }],
      ['trade_context', { symbol: 'DIA' }],
    ],
    async facts(world) {
      const richness = async (symbol: string) => {
        const returns = logReturns(closesOf(await bars(world, symbol, 'days=90'))).slice(-30)
        const realized = Math.sqrt(YEAR * covariance(returns, returns))
        const { iv30 } = await world.rest(`/stocks/${symbol}/metrics`)
        return [{ rv30: realized }, { iv_minus_rv30: num(iv30) - realized }]
      }
      return [...(await richness('AAPL')), ...(await richness('DIA'))]
    },
  },
  {
    question: 'How did call sweeps above 90 do last month?',
    calls: [['flow_outcomes', { min_score: 90, alert_type: 'call_sweep', from: '2026-10-20' }]],
    async facts() {
      const hits = STORED_MOVES.filter((move) => move > 0).length
      return [{ horizon: 5, measure: 'option', count: STORED_MOVES.length, hit_rate: hits / STORED_MOVES.length }]
    },
  },
  {
    question: 'How did the net gamma exposure of DIA move this week?',
    calls: [['metric_history', { symbol: 'DIA', metric: 'net_gex', sessions: 4 }]],
    async facts({ rest }) {
      const on = async (date: string) => ({ date, value: (await rest(`/stocks/DIA/metrics?date=${date}`))['net_gex'] })
      return [await on('2026-11-17'), await on('2026-11-18'), await on('2026-11-19')]
    },
  },
  {
    question: 'How closely does AAPL follow SPY, and with which beta?',
    calls: [['price_history', { symbol: 'AAPL', against: 'SPY', from: '2026-06-01', bars: 'quarter' }]],
    async facts(world) {
      const returnsOf = async (symbol: string) =>
        logReturns(closesOf(await bars(world, symbol, 'from=2026-05-29&to=2026-11-20')))
      const [own, market] = [await returnsOf('AAPL'), await returnsOf('SPY')]
      const [both, wide, narrow] = [covariance(own, market), covariance(market, market), covariance(own, own)]
      return [{ symbol: 'SPY', correlation: both / Math.sqrt(wide * narrow), beta: both / wide, sessions: own.length }]
    },
  },
  {
    question: 'What are the three strangest trades of AAPL today?',
    calls: [['unusual_activity', { symbol: 'AAPL', limit: 3 }]],
    async facts({ rows }) {
      const all = await rows('/flow?symbol=AAPL&min_unusual_score=70&limit=500')
      const [first] = most(all, 'unusual_score')
      return [
        { total: all.length },
        {
          strike: first?.['strike'],
          expiration_date: first?.['expiration_date'],
          unusual_score: first?.['unusual_score'],
        },
      ]
    },
  },
  {
    question: 'Which trade of AAPL had the largest premium today?',
    calls: [['options_flow', { symbol: 'AAPL', sort: 'premium', limit: 2 }]],
    async facts({ rows }) {
      const [first] = most(await rows('/flow?symbol=AAPL&limit=500'), 'premium')
      return [{ strike: first?.['strike'], premium: first?.['premium'], size: first?.['size'] }]
    },
  },
  {
    question: 'How large were the moves of AAPL after its last reports?',
    calls: [['earnings', { symbol: 'AAPL', from: '2026-06-01' }]],
    async facts(world) {
      const prices = await bars(world, 'AAPL', 'from=2026-06-01')
      const reports = await world.rows('/events?symbol=AAPL&kind=earnings&from=2026-06-01&to=2026-11-20&limit=10')
      return reports.map(({ scheduled_at: at }) => {
        const day = String(at).slice(0, 10)
        // A report after the close, which is 20:00 UTC or later, moves the next session.
        const place = prices.findIndex(({ date }) => String(date) >= day) + (String(at).slice(11, 13) >= '20' ? 1 : 0)
        const closes = closesOf(prices)
        return { actual_move_pct: 100 * (num(closes[place]) / num(closes[place - 1]) - 1) }
      })
    },
  },
  {
    question: 'When does AAPL report next?',
    calls: [['earnings', { symbol: 'AAPL', from: '2026-11-20' }]],
    async facts({ rows }) {
      const announced = await rows('/events?symbol=AAPL&kind=earnings&to=2027-02-20&limit=10')
      return announced.length > 0 ? [{ symbol: 'AAPL' }] : ['No report of AAPL is announced from 2026-11-20']
    },
  },
  {
    question: 'When is the market closed in the next two weeks?',
    calls: [['events', { kind: 'holiday', to: '2026-12-04' }]],
    // Calendar of the New York Stock Exchange, 2026.
    facts: async () => ['Thanksgiving', '2026-11-26T', '2026-11-27T'],
  },
  {
    question: 'When do the monthly options of AAPL expire this year?',
    calls: [['events', { symbol: 'AAPL', kind: 'expiration', from: '2026-12-14', to: '2026-12-31' }]],
    // The third Friday, at the close of 16:00 New York.
    facts: async () => [{ scheduled_at: '2026-12-18T21:00:00.000Z', symbol: 'AAPL' }],
  },
  {
    question: 'How is apple doing?',
    calls: [
      ['stock_quote', { symbol: 'aple' }],
      ['stock_quote', { symbol: 'apple' }],
    ],
    async facts(world) {
      const [before, today] = closesOf(await bars(world, 'AAPL', 'days=7')).slice(-2)
      return [
        'Did you mean AAPL?',
        { symbol: 'AAPL', price: today, previous_close: before, change_pct: 100 * (num(today) / num(before) - 1) },
      ]
    },
  },
  {
    question: 'What does $spy cost?',
    calls: [['stock_quote', { symbol: '$spy' }]],
    async facts(world) {
      return [{ symbol: 'SPY', price: closesOf(await bars(world, 'SPY', 'days=3')).at(-1) }]
    },
  },
  {
    question: 'Does volatility of SPY rise or fall with time to expiration?',
    calls: [['iv_term_structure', { symbol: 'SPY' }]],
    async facts({ rest }) {
      const on = async (date: string) => {
        const { atm_iv } = await rest(`/stocks/SPY/metrics?expiration_date=${date}`)
        return { expiration_date: date, atm_iv }
      }
      return [await on('2026-12-18'), await on('2027-01-15'), { state: 'contango' }]
    },
  },
  {
    question: 'How far may SPY move to the December expiration?',
    calls: [['option_metrics', { symbol: 'SPY', expiration_date: '2026-12-18' }]],
    async facts({ rest }) {
      const { points } = await rest('/stocks/SPY/iv_term_structure')
      const rows = Array.isArray(points) ? points : []
      const { expected_move, expected_move_pct } = rows.find((row) => row.expiration_date === '2026-12-18')
      return [{ expected_move, expected_move_pct, expected_move_expiration: '2026-12-18' }]
    },
  },
  {
    question: 'Where are the walls of QQQ, and the net gamma?',
    calls: [['option_metrics', { symbol: 'QQQ' }]],
    async facts({ rest }) {
      const { data } = await rest('/stocks/QQQ/gamma_exposure')
      const [call] = most(data, 'call_gex')
      const put = most(data, 'put_gex').at(-1)
      return [{ call_wall: call?.['strike'], put_wall: put?.['strike'] }]
    },
  },
  {
    question: 'What are the put/call ratios of the December options of IWM?',
    calls: [['option_metrics', { symbol: 'IWM', expiration_date: '2026-12-18' }]],
    async facts({ rows }) {
      const chain = await rows('/stocks/IWM/options?expiration_date=2026-12-18&limit=500')
      const total = (type: string, name: string) =>
        sum(chain.filter(({ option_type }) => option_type === type).map((row) => num(row[name]) || 0))
      return [
        { put_call_ratio_volume: total('put', 'volume') / total('call', 'volume') },
        { put_call_ratio_open_interest: total('put', 'open_interest') / total('call', 'open_interest') },
        { total_volume: total('put', 'volume') + total('call', 'volume') },
      ]
    },
  },
  {
    question: 'Is money going into calls or puts of DIA today?',
    calls: [['net_flow', { symbol: 'DIA', from: '2026-11-20', resolution: '1h' }]],
    async facts({ rows }) {
      const tape = await rows('/flow?symbol=DIA&limit=500')
      const premium = (type: string) =>
        sum(tape.filter(({ option_type }) => option_type === type).map((row) => num(row['premium'])))
      return [{ put_call_ratio_premium: premium('put') / premium('call') }]
    },
  },
  {
    question: 'What was the close of SPY on 13 November?',
    calls: [['stock_quote', { symbol: 'SPY', date: '2026-11-13' }]],
    async facts(world) {
      const [before, close] = closesOf(await bars(world, 'SPY', 'from=2026-11-12&to=2026-11-13'))
      return [{ price: close, previous_close: before, session_date: '2026-11-13' }]
    },
  },
  {
    question: 'And on Thanksgiving of last year?',
    calls: [['stock_quote', { symbol: 'SPY', date: '2025-11-27' }]],
    facts: async () => ['2025-11-26', '2025-11-28'],
  },
  {
    question: 'How deep did SPY fall this year, and when?',
    calls: [['price_history', { symbol: 'SPY', from: '2026-01-01', bars: 'quarter' }]],
    async facts(world) {
      const days = await bars(world, 'SPY', 'from=2026-01-01')
      const falls = days.map((day, at) => {
        const high = most(days.slice(0, at + 1), 'close')[0]
        return { depth: 100 * (num(day['close']) / num(high?.['close']) - 1), from: high?.['date'], date: day['date'] }
      })
      const deepest = falls.toSorted((a, b) => a.depth - b.depth)[0]
      return [
        {
          max_drawdown_pct: deepest?.depth,
          max_drawdown_from: deepest?.from,
          max_drawdown_date: deepest?.date,
        },
      ]
    },
  },
  {
    question: 'Which index fund has the highest IV rank?',
    calls: [['market_overview', {}]],
    facts: ({ rest }) =>
      Promise.all(
        FUNDS.map(async (symbol) => ({ symbol, iv_rank: (await rest(`/stocks/${symbol}/metrics`))['iv_rank'] })),
      ),
  },
  {
    question: 'Where is the next support of QQQ?',
    calls: [['support_resistance', { symbol: 'QQQ', methods: ['gamma', 'open_interest'] }]],
    async facts({ rest }) {
      const { call_wall, put_wall } = await rest('/stocks/QQQ/metrics?dte_max=45')
      return [{ price: put_wall }, { price: call_wall }]
    },
  },
  {
    question: 'Is IWM above its averages?',
    calls: [['trend_analysis', { symbol: 'IWM' }]],
    async facts(world) {
      const closes = closesOf(await bars(world, 'IWM', 'days=400'))
      return [{ sma_50: mean(closes.slice(-50)), sma_200: mean(closes.slice(-200)) }]
    },
  },
  {
    question: 'Do any options of DIA expire today?',
    calls: [['options_chain', { symbol: 'DIA', dte_max: 0 }]],
    async facts({ rest }) {
      const { expirations } = await rest('/stocks/DIA/options?limit=1')
      const dates = (Array.isArray(expirations) ? expirations : []).map(({ expiration_date: date }) => String(date))
      return dates.includes('2026-11-20') ? [{ dte: 0 }] : [String(dates.toSorted()[0])]
    },
  },
  {
    question: 'What does the gamma flip mean, and in which unit is it?',
    calls: [['methodology', { term: 'gamma flip' }]],
    async facts() {
      return [{ field: 'gamma_flip', unit: 'USD per share' }, 'zero net GEX']
    },
  },
  {
    question: 'It is 22 October: put spread or condor on AAPL before earnings?',
    calls: [
      ['strategy_analysis', { symbol: 'AAPL', template: 'put_vertical', short: true, dte: 30, date: '2026-10-22' }],
      ['strategy_analysis', { symbol: 'AAPL', template: 'iron_condor', dte: 30, date: '2026-10-22' }],
    ],
    async facts(world) {
      const [spread, condor, reports] = [
        await creditOf(world, 'template=put_vertical&short=true&dte=30', '&date=2026-10-22'),
        await creditOf(world, 'template=iron_condor&dte=30', '&date=2026-10-22'),
        await world.rows('/earnings?symbol=AAPL&from=2026-10-22&date=2026-10-22'),
      ]
      return [
        { strategy: 'put_vertical', max_profit: spread.credit, max_loss: spread.credit - spread.width },
        { strategy: 'iron_condor', max_profit: condor.credit, max_loss: condor.credit - condor.width },
        `Earnings are reported on ${reports[0]?.['report_date']}, before the last expiration.`,
      ]
    },
  },
  {
    question: 'How likely is SPY above 700 at the December expiration, and where may it be?',
    calls: [['probability', { symbol: 'SPY', above: 700, target_date: '2026-12-18' }]],
    async facts({ rest }) {
      const [{ points }, { as_of: asOf }] = [
        await rest('/stocks/SPY/iv_term_structure'),
        await rest('/stocks/SPY/metrics'),
      ]
      const rows: readonly Row[] = Array.isArray(points) ? points : []
      const row = rows.find((it) => it['expiration_date'] === '2026-12-18')
      const years = (Date.parse('2026-12-18T21:00:00Z') - Date.parse(String(asOf))) / (365 * 86_400_000)
      const deviation = num(row?.['atm_iv']) * Math.sqrt(years)
      const d2 = Math.log(num(row?.['forward']) / 700) / deviation - 0.5 * deviation
      return [
        { expiration_date: '2026-12-18', forward: row?.['forward'], atm_iv: row?.['atm_iv'] },
        { probability_lognormal: normalCdf(d2) },
      ]
    },
  },
  {
    question: 'What if SPY drops 2 % tomorrow and volatility rises by 3 points?',
    calls: [['scenario', { symbol: 'SPY', price_pct: [-2], iv_points: 3, days: 1 }]],
    async facts({ rest }) {
      const { net_gex, call_wall, put_wall, underlying_price: price } = await rest('/stocks/SPY/metrics')
      return [
        { net_gex, call_wall, put_wall },
        { price_pct: -2, underlying_price: 0.98 * num(price) },
      ]
    },
  },
  {
    question: 'What changed in DIA since yesterday, and why?',
    calls: [['what_changed', { symbol: 'DIA' }]],
    async facts({ rest }) {
      const on = async (query: string) => (await rest(`/stocks/DIA/metrics${query}`)) as Row
      const [before, after] = [await on('?date=2026-11-19'), await on('')]
      return [
        { from: before['iv30'], to: after['iv30'] },
        { from: before['call_wall'], to: after['call_wall'] },
        { change_pct: 100 * (num(after['underlying_price']) / num(before['underlying_price']) - 1) },
      ]
    },
  },
  {
    question: 'What does an AAPL straddle for a month cost, and how far must the price move?',
    calls: [['strategy_analysis', { symbol: 'AAPL', template: 'straddle', dte: 30 }]],
    async facts(world) {
      const { credit, strikes } = await creditOf(world, 'template=straddle&dte=30')
      const strike = num(strikes[0])
      return [
        { strategy: 'straddle', cost: -credit, max_loss: credit, max_profit_unlimited: true },
        { break_evens: [strike + credit / 100, strike - credit / 100] },
      ]
    },
  },
  {
    question: 'How much margin does a short strangle on AAPL take?',
    calls: [['strategy_analysis', { symbol: 'AAPL', template: 'strangle', short: true, dte: 30 }]],
    async facts(world) {
      const { credit, strikes, mids } = await creditOf(world, 'template=strangle&short=true&dte=30')
      const price = num((await world.rest('/stocks/AAPL/metrics'))['underlying_price'])
      const [putStrike, callStrike] = strikes.map(num)
      const [putMid, callMid] = mids.map(num)
      // FINRA Rule 4210: 20 % of the price less what the option is out of the money, at least 10 %.
      const put = 100 * (num(putMid) + Math.max(0.2 * price - (price - num(putStrike)), 0.1 * num(putStrike)))
      const call = 100 * (num(callMid) + Math.max(0.2 * price - (num(callStrike) - price), 0.1 * price))
      const requirement = put > call ? put + 100 * num(callMid) : call + 100 * num(putMid)
      return [{ requirement, buying_power: requirement - credit }]
    },
  },
  {
    question: 'How much of the gamma of SPY expires today?',
    calls: [['gamma_exposure', { symbol: 'SPY', dte_max: 0 }]],
    async facts({ rest }) {
      const [today, all] = [await rest('/stocks/SPY/metrics?dte_max=0'), await rest('/stocks/SPY/metrics')]
      const gross = (metrics: Row) => num(metrics['call_gex']) - num(metrics['put_gex'])
      return [{ net_gex: today['net_gex'], share_of_gamma_pct: (100 * gross(today)) / gross(all) }]
    },
  },
  {
    question: 'What is on my watchlist?',
    calls: [['show_watchlist', {}]],
    facts: async () => WATCHED,
  },
  {
    question: 'Tell me when calls of AAPL for more than a million trade.',
    calls: [
      [
        'create_alert',
        {
          name: 'AAPL calls',
          source: 'option_flow',
          criteria: { symbols: ['AAPL'], option_type: 'call', premium_min: 1_000_000 },
        },
      ],
    ],
    async facts({ rest }) {
      const { data } = await rest('/alerts')
      return data.map(({ id }) => ({ id, enabled: true }))
    },
  },
]
