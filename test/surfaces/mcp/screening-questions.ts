import type { Row } from './fact.ts'
import type { Question, World } from './questions.ts'

const SYMBOLS = ['AAPL', 'DIA', 'IWM', 'QQQ', 'SPY']
const YEAR = 252

const num = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)
const listOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value : [])

/** Sample deviation of 30 daily logarithmic returns. */
async function realizedOf({ rest }: World, symbol: string): Promise<number> {
  const { data } = await rest(`/stocks/${symbol}/price_history?days=90`)
  const closes = data.map(({ close }) => num(close)).slice(-31)
  const returns = closes.slice(1).map((close, at) => Math.log(close / num(closes[at])))
  const mean = returns.reduce((sum, own) => sum + own, 0) / returns.length
  return Math.sqrt((YEAR * returns.reduce((sum, own) => sum + (own - mean) ** 2, 0)) / (returns.length - 1))
}

const metricsOf = async ({ rest }: World, symbols: readonly string[]) => {
  const found = []
  for (const symbol of symbols) found.push({ symbol, ...(await rest(`/stocks/${symbol}/metrics`)) } as Row)
  return found
}

export const SCREENING_QUESTIONS: readonly Question[] = [
  {
    question: 'Which symbol of my list is the richest, implied against realized?',
    calls: [
      ['show_watchlist', {}],
      ['screener', { symbols: ['AAPL', 'SPY'], sort: '-iv_minus_rv30', fields: ['iv30', 'rv30', 'iv_minus_rv30'] }],
    ],
    async facts(world) {
      const rows = await metricsOf(world, ['AAPL', 'SPY'])
      return await Promise.all(
        rows.map(async ({ symbol, iv30 }) => {
          const rv30 = await realizedOf(world, String(symbol))
          return { symbol, iv30, rv30, iv_minus_rv30: num(iv30) - rv30 }
        }),
      )
    },
  },
  {
    question: 'Where are dealers short gamma?',
    calls: [
      ['screener', { filters: ['gamma_regime = negative'], sort: 'net_gex', fields: ['net_gex', 'gamma_regime'] }],
    ],
    async facts(world) {
      const short = (await metricsOf(world, SYMBOLS)).filter((row) => num(row['net_gex']) < 0)
      return [{ total: short.length }, ...short.map(({ symbol, net_gex }) => ({ symbol, net_gex }))]
    },
  },
  {
    question: 'Compare the skew and the positioning of QQQ and IWM.',
    calls: [
      [
        'screener',
        { symbols: ['QQQ', 'IWM'], fields: ['rr25', 'bf25', 'put_call_ratio_open_interest', 'total_open_interest'] },
      ],
    ],
    async facts(world) {
      const rows = await metricsOf(world, ['QQQ', 'IWM'])
      return rows.map(({ symbol, rr25, bf25, put_call_ratio_open_interest, total_open_interest }) => ({
        ...{ symbol, rr25, bf25, put_call_ratio_open_interest, total_open_interest },
      }))
    },
  },
  {
    question: 'What pays best if AAPL is 5 % higher in a month, with at most 300 USD at risk?',
    calls: [
      ['find_strategies', { symbol: 'AAPL', direction: 'bullish', target_date: '2026-12-18', max_loss: 300, limit: 3 }],
    ],
    async facts({ rest }) {
      const { data } = await rest(
        '/stocks/AAPL/strategies?direction=bullish&target_date=2026-12-18&max_loss=300&limit=3',
      )
      const [first] = data
      const legs = (Array.isArray(first?.['legs']) ? first['legs'] : []).map(
        (leg) => `legs=${encodeURIComponent(String(leg))}`,
      )
      const { cost, max_loss } = await rest(`/stocks/AAPL/strategy_analysis?${legs.join('&')}`)
      return [{ strategy: first?.['strategy'], cost, max_loss }]
    },
  },
  {
    question: 'How far did volatility of AAPL fall after its last reports?',
    calls: [['earnings', { symbol: 'AAPL', from: '2026-06-01' }]],
    async facts({ rest }) {
      const { data } = await rest('/stocks/AAPL/price_history?from=2026-06-01')
      const days = data.map(({ date }) => String(date))
      const reports = (await rest('/earnings?symbol=AAPL&from=2026-06-01')).data.filter(
        (row) => row['actual_move_pct'] !== null,
      )
      const facts = []
      for (const { report_date, timing } of reports) {
        const place = days.findIndex((day) => day >= String(report_date)) + (timing === 'after_close' ? 1 : 0)
        const [before, after] = [days[place - 1], days[place]]
        const points = async (date: string | undefined) =>
          listOf((await rest(`/stocks/AAPL/iv_term_structure?date=${date}`))['points'])
        const near = (await points(before)).find((point) => String(point['expiration_date']) > String(after))
        const later = (await points(after)).find((point) => point['expiration_date'] === near?.['expiration_date'])
        facts.push({ report_date, crush_pct: 100 * (num(later?.['atm_iv']) / num(near?.['atm_iv']) - 1) })
      }
      return facts
    },
  },
  {
    question: 'How did the smile of SPY change since 10 November?',
    calls: [['iv_term_structure', { symbol: 'SPY', against: '2026-11-10' }]],
    async facts({ rest }) {
      const surface = await rest('/stocks/SPY/volatility_surface?against=2026-11-10')
      return [{ against: '2026-11-10', grid: surface['grid'], change: surface['change'] }]
    },
  },
]
