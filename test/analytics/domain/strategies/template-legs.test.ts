import { describe, expect, it } from 'vitest'
import { strategyName } from '../../../../src/analytics/domain/strategies/strategy-name.ts'
import {
  areLegs,
  type ChosenLeg,
  type TemplateQuery,
  templateLegs,
} from '../../../../src/analytics/domain/strategies/template-legs.ts'
import { TEMPLATES } from '../../../../src/analytics/domain/strategies/template-recipes.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

/** 28, 56 and 119 days to expiration. */
const valued = valuedChain(syntheticChain())
const { contracts, expirations } = valued.chain

const legs = (query: TemplateQuery) => {
  const found = templateLegs(valued, query)
  if (!areLegs(found)) throw new Error(JSON.stringify(found))
  return found
}

const described = (found: readonly ChosenLeg[]) =>
  found.map(({ quantity, row }) =>
    row < 0 ? [quantity, 'stock'] : [quantity, contracts.isCall[row] === 1 ? 'call' : 'put', contracts.strike[row]],
  )

const named = (found: readonly ChosenLeg[]) =>
  strategyName(
    found.map(({ quantity, row }) => ({
      quantity,
      isCall: row < 0 ? null : contracts.isCall[row] === 1,
      strike: contracts.strike[row] ?? Number.NaN,
      settlesAtMs: expirations[contracts.expirationIndex[row] ?? -1]?.settlesAtMs ?? 0,
    })),
  )

describe('the legs of a template', () => {
  it.each(TEMPLATES.map((template) => [template]))('make a %s, which is recognised by its legs', (template) => {
    const found = legs({ template })

    expect(named(found)).toBe(template === 'cash_secured_put' ? 'short_put' : template)
  })

  it('turn on short, and multiply by the quantity', () => {
    expect(described(legs({ template: 'straddle', short: true, quantity: 3 }))).toEqual([
      [-3, 'call', 600],
      [-3, 'put', 600],
    ])
  })

  it('have the strikes that are nearest to the delta and the width, further out on a tie', () => {
    const found = legs({ template: 'put_vertical', short: true, dte: 56, delta: 0.3, width: 12.5 })

    const [sold, bought] = found.map(({ row }) => contracts.strike[row] ?? Number.NaN)
    const deltas = found.map(({ row }) => Math.abs(valued.delta[row] ?? Number.NaN))
    expect(Math.abs(deltas[0]! - 0.3)).toBeLessThan(0.03)
    expect(sold! - bought!).toBe(15)
  })

  it('have the expiration nearest to dte, the later one on a tie, and a second one after it', () => {
    const dates = (query: TemplateQuery) =>
      legs(query).map(({ row }) => expirations[contracts.expirationIndex[row] ?? -1]?.expirationDate)

    expect(dates({ template: 'long_call', dte: 42 })).toEqual(['2027-01-15'])
    expect(dates({ template: 'calendar', dte: 0 })).toEqual(['2026-12-18', '2027-01-15'])
    expect(dates({ template: 'calendar', dte: 0, dteFar: 3000 })).toEqual(['2026-12-18', '2027-03-19'])
  })

  it('are refused with what exists where nothing fits', () => {
    expect(templateLegs(valued, { template: 'calendar', dte: 500 })).toEqual([
      { path: 'dte_far', message: 'finds no expiration after 2027-03-19, the last that is listed: give a smaller dte' },
    ])
    expect(templateLegs(valued, { template: 'call_vertical', dte: 119, delta: 0.01 })).toEqual([
      {
        path: 'delta',
        message:
          'leaves no strike for the call one width further: the calls of 2027-03-19 have strikes from 500 to 700',
      },
    ])
  })
})
