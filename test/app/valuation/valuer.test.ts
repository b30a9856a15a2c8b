import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { simulatedMarket } from '../../../src/adapters/market/simulated/index.ts'
import { type Valuer, valuer } from '../../../src/app/valuation/valuer.ts'
import { knownValuation, valuedChain } from '../../../src/domain/analytics/chain-valuation.ts'
import { gammaFigures, knownGammaFigures } from '../../../src/domain/analytics/gamma-exposure.ts'
import type { OptionChain } from '../../../src/domain/market/chain.ts'

const errors: unknown[] = []
const opened: Valuer[] = []

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]()
  expect(errors.splice(0)).toEqual([])
})

function open(): Valuer {
  const made = valuer((error) => errors.push(error))
  opened.push(made)
  return made
}

describe('valuing beside the thread that answers', () => {
  it.each(['AAPL', 'SPX', 'XOM'])('gives what valuing here gives, of %s', async (symbol) => {
    const chain = await chainOf(symbol)
    const twin: OptionChain = { ...chain }

    const valued = await open().value(chain)

    const { chain: _, pricings, ...columns } = valued
    const { chain: __, pricings: expectedPricings, ...expected } = valuedChain(twin)
    expect(isDeepStrictEqual(columns, expected)).toBe(true)
    expect(isDeepStrictEqual(plain(pricings), plain(expectedPricings))).toBe(true)
  })

  it('reprices some expirations to what repricing here gives', async () => {
    const chain = await chainOf('AMZN')
    const { value, reprice } = open()

    await reprice(chain, { dteMax: 30 })

    const known = knownGammaFigures(await value(chain), { dteMax: 30 })
    expect(known).toEqual(gammaFigures(valuedChain({ ...chain }), { dteMax: 30 }))
  })

  it('leaves to the caller what the thread has forgotten', async () => {
    const { value, reprice } = open()
    const first = await chainOf('AAPL')
    await value(first)
    for (let other = 0; other < 24; other++) await value({ ...first })

    await reprice(first, {})

    expect(knownGammaFigures(await value(first), {})).toBeUndefined()
    expect(gammaFigures(await value(first), {}).answer.net_gex).not.toBeNull()
  })

  it('is remembered, so that everything derived from the chain reads the same object', async () => {
    const chain = await chainOf('MSFT')

    const valued = await open().value(chain)

    expect(valued.chain).toBe(chain)
    expect(valuedChain(chain)).toBe(valued)
  })

  it('values a chain once for all who ask at the same time', async () => {
    const chain = await chainOf('NVDA')
    const { value } = open()

    const [first, second] = await Promise.all([value(chain), value(chain)])

    expect(second).toBe(first)
  })

  it('does not hold up this thread', async () => {
    const chain = await chainOf('SPY')
    const { value } = open()
    let turns = 0
    const counting = setInterval(() => turns++, 1)

    await value(chain)

    clearInterval(counting)
    expect(turns).toBeGreaterThan(2)
  })

  it('values a small chain at once, without a thread', async () => {
    const chain = await chainOf('AAPL')
    const small: OptionChain = { ...chain, contracts: { ...chain.contracts, count: 0 }, expirations: [] }

    await open().value(small)

    expect(knownValuation(small)).toBeDefined()
  })

  it('refuses what is under way when the service closes, in words for the caller', async () => {
    const closing = open()
    const asked = closing.value(await chainOf('QQQ'))
    const refused = expect(asked).rejects.toMatchObject({ code: 'unavailable' })

    await closing[Symbol.asyncDispose]()

    await refused
  })
})

/** Shared and own memory hold the same numbers, but are never equal to a comparison. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Float64Array ? [...item] : item)))
}

async function chainOf(symbol: string): Promise<OptionChain> {
  const market = simulatedMarket({ seed: 1, now: () => new Date('2026-11-20T18:00:00.000Z') })
  const view = await market.viewAt()
  return view.chain(symbol)
}
