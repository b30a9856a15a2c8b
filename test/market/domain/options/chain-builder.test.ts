import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import { ChainBuilder, type ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'

const HEAD = { symbol: 'SPY', asOfMs: Date.parse('2026-11-20T20:00:00Z'), underlyingPrice: 660 }
const ROW: ContractRow = { root: 'SPY', expirationDate: '2026-12-18', optionType: 'call', strike: 660 }

function chainOf(rows: readonly ContractRow[], head = HEAD): OptionChain {
  const builder = new ChainBuilder()
  for (const row of rows) builder.add(row)
  return builder.build(head)
}

describe('the chain builder', () => {
  it('sorts by settlement instant, then strike, then call before put', () => {
    const { contracts, expirations } = chainOf([
      { ...ROW, optionType: 'put' },
      { ...ROW, expirationDate: '2027-01-15' },
      { ...ROW, strike: 70 },
      ROW,
      { ...ROW, expirationDate: '2026-11-20' },
    ])

    expect(expirations.map(({ expirationDate }) => expirationDate)).toEqual(['2026-11-20', '2026-12-18', '2027-01-15'])
    expect([...contracts.optionSymbols]).toEqual([
      'SPY   261120C00660000',
      'SPY   261218C00070000',
      'SPY   261218C00660000',
      'SPY   261218P00660000',
      'SPY   270115C00660000',
    ])
    expect([...contracts.expirationIndex]).toEqual([0, 1, 1, 1, 2])
  })

  it('keeps the AM and the PM contract of one date and strike as two expirations', () => {
    const rows = ['SPXW', 'SPX'].map((root) => ({ ...ROW, root, strike: 6600 }))

    const chain = chainOf(rows, { ...HEAD, symbol: 'SPX' })

    expect(chain.contracts.count).toBe(2)
    expect(chain.expirations.map(({ settlement, style }) => `${settlement} ${style}`)).toEqual([
      'am european',
      'pm european',
    ])
  })

  it('believes the source about settlement before the root', () => {
    const chain = chainOf([{ ...ROW, root: 'SPX', settlement: 'pm' }])

    expect(chain.expirations[0]?.settlement).toBe('pm')
  })

  it('refuses rows that are no contract, says why, and counts them in the warnings', () => {
    const builder = new ChainBuilder()

    expect(builder.add({ ...ROW, root: 'BRK.B' })).toBe('bad_root')
    expect(builder.add({ ...ROW, strike: -1 })).toBe('bad_strike')
    expect(builder.add({ ...ROW, strike: Number.NaN })).toBe('bad_strike')
    expect(builder.add({ ...ROW, expirationDate: '2026-02-30' })).toBe('bad_expiration_date')
    expect(builder.add({ ...ROW, last: 1 })).toBeNull()
    expect(builder.add({ ...ROW, last: 2 })).toBe('repeated')
    const chain = builder.build({ ...HEAD, warnings: ['The header price is old.'] })

    expect(chain.contracts.count).toBe(1)
    expect(chain.contracts.last[0]).toBe(1)
    expect(chain.warnings).toEqual([
      'The header price is old.',
      'Rows left out because their root is not an option root: 1.',
      'Rows left out because their strike is not a listable price: 2.',
      'Rows left out because their expiration date does not exist: 1.',
      'Rows left out because an earlier row is of the same contract: 1.',
    ])
  })

  it('stores what is missing, negative or infinite as unknown, and a zero as zero', () => {
    const { contracts } = chainOf([
      { ...ROW, bid: 0, ask: -1, last: Number.POSITIVE_INFINITY, volume: 0, openInterest: Number.NaN },
    ])

    expect({ bid: contracts.bid[0], ask: contracts.ask[0], last: contracts.last[0] }).toEqual({
      bid: 0,
      ask: Number.NaN,
      last: Number.NaN,
    })
    expect({
      volume: contracts.volume[0],
      openInterest: contracts.openInterest[0],
      bidSize: contracts.bidSize[0],
    }).toEqual({ volume: 0, openInterest: Number.NaN, bidSize: Number.NaN })
  })

  it.each([
    [0, 1.2, Number.NaN],
    [0.00001, 1.2, Number.NaN],
    [0.500005, 0, Number.NaN],
    [0.12500875, 0, Number.NaN],
    [0.500005, 1.2, 0.500005],
    [0.3, 0, 0.3],
    [Number.POSITIVE_INFINITY, 1.2, Number.NaN],
    [25, 1.2, Number.NaN],
  ])('takes a vendor volatility of %d beside a bid of %d for %d', (vendorIv, bid, stored) => {
    const { contracts } = chainOf([{ ...ROW, vendorIv, bid }])

    expect(contracts.vendorIv[0]).toBe(stored)
  })

  it('knows 100 shares per contract, but not those of an adjusted root', () => {
    const { contracts } = chainOf([ROW, { ...ROW, root: 'SPY1' }, { ...ROW, root: 'SPY2', multiplier: 150 }])

    expect([...contracts.multiplier]).toEqual([100, Number.NaN, 150])
  })

  it('gives quotes of a closed market the session that they belong to', () => {
    expect(chainOf([ROW], { ...HEAD, asOfMs: Date.parse('2026-11-21T21:00:00Z') }).sessionDate).toBe('2026-11-20')
  })

  it('builds the same chain whatever the order of the rows', () => {
    const rows = ['2026-11-20', '2026-12-18'].flatMap((expirationDate) =>
      [640, 650, 660].flatMap((strike) =>
        (['call', 'put'] as const).map((optionType) => ({ ...ROW, expirationDate, strike, optionType, bid: strike })),
      ),
    )
    const sorted = chainOf(rows)

    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(chainOf(shuffled)).toEqual(sorted)
      }),
    )
  })
})
