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
    ['GOOG', 'GOOGL'],
    ['google', 'GOOGL'],
    ['FB', 'META'],
    ['Ford', 'F'],
    ["mcdonald's", 'MCD'],
    ['AT&T', 'T'],
    ['s&p 500', 'SPX'],
  ])('takes %j for %s', (text, symbol) => {
    expect(findSymbol(text, LISTED)).toEqual({ symbol, candidates: [symbol] })
  })

  it('keeps to another class only where the one that was written is not listed', () => {
    const both = [...LISTED, { symbol: 'GOOG', name: 'Alphabet C' }]

    expect(findSymbol('GOOG', both).symbol).toBe('GOOG')
    expect(findSymbol('alphabet', both)).toEqual({ symbol: null, candidates: ['GOOGL', 'GOOG'] })
  })

  it.each([
    ['NVDDA', ['NVDA']],
    ['hathaway', ['BRK.B']],
    ['bank', ['BAC']],
    ['TS', ['TSLA']],
    ['S', ['SPX', 'SPY']],
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
    expect(didYouMean('SPZ', LISTED)).toBe(' Did you mean SPX or SPY?')
  })
})
