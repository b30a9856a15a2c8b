import { describe, expect, it } from 'vitest'
import { foundEntries } from '../../../src/web/palette/entries.ts'
import { readRecent, withRecent } from '../../../src/web/palette/recent.ts'

const symbols = [
  { symbol: 'AAPL', name: 'Apple Inc.' },
  { symbol: 'NVDA', name: 'NVIDIA Corporation' },
  { symbol: 'NFLX', name: 'Netflix, Inc.' },
  { symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust' },
]
const found = (text: string, recent: readonly string[] = []) =>
  foundEntries(text, { symbols, recent, date: null }).map(({ title }) => title)

describe('the palette', () => {
  it('shows recent symbols first, then pages', () => {
    expect(found('', ['NVDA', 'SPY']).slice(0, 3)).toEqual(['NVDA', 'SPY', 'Market'])
  })

  it('finds a symbol by ticker, name and misspelling, with the pages of a certain one', () => {
    expect(found('nvidia')[0]).toBe('NVDA')
    expect(found('nvda').slice(0, 2)).toEqual(['NVDA', 'NVDA flow'])
    expect(found('NVDDA')[0]).toBe('NVDA')
    expect(found('net')[0]).toBe('NFLX')
  })

  it('puts a page that begins with the text before other symbols, and one of two symbols first that was opened before', () => {
    expect(found('flow')[0]).toBe('Flow')
    expect(found('n', ['NFLX']).filter((title) => /^N[A-Z]/.test(title))).toEqual(['NFLX', 'NVDA'])
    expect(found('n').filter((title) => /^N[A-Z]/.test(title))).toEqual(['NVDA', 'NFLX'])
    expect(found('quiet')).toEqual(['Settings'])
  })

  it('finds the pages of a symbol for strategies, and the screener by what it does', () => {
    expect(found('nvda')).toEqual(
      expect.arrayContaining(['NVDA exposure', 'NVDA strategy builder', 'NVDA find strategies']),
    )
    expect(found('screen')[0]).toBe('Screener')
    expect(found('compared')).toEqual(['Screener'])
  })

  it('keeps the selected date, and finds nothing for nonsense', () => {
    expect(foundEntries('spy', { symbols, recent: [], date: '2026-11-19' })[0]?.href).toBe(
      '/symbols/SPY?date=2026-11-19',
    )
    expect(found('%%%%%%')).toEqual([])
  })

  it('remembers the last five symbols once each, and ignores what is none', () => {
    expect(['A', 'B', 'C', 'D', 'E', 'F', 'C'].reduce<readonly string[]>(withRecent, [])).toEqual([
      'C',
      'F',
      'E',
      'D',
      'B',
    ])
    expect(readRecent('SPY,<b>,,NVDA')).toEqual(['SPY', 'NVDA'])
    expect(readRecent(null)).toEqual([])
  })
})
