import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stockQuoteOperation } from '../../../src/analytics/operations/stock-quote.ts'
import { symbolSearchOperation } from '../../../src/market/operations/symbol-search.ts'
import { KnownSymbols } from '../../../src/market/sources/known-symbols.ts'
import { replayMarket } from '../../../src/market/sources/replay/index.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'NVDA,SPX,BRK.B' })
})
afterAll(() => app[Symbol.asyncDispose]())

const search = (q: string) => app.asOperator(symbolSearchOperation, { q })
const quoted = async (symbol: string) => (await app.asOperator(stockQuoteOperation, { symbol }))['symbol']

describe('a search among the symbols of the source', () => {
  it('names the certain one, else those that may be meant', async () => {
    expect(await search('nvidia')).toEqual({
      source: 'simulated',
      symbol: 'NVDA',
      data: [{ symbol: 'NVDA', name: 'NVIDIA' }],
      next_cursor: null,
    })
    expect(await search('NVDDA')).toMatchObject({ symbol: null, data: [{ symbol: 'NVDA' }] })
    expect(await search('WHATEVER')).toMatchObject({ symbol: null, data: [] })
  })
})

describe('the symbol of a question', () => {
  it.each([
    ['$NVDA', 'NVDA'],
    ['^SPX', 'SPX'],
    ['spxw', 'SPX'],
    ['BRK-B', 'BRK.B'],
  ])('may be written as %s', async (written, symbol) => {
    expect(await quoted(written)).toBe(symbol)
  })

  it.each(['SPY$', '^', '$$NVDA', 'ſPX', 'BRK-BB'])('may not be %s', async (written) => {
    await expect(quoted(written)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is named by the error where it was misspelled, by every source', async () => {
    await expect(quoted('NVDDA')).rejects.toMatchObject({
      code: 'not_found',
      message: 'The simulated market has no symbol NVDDA. Did you mean NVDA?',
    })
    expect(() => new KnownSymbols(['NVDA']).require('NVDDA')).toThrow(/MARKET_SYMBOLS\. Did you mean NVDA\?$/)
    const chain = syntheticChain({
      root: 'NVDA',
      asOf: '2026-11-16T21:00:00Z',
      strikes: [600],
      volatility: () => 0.2,
      dates: ['2027-01-15'],
    })
    await storeChain(app.parts.store, 'one', chain)
    const view = await replayMarket({ market: app.parts.store }).viewAt()
    await expect(view.quote('NVDDA')).rejects.toMatchObject({
      message: 'Nothing is stored of NVDDA. Import a file of it first. Did you mean NVDA?',
    })
  })
})
