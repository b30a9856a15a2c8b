import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChainBuilder } from '../../../../../src/market/domain/options/chain-builder.ts'
import { parseOptionSymbol } from '../../../../../src/market/domain/options/option-symbol.ts'
import { QuoteHistory } from '../../../../../src/market/sources/alpaca/rest/quote-history.ts'
import { busiestContracts } from '../../../../../src/market/sources/alpaca/stream/busiest-contracts.ts'

describe('the quotes of a contract', () => {
  it('tell the last of the kept ones strictly before an instant, in whatever order they come', () => {
    const times = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 150 })
    fc.assert(
      fc.property(times, fc.constantFrom(32, 64, 128), (told, most) => {
        const history = new QuoteHistory(most)
        let kept: { atMs: number; bid: number }[] = []
        for (const [bid, atMs] of told.entries()) {
          history.push(atMs, bid, bid + 1)
          if (kept.length === most && kept.every((each) => each.atMs > atMs)) continue
          // Sorting is stable: of one instant, the later told one comes last.
          kept = [...kept, { atMs, bid }].sort((a, b) => a.atMs - b.atMs).slice(-most)
        }
        for (let atMs = -1; atMs <= 62; atMs++) {
          const expected = kept.findLast((each) => each.atMs < atMs)
          expect(history.before(atMs), `at ${atMs}`).toEqual(expected ? { ...expected, ask: expected.bid + 1 } : null)
        }
      }),
    )
  })

  it('end where listening ended, and begin again with the next', () => {
    const history = new QuoteHistory(32)
    expect(history.isLacking).toBe(true)
    history.push(10, 1, 2)
    history.cut(20)
    history.cut(25)
    expect(history.isLacking).toBe(true)
    history.push(30, 3, 4)
    expect([15, 20, 21, 30, 31].map((atMs) => history.before(atMs)?.bid)).toEqual([1, 1, undefined, undefined, 3])
  })

  it('end no sooner than the last of them, whatever the clock says', () => {
    const history = new QuoteHistory(32)
    history.push(10, 1, 2)
    history.cut(5)
    expect([history.before(10)?.bid, history.before(11)?.bid, history.isLacking]).toEqual([undefined, undefined, true])
  })

  it.each([
    ['that was in force all along', 10, [1, 1, 1]],
    ['made shortly before the end', 15, [9, 9, 9]],
    ['made during the interruption', 25, [1, undefined, 9]],
    ['older than what was told', 5, [1, undefined, undefined]],
  ])('are confirmed by one %s', (_what, atMs, expected) => {
    const history = new QuoteHistory(32)
    history.push(10, 1, 2)
    history.cut(20)
    history.confirm(atMs, atMs === 10 ? 1 : 9, 10)
    expect([18, 24, 30].map((each) => history.before(each)?.bid)).toEqual(expected)
  })

  it('need no confirmation while they are told', () => {
    const history = new QuoteHistory(32)
    history.push(10, 1, 2)
    history.confirm(12, 3, 4)
    expect(history.before(20)?.bid).toBe(1)
  })
})

describe('the busiest contracts', () => {
  function chainOf(symbol: string, volumes: readonly number[], openInterest = 1) {
    const builder = new ChainBuilder()
    for (const [place, volume] of volumes.entries()) {
      const contract = parseOptionSymbol(`${symbol}261218C${String(100_000 + 1_000 * place).padStart(8, '0')}`)
      expect.assert(contract)
      builder.add({ ...contract, volume, openInterest: openInterest + place })
    }
    return builder.build({ symbol, asOfMs: Date.parse('2026-11-20T16:00:00Z'), underlyingPrice: 100 })
  }
  const strikes = (chosen: Iterable<string>) =>
    [...chosen].map((occ) => `${occ.slice(0, 1)}${occ.slice(15, 18)}`).sort()

  it('are chosen by volume, and by open interest where nothing was traded yet', () => {
    expect(strikes(busiestContracts([chainOf('A', [5, 9, 7])], new Set(), 2))).toEqual(['A101', 'A102'])
    expect(strikes(busiestContracts([chainOf('A', [0, Number.NaN, 0])], new Set(), 1))).toEqual(['A102'])
  })

  it('of a quiet symbol have as much room as those of a busy one, which takes what is left', () => {
    const chains = [chainOf('A', [900, 800, 700, 600, 500]), chainOf('B', [3, 2])]
    expect(strikes(busiestContracts(chains, new Set(), 4))).toEqual(['A100', 'A101', 'B100', 'B101'])
    expect(strikes(busiestContracts(chains, new Set(), 6))).toEqual(['A100', 'A101', 'A102', 'A103', 'B100', 'B101'])
    expect(busiestContracts(chains, new Set(), 0)).toEqual(new Set())
    expect(busiestContracts([], new Set(), 10)).toEqual(new Set())
  })

  it('stay until another has traded a quarter more', () => {
    const followed = new Set(['A     261218C00100000'])
    expect(strikes(busiestContracts([chainOf('A', [100, 124])], followed, 1))).toEqual(['A100'])
    expect(strikes(busiestContracts([chainOf('A', [100, 126])], followed, 1))).toEqual(['A101'])
  })

  it('are never more than there is room for', () => {
    const volumes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(volumes, { maxLength: 4 }), fc.integer({ min: 0, max: 20 }), (lists, most) => {
        const chains = lists.map((list, place) => chainOf('ABCD'[place] ?? 'E', list))
        const all = lists.reduce((sum, list) => sum + list.length, 0)
        expect(busiestContracts(chains, new Set(), most).size).toBe(Math.min(most, all))
      }),
    )
  })
})
