import { describe, expect, it } from 'vitest'
import { chainCarry } from '../../../../src/analytics/domain/valuation/chain-carry.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { contractFacts } from '../../../../src/flow/domain/tape/contract-facts.ts'
import { indexAt } from '../../../../src/lib/math/columns.ts'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import { tapeOf } from '../../../support/market/flow-tape.ts'
import { NO_FACTS, readFlow } from '../../../support/market/read-flow.ts'
import { AS_OF, syntheticChain } from '../../../support/market/synthetic-chain.ts'

const factsOf = (chain: OptionChain) =>
  contractFacts({ symbol: chain.symbol, listed: chain, carrying: chainCarry(chain) })

describe.each(['XSP', 'SPY'])('facts of a chain of %s', (root) => {
  const chain = syntheticChain({
    root,
    volatility: (strike) => 0.2 + (600 - strike) / 2_000,
    change: (row) => ({ ...row, openInterest: row.strike === 600 ? Number.NaN : 250 }),
  })
  const { optionSymbols, bid, ask, count } = chain.contracts
  const openMs = Date.parse('2026-11-20T14:30:00Z')
  const rows = Array.from({ length: count }, (_, row) => row)

  it('let prints at the quotes of the chain have its volatilities and deltas', () => {
    const tape = tapeOf(
      rows.map((row) => ({
        ms: Date.parse(AS_OF) - openMs,
        contract: optionSymbols[row] ?? '',
        price: Math.round(5_000 * ((bid[row] ?? 0) + (ask[row] ?? 0))) / 10_000,
        underlying: 600,
        condition: 'f',
      })),
      root,
    )

    const valued = valuedChain(chain)
    const flow = readFlow(tape, { facts: factsOf(chain) }).rows

    expect(flow).toHaveLength(count)
    for (const row of flow) {
      const place = row.sequence
      const isOutOfTheMoney = row.optionType === 'call' ? row.strike > 600 : row.strike < 600
      if (!isOutOfTheMoney || row.price < 0.5) continue
      expect(row.impliedVolatility, row.optionSymbol).toBeCloseTo(valued.volatility[place] ?? 0, 2)
      expect(row.delta, row.optionSymbol).toBeCloseTo(valued.delta[place] ?? 0, 2)
    }
  })

  it('say open interest, deliverable and expiration', () => {
    const facts = factsOf(chain)
    const fact = facts.find(optionSymbols[0] ?? '')
    const atTheMoney = rows.find((row) => chain.contracts.strike[row] === 600) ?? -1

    expect(fact).toMatchObject({ openInterest: 250, multiplier: 100 })
    expect(fact?.carry).toMatchObject({
      settlesAtMs: chain.expirations[indexAt(chain.contracts.expirationIndex, 0)]?.settlesAtMs,
      style: root === 'SPY' ? 'american' : 'european',
    })
    expect(facts.find(optionSymbols[atTheMoney] ?? '')?.openInterest).toBeNaN()
    expect(facts.find('QQQ   261127C00500000')).toBeNull()
  })

  it('carry a contract that settled with the session, whose open interest only the tape can tell', () => {
    const settled = `${root}   261120C00600000`

    const fact = factsOf(chain).find(settled)

    expect(fact).toMatchObject({ isListed: true, openInterest: Number.NaN, multiplier: 100 })
    expect(fact?.carry).toMatchObject({
      settlesAtMs: Date.parse('2026-11-20T21:00:00Z'),
      rate: expect.closeTo(0.04, 3),
      dividendYield: expect.closeTo(0.013, 2),
    })
    const [row] = readFlow(tapeOf([{ contract: settled, openInterest: 77, underlying: 600 }], root), {
      facts: factsOf(chain),
    }).rows
    expect(row?.openInterest).toBe(77)
    expect(row?.impliedVolatility).toBeGreaterThan(0)
  })

  it('know of a contract that expires with the session whether it is listed, as long as the chain has any that do', () => {
    const listed = optionSymbols[0] ?? ''
    const onItsDay = { ...chain, sessionDate: chain.expirations[0]?.expirationDate ?? '' }
    const facts = factsOf(onItsDay)

    expect(facts.find(listed)?.isListed).toBe(true)
    expect(facts.find(`${listed.slice(0, 13)}09999000`)?.isListed).toBe(false)
  })

  it('are none without a chain: implied volatility is unknown with a reason', () => {
    const [row] = readFlow(tapeOf([{ contract: optionSymbols[0] ?? '' }], root), { facts: NO_FACTS }).rows

    expect(row?.impliedVolatility).toBeNaN()
    expect(row?.volatilityReason).toBe('no_carry_terms')
  })
})
