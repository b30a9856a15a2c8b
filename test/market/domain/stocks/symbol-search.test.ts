import { describe, expect, it } from 'vitest'
import { didYouMean, findSymbol } from '../../../../src/market/domain/stocks/symbol-search.ts'

const LISTED = [
  ['AAPL', 'Apple'],
  ['BAC', 'Bank of America'],
  ['BRK.B', 'Berkshire Hathaway B'],
  ['F', 'Ford Motor'],
  ['GOOGL', 'Alphabet A'],
  ['MCD', "McDonald's"],
  ['META', 'Meta Platforms'],
  ['MSFT', 'Microsoft'],
  ['NVDA', 'NVIDIA'],
  ['QQQ', 'Invesco QQQ'],
  ['SPX', 'S&P 500'],
  ['SPY', 'SPDR S&P 500 ETF'],
  ['T', 'AT&T'],
  ['TSLA', 'Tesla'],
  ['ZZZ', null],
].map(([symbol, name]) => ({ symbol: symbol ?? '', name: name ?? null }))

describe('a symbol search', () => {
  it.each([
    ['nvidia', 'NVDA'],
    ['NVIDIA Corp.', 'NVDA'],
    ['nvda', 'NVDA'],
    [' $TSLA ', 'TSLA'],
    ['^SPX', 'SPX'],
    ['SPXW', 'SPX'],
    ['BRK-B', 'BRK.B'],
    ['brk/b', 'BRK.B'],
    ['BRKB', 'BRK.B'],
    ['google', 'GOOGL'],
    ['Ford', 'F'],
    ["mcdonald's", 'MCD'],
    ['AT&T', 'T'],
    ['s&p 500', 'SPX'],
  ])('takes %j for %s', (text, symbol) => {
    expect(findSymbol(text, LISTED)).toEqual({ symbol, candidates: [symbol] })
  })

  it('never takes one share class, or a former ticker, for another security', () => {
    const both = [...LISTED, { symbol: 'GOOG', name: 'Alphabet C' }]

    expect(findSymbol('GOOG', both).symbol).toBe('GOOG')
    expect(findSymbol('GOOG', LISTED)).toEqual({ symbol: null, candidates: ['GOOGL'] })
    expect(findSymbol('BRK-A', LISTED)).toEqual({ symbol: null, candidates: ['BRK.B'] })
    expect(findSymbol('FB', LISTED)).toEqual({ symbol: null, candidates: ['META'] })
    expect(findSymbol('alphabet', both)).toEqual({ symbol: null, candidates: ['GOOGL', 'GOOG'] })
  })

  it.each([
    ['NVDDA', ['NVDA']],
    ['hathaway', ['BRK.B']],
    ['bank', ['BAC']],
    ['TS', ['TSLA']],
    ['S', ['SPX', 'SPY']],
    ['microsft', ['MSFT']],
    ['Microsfot Corp.', ['MSFT']],
    ['telsa', ['TSLA']],
    ['bershire', ['BRK.B']],
    ['bank of amrica', ['BAC']],
    ['facbook', ['META']],
    ['gogle', ['GOOGL']],
  ])('offers for %j what it may mean', (text, candidates) => {
    expect(findSymbol(text, LISTED)).toEqual({ symbol: null, candidates })
  })

  it.each(['', '$', 'XQ', 'WHATEVER', 'constructor'])('finds nothing like %j', (text) => {
    expect(findSymbol(text, LISTED)).toEqual({ symbol: null, candidates: [] })
    expect(didYouMean(text, LISTED)).toBe('')
  })

  it('ends an error with what was meant', () => {
    expect(didYouMean('NVDDA', LISTED)).toBe(' Did you mean NVDA?')
    expect(didYouMean('NVIDIA', LISTED)).toBe(' Did you mean NVDA?')
    expect(didYouMean('MICROSFT', LISTED)).toBe(' Did you mean MSFT?')
    expect(didYouMean('SPZ', LISTED)).toBe(' Did you mean SPX or SPY?')
  })
})
