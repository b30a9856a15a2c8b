import { describe, expect, it } from 'vitest'
import { chainOutline, outlineOf } from '../../../src/analytics/domain/chain/chain-outline.ts'
import { ChainAnalysis, type ChainComputation, localComputation } from '../../../src/analytics/domain/chain-analysis.ts'
import { gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { chainCarry } from '../../../src/analytics/domain/valuation/chain-carry.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

const chain = syntheticChain({ dates: ['2026-12-04', '2026-12-18', '2027-01-15'] })

/** Computes here and counts; the first few computations fail. */
function counting(failures = 0) {
  const counts = { valued: 0, repriced: 0, outlined: 0, carried: 0, fitted: 0 }
  const here = localComputation(chain)
  let left = failures
  const computed = async <T>(kind: keyof typeof counts, work: () => Promise<T>): Promise<T> => {
    counts[kind]++
    if (left-- > 0) throw new Error('no thread')
    return await work()
  }
  const computation: ChainComputation = {
    value: (held) => computed('valued', () => here.value(held)),
    reprice: (valued, filter) => computed('repriced', () => here.reprice(valued, filter)),
    strategy: here.strategy,
    scenario: here.scenario,
    search: here.search,
    fitSlice: (valued, index) => computed('fitted', () => here.fitSlice(valued, index)),
    fitCurve: here.fitCurve,
    change: here.change,
    contract: here.contract,
    outline: () => computed('outlined', () => here.outline()),
    carry: () => computed('carried', () => here.carry()),
  }
  return { counts, analysis: new ChainAnalysis(chain, computation) }
}

describe('the analysis of a chain', () => {
  it('gives the figures of the pure functions', async () => {
    const analysis = new ChainAnalysis(chain)

    expect(await analysis.valued()).toEqual(valuedChain(chain))
    expect(await analysis.gamma({ dteMax: 30 })).toEqual(gammaFigures(valuedChain(chain), { dteMax: 30 }))
    expect(await analysis.carry()).toEqual(chainCarry(chain))
    expect(await new ChainAnalysis(chain).outline()).toEqual(chainOutline(chain))
  })

  it('values once for all who call at the same time and later', async () => {
    const { analysis, counts } = counting()

    const [first, second] = await Promise.all([analysis.valued(), analysis.valued()])

    expect(second).toBe(first)
    expect(await analysis.valued()).toBe(first)
    expect(counts).toMatchObject({ valued: 1, repriced: 0 })
  })

  it('fits the surface once, each expiration by itself, and again after a failure', async () => {
    const { analysis, counts } = counting()
    const [first, second] = await Promise.all([analysis.surface(), analysis.surface()])
    const failing = counting(1)

    expect(second).toBe(first)
    expect(first.slices.length).toBeGreaterThan(1)
    expect(counts).toMatchObject({ valued: 1, fitted: first.slices.length })
    await expect(failing.analysis.surface()).rejects.toThrow('no thread')
    expect(await failing.analysis.surface()).toEqual(first)
  })

  it('reprices once for each selection of expirations, however it is named', async () => {
    const { analysis, counts } = counting()

    const [month, sameMonth] = await Promise.all([analysis.gamma({ dteMax: 30 }), analysis.gamma({ dteMax: 31 })])
    const all = await analysis.gamma({})

    expect(sameMonth).toBe(month)
    expect(all).not.toBe(month)
    expect(counts).toMatchObject({ valued: 1, repriced: 2 })
  })

  it('tries again after a failure', async () => {
    const { analysis, counts } = counting(1)

    await expect(analysis.valued()).rejects.toThrow('no thread')

    expect((await analysis.gamma({})).answer.net_gex).not.toBeNull()
    expect(counts).toMatchObject({ valued: 2, repriced: 1 })
  })

  it('outlines once, and from the valuation where there is one', async () => {
    const { analysis, counts } = counting()
    const { analysis: other, counts: ofOther } = counting()

    const [first, second] = await Promise.all([analysis.outline(), analysis.outline()])
    await other.valued()

    expect(second).toBe(first)
    expect(await other.outline()).toEqual(outlineOf(await other.valued()))
    expect([counts, ofOther]).toEqual([
      { valued: 0, repriced: 0, outlined: 1, carried: 0, fitted: 0 },
      { valued: 1, repriced: 0, outlined: 0, carried: 0, fitted: 0 },
    ])
  })

  it('outlines and finds yields again after a failure', async () => {
    const { analysis, counts } = counting(1)
    const { analysis: other, counts: ofOther } = counting(1)

    await expect(analysis.outline()).rejects.toThrow('no thread')
    await expect(other.carry()).rejects.toThrow('no thread')

    expect(await analysis.outline()).toEqual(chainOutline(chain))
    expect(await other.carry()).toEqual(chainCarry(chain))
    expect([counts.outlined, ofOther.carried]).toEqual([2, 2])
  })

  it('values one expiration alone, and once', () => {
    const analysis = new ChainAnalysis(chain)
    const expiration = chain.expirations[1]!

    const valued = analysis.valuedExpiration(expiration)

    expect(valued.expirations.map(({ expirationDate }) => expirationDate)).toEqual(['2026-12-18'])
    expect(analysis.valuedExpiration(expiration)).toBe(valued)
  })
})
