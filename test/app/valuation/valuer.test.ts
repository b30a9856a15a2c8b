import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { chainOutline } from '../../../src/analytics/domain/chain/chain-outline.ts'
import { contractOfChain } from '../../../src/analytics/domain/chain/contract-session.ts'
import { ChainAnalysis } from '../../../src/analytics/domain/chain-analysis.ts'
import { chainChange } from '../../../src/analytics/domain/exposures/chain-change.ts'
import { gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { chainCarry } from '../../../src/analytics/domain/valuation/chain-carry.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { type Valuer, valuer } from '../../../src/app/valuation/valuer.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'

const errors: unknown[] = []
const opened: Valuer[] = []

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]()
  expect(errors.splice(0)).toEqual([])
})

function open(): Valuer {
  const made = valuer({ onError: (error) => errors.push(error), tableBytes: 32e6 })
  opened.push(made)
  return made
}

/** Computes in the thread of a new valuer. */
function analysisIn({ computationOf }: Valuer, chain: OptionChain): ChainAnalysis {
  return new ChainAnalysis(chain, computationOf(chain))
}

describe('valuing beside the thread that answers', () => {
  it.each(['AAPL', 'SPX', 'XOM'])('gives what valuing here gives, of %s', async (symbol) => {
    const chain = await chainOf(symbol)

    const valued = await analysisIn(open(), chain).valued()

    const { chain: of, pricings, ...columns } = valued
    const { chain: _, pricings: expectedPricings, ...expected } = valuedChain(chain)
    expect(of).toBe(chain)
    expect(isDeepStrictEqual(columns, expected)).toBe(true)
    expect(isDeepStrictEqual(plain(pricings), plain(expectedPricings))).toBe(true)
  })

  it('outlines and finds yields as this thread does', async () => {
    const chain = await chainOf('XOM')
    const analysis = analysisIn(open(), chain)

    expect(await analysis.outline()).toEqual(chainOutline(chain))
    expect(await analysis.carry()).toEqual(chainCarry(chain))
  })

  it('gives one contract as this thread does', async () => {
    const chain = await chainOf('XOM')

    expect(await analysisIn(open(), chain).contract(300)).toEqual(contractOfChain(chain, 300, null))
  })

  it('reprices some expirations to what repricing here gives', async () => {
    const chain = await chainOf('AMZN')

    const figures = await analysisIn(open(), chain).gamma({ dteMax: 30 })

    expect(figures).toEqual(gammaFigures(valuedChain(chain), { dteMax: 30 }))
  })

  it('fits the surface as this thread does', async () => {
    const chain = await chainOf('AMZN')

    const fits = await analysisIn(open(), chain).surface()

    expect(fits).toEqual(await new ChainAnalysis(chain).surface())
    expect(fits.slices.length).toBeGreaterThan(3)
  })

  it('compares two chains as this thread does', async () => {
    const [before, after] = [await chainOf('AAPL', '2026-11-19T18:00:00.000Z'), await chainOf('AAPL')]
    const values = open()
    const [earlier, later] = [analysisIn(values, before), analysisIn(values, after)]
    const repriced = (chain: OptionChain) => {
      const valued = valuedChain(chain)
      return { valued, gamma: gammaFigures(valued, {}) }
    }
    const expected = chainChange(repriced(before), repriced(after))

    const inThread = await later.changeSince(earlier)

    expect(inThread).toEqual(expected)
    expect(expected.strikes.some(({ open_interest_change: change }) => change !== 0)).toBe(true)
    expect(Object.values(inThread.net_gex.parts)).not.toContain(null)
  })

  it('sends the thread again what it does not keep any more', async () => {
    const values = open()
    const chain = await chainOf('AAPL')
    const computation = values.computationOf(chain)
    const valued = await computation.value(null)
    for (let other = 0; other < 24; other++) await analysisIn(values, chain).valued()
    const sent = { ...valued, counted: valued.counted.map((counts, row) => (row % 2 === 0 ? counts : 0)) }

    const figures = await computation.reprice(sent, {})

    expect(figures).toEqual(gammaFigures(sent, {}))
    // From then on the thread has it, so that the other one is not looked at.
    expect(await computation.reprice(valued, { dteMax: 30 })).toEqual(gammaFigures(sent, { dteMax: 30 }))
  })

  it('does not hold up this thread', async () => {
    const chain = await chainOf('SPY')
    let turns = 0
    const counting = setInterval(() => turns++, 1)

    const analysis = analysisIn(open(), chain)
    await analysis.valued()
    const whileValuing = turns
    await analysis.surface()

    clearInterval(counting)
    expect(whileValuing).toBeGreaterThan(2)
    expect(turns - whileValuing).toBeGreaterThan(2)
  })

  it('values a small chain here, though the thread is closed', async () => {
    const chain = await chainOf('AAPL')
    const small: OptionChain = { ...chain, contracts: { ...chain.contracts, count: 0 }, expirations: [] }
    const values = open()
    await values[Symbol.asyncDispose]()

    expect((await analysisIn(values, small).valued()).chain).toBe(small)
  })

  it('refuses what is under way when the service closes, in words for the caller', async () => {
    const closing = open()
    const valuing = analysisIn(closing, await chainOf('QQQ')).valued()
    const refused = expect(valuing).rejects.toMatchObject({ code: 'unavailable' })

    await closing[Symbol.asyncDispose]()

    await refused
  })
})

/** Shared and own memory hold the same numbers, but are never equal to a comparison. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Float64Array ? [...item] : item)))
}

async function chainOf(symbol: string, at = '2026-11-20T18:00:00.000Z'): Promise<OptionChain> {
  const market = simulatedMarket({ seed: 1, now: () => new Date(at) })
  const view = await market.viewAt()
  return view.chain(symbol)
}
