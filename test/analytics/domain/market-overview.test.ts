import { describe, expect, it } from 'vitest'
import { MarketOverview } from '../../../src/analytics/contract/market-overview.ts'
import {
  marketOverview,
  type OverviewOptions,
  type OverviewSymbol,
} from '../../../src/analytics/domain/market-overview.ts'
import { optionMetricsOf, overviewOptionsOf } from '../../support/analytics/chain-answers.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const OPTIONS: OverviewOptions = { volume: 100, putCallRatioVolume: 0.5, iv30: 0.2, ivRank: 50, gamma: null }

const row = (symbol: string, options: Partial<OverviewOptions> = {}): OverviewSymbol => ({
  symbol,
  price: 100,
  changePct: 1,
  trend: null,
  flow: null,
  options: { ...OPTIONS, ...options },
})

const INDICES = ['SPY', 'QQQ', 'IWM', 'DIA'].map((symbol) =>
  row(symbol, { volume: 0, iv30: Number.NaN, ivRank: Number.NaN }),
)

describe('the market overview', () => {
  it('always shows the four index funds in order, with nulls for what is not known', () => {
    const gamma = { netGex: -5, regime: 'negative' } as const
    const { answer, warnings } = marketOverview([{ ...row('QQQ', { gamma }), trend: 'bullish' }])

    expect(MarketOverview.parse(answer)).toEqual(answer)
    expect(answer.indices.map(({ symbol }) => symbol)).toEqual(['SPY', 'QQQ', 'IWM', 'DIA'])
    expect(answer.indices[1]).toEqual({
      symbol: 'QQQ',
      price: 100,
      change_pct: 1,
      iv30: 0.2,
      iv_rank: 50,
      put_call_ratio_volume: 0.5,
      net_gex: -5,
      gamma_regime: 'negative',
      trend: 'bullish',
    })
    const { symbol, ...rest } = answer.indices[0]!
    expect([symbol, new Set(Object.values(rest))]).toEqual(['SPY', new Set([null])])
    expect(warnings).toContain('The source has no options of this session for SPY, IWM, DIA.')
  })

  it('keeps the price and the trend of an index fund without options', () => {
    const { answer } = marketOverview([{ ...row('SPY'), trend: 'bearish', options: null }])

    expect(answer.indices[0]).toMatchObject({ price: 100, change_pct: 1, trend: 'bearish', iv30: null, net_gex: null })
    expect(answer.volume_leaders).toEqual([])
  })

  it('adds up what the prints of all symbols say, and ranks the symbols by it', () => {
    const flow = (bullishPremium: number, bearishPremium: number, neutralPremium: number) => ({
      bullishPremium,
      bearishPremium,
      neutralPremium,
      netPremium: bullishPremium - bearishPremium,
    })
    const { answer, warnings } = marketOverview([
      ...INDICES,
      { ...row('AAPL'), flow: flow(300, 100, 0) },
      { ...row('MSFT'), flow: flow(50, 150, 400) },
      { ...row('NVDA'), flow: flow(900, 100, 0) },
    ])

    expect(MarketOverview.parse(answer)).toEqual(answer)
    expect(answer.sentiment).toEqual({ bullish_pct: 62.5, bearish_pct: 17.5, neutral_pct: 20 })
    expect(answer.net_premium).toBe(900)
    expect(answer.most_bullish.map(({ symbol, net_premium }) => [symbol, net_premium])).toEqual([
      ['NVDA', 800],
      ['AAPL', 200],
    ])
    expect(answer.most_bearish.map(({ symbol, net_premium }) => [symbol, net_premium])).toEqual([['MSFT', -100]])
    expect(warnings.join(' ')).not.toContain('option prints')
  })

  it('invents no sentiment and no premium where there are no prints', () => {
    const { answer, warnings } = marketOverview([...INDICES, row('AAPL')])

    expect(answer).toMatchObject({
      sentiment: { bullish_pct: null, bearish_pct: null, neutral_pct: null },
      net_premium: null,
      most_bullish: [],
      most_bearish: [],
    })
    expect(warnings).toEqual([expect.stringMatching(/^The source has no option prints: .*null.*empty\.$/)])
  })

  it('ranks by option volume, ten at most, leaving out what is zero or unknown', () => {
    const many = Array.from({ length: 12 }, (_, index) => row(`S${index}`, { volume: index * 10 }))
    const { answer } = marketOverview([...INDICES, ...many, row('NONE', { volume: Number.NaN })])

    expect(answer.volume_leaders.map(({ option_volume: volume }) => volume)).toEqual([
      110, 100, 90, 80, 70, 60, 50, 40, 30, 20,
    ])
    expect(answer.volume_leaders[0]).toEqual({
      symbol: 'S11',
      price: 100,
      change_pct: 1,
      option_volume: 110,
      put_call_ratio_volume: 0.5,
    })
  })

  it('orders high_iv by rank, equal ones by symbol, and counts those without one', () => {
    const { answer, warnings } = marketOverview([
      ...INDICES,
      row('C', { ivRank: 80, iv30: 0.1 }),
      row('B', { ivRank: 80, iv30: 0.2 }),
      row('A', { ivRank: 0, iv30: 9 }),
      row('NEW', { ivRank: Number.NaN, iv30: 3 }),
    ])

    expect(answer.high_iv.map(({ symbol }) => symbol)).toEqual(['B', 'C', 'A'])
    expect(warnings).toContain('Symbols with too few sessions of IV30 for a rank, left out of high_iv: 1.')
  })

  it('orders high_iv by iv30 where nothing has a rank, and says so', () => {
    const { answer, warnings } = marketOverview([
      ...INDICES,
      row('A', { ivRank: Number.NaN, iv30: 0.2 }),
      row('B', { ivRank: Number.NaN, iv30: 0.4 }),
      row('UNKNOWN', { ivRank: Number.NaN, iv30: Number.NaN }),
    ])

    expect(answer.high_iv.map(({ symbol, iv_rank: rank }) => [symbol, rank])).toEqual([
      ['B', null],
      ['A', null],
    ])
    expect(warnings.at(-1)).toMatch(/^No symbol has the 60 sessions .* ordered by iv30\.$/)
  })
})

describe('what a chain adds to the overview', () => {
  const chain = syntheticChain({ dates: ['2026-12-04', '2026-12-18', '2027-01-15'] })
  const year = Array.from({ length: 252 }, (_, index) => 0.1 + index / 1000)

  it('is what option metrics say of it', () => {
    const { answer } = optionMetricsOf(chain, { iv30Before: year })

    expect(overviewOptionsOf(chain, year, { withGamma: true })).toEqual({
      volume: answer.total_volume,
      putCallRatioVolume: answer.put_call_ratio_volume,
      iv30: answer.iv30,
      ivRank: answer.iv_rank,
      gamma: { netGex: answer.net_gex, regime: answer.gamma_regime },
    })
  })

  it('has no rank without a history, and no gamma where it is not asked for', () => {
    expect(overviewOptionsOf(chain, [], { withGamma: false })).toMatchObject({ ivRank: Number.NaN, gamma: null })
  })
})
