import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import {
  ActionPage,
  Article,
  Bar,
  BarPage,
  Dividend,
  LatestQuotes,
  NewsPage,
  OptionQuote,
  OptionSnapshot,
  OptionTrade,
  OptionTradePage,
  SnapshotPage,
  Split,
  StockSnapshot,
  StockTrade,
} from '../../../../src/market/sources/alpaca/rest/schema.ts'
import { sharedDataExists, sharedPath } from '../../../support/market/shared-data.ts'

function recorded(folder: 'fixtures' | 'spec_examples', name: string): Record<string, unknown> {
  const bytes = readFileSync(sharedPath('data', 'wire', 'alpaca', folder, name))
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as Record<string, unknown>
}

/** The body of an example of the specification. */
function example(name: string): unknown {
  const { examples } = recorded('spec_examples', name) as { examples: Record<string, unknown> }
  return Object.values(examples)[0]
}

/** How many rows of a recorded page can be read, and how many there are. */
function readable(rows: readonly unknown[], schema: ZodType): [number, number] {
  return [rows.filter((row) => schema.safeParse(row).success).length, rows.length]
}

describe.skipIf(!sharedDataExists)('recorded answers of Alpaca', () => {
  it.each([
    ['go_marketdata_options_test__TestGetOptionChain.json', 2],
    ['go_marketdata_options_test__TestGetOptionChainWithFilters_1.json', 1],
    ['test_historical_option_data__test_get_option_chain.json', 1],
    ['test_historical_option_data__test_get_snapshot_multi_empty_response.json', 0],
  ])('option snapshots of %s', (name, count) => {
    const { snapshots } = SnapshotPage.parse(recorded('fixtures', name))
    expect(readable(Object.values(snapshots), OptionSnapshot)).toEqual([count, count])
  })

  it.each([
    ['go_marketdata_options_test__TestGetOptionTrades.json', 2],
    ['test_historical_option_data__test_multisymbol_get_trades.json', 3],
    ['test_historical_option_data__test_get_trades_multi_empty_response.json', 0],
  ])('option trades of %s', (name, count) => {
    const { trades } = OptionTradePage.parse(recorded('fixtures', name))
    expect(readable(Object.values(trades ?? {}).flat(), OptionTrade)).toEqual([count, count])
  })

  it.each([
    ['go_marketdata_options_test__TestGetLatestOptionQuote.json', 1],
    ['test_historical_option_data__test_get_latest_quote.json', 1],
    ['test_historical_option_data__test_get_latest_quote_multi_empty_response.json', 0],
  ])('latest option quotes of %s', (name, count) => {
    const { quotes } = LatestQuotes.parse(recorded('fixtures', name))
    expect(readable(Object.values(quotes), OptionQuote)).toEqual([count, count])
  })

  it('stock trades, also packed and corrected ones', () => {
    const one = example('market_get_v2_stocks_symbol_trades_200.json') as { trades: unknown[] }
    const many = recorded('fixtures', 'go_marketdata_rest_test__TestGetTrades_Update.json') as {
      trades: Record<string, unknown[]>
    }
    const rows = [...one.trades, ...Object.values(many.trades).flat()]
    const [taken, count] = readable(rows, StockTrade)
    expect([taken, count > 2]).toEqual([count, true])
  })

  it('stock snapshots and bars', () => {
    expect(StockSnapshot.safeParse(example('market_get_v2_stocks_symbol_snapshot_200.json')).success).toBe(true)
    const { bars } = BarPage.parse(example('market_get_v2_stocks_symbol_bars_200.json'))
    const [taken, count] = readable(bars ?? [], Bar)
    expect([taken, count > 0]).toEqual([count, true])
  })

  it('news and corporate actions', () => {
    const { news } = NewsPage.parse(example('market_get_v1beta1_news_200.json'))
    expect(readable(news ?? [], Article)).toEqual([news?.length, news?.length])
    const { corporate_actions: actions } = ActionPage.parse(
      recorded('fixtures', 'test_corporate_actions__test_get_corporate_actions.json'),
    )
    expect(readable([...(actions['forward_splits'] ?? []), ...(actions['reverse_splits'] ?? [])], Split)).toEqual([
      2, 2,
    ])
    expect(readable(actions['cash_dividends'] ?? [], Dividend)).toEqual([1, 1])
  })
})
