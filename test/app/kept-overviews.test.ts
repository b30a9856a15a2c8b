import { afterEach, describe, expect, it } from 'vitest'
import { marketOverviews } from '../../src/analytics/operations/market-overviews.ts'
import { keptOverviews } from '../../src/app/kept-overviews.ts'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { AppError } from '../../src/lib/errors.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { storeChain } from '../support/market/stored-chains.ts'
import { syntheticChain } from '../support/market/synthetic-chain.ts'

const DATE = '2026-11-12'

let app: TestApp
afterEach(() => app[Symbol.asyncDispose]())

/** What a process that starts anew on the same store has. */
function anew(settings: Partial<TestApp['parts']['config']['market']> = {}) {
  const { config, store, market, monotonicMs, now } = app.parts
  const kept = keptOverviews({ market: { ...config.market, ...settings } }, store, market, now)
  return { kept, overviews: marketOverviews(monotonicMs, kept) }
}

const context = () => contextOf(app.parts, { caller: OPERATOR })

/** Every question to the market fails. */
function withoutMarket() {
  const refuse = () => Promise.reject(new AppError('unavailable', 'The market was asked.'))
  return { ...context(), market: { ...app.parts.market, viewAt: refuse, listings: refuse } }
}

describe('overviews of past sessions in the store', () => {
  it('answer after a restart without the market', async () => {
    app = await testApp({ MARKET_SYMBOLS: 'F,KO' })
    const first = await anew().overviews.at(DATE, context())
    await app.parts.background.idle()

    const again = await anew().overviews.at(DATE, withoutMarket())

    expect(again).toEqual(first)
    expect(again.answer.high_iv).toHaveLength(2)
  })

  it('are worth nothing to another market', async () => {
    app = await testApp({ MARKET_SYMBOLS: 'F' })
    await anew().overviews.at(DATE, context())
    await app.parts.background.idle()

    await expect(anew({ seed: 2 }).overviews.at(DATE, withoutMarket())).rejects.toThrow('The market was asked.')
    await expect(anew({ symbols: ['KO'] }).overviews.at(DATE, withoutMarket())).rejects.toThrow('The market was asked.')
  })

  it('of stored chains are worth nothing after more of them came, and recent ones are not kept', async () => {
    app = await testApp({ MARKET_SOURCE: 'replay' })
    const dates = ['2026-12-04', '2026-12-18']
    const store = (symbol: string) => {
      const chain = syntheticChain({ root: symbol, asOf: `${DATE}T21:00:00Z`, dates, strikes: [590, 600, 610] })
      return storeChain(app.parts.store, symbol, chain)
    }
    await store('SPY')
    const { kept } = anew()
    const before = await kept.basisOf(DATE)
    expect(await anew().kept.basisOf(DATE)).toBe(before)
    await store('QQQ')

    expect(await kept.basisOf(DATE)).not.toBe(before)
    expect(await kept.basisOf('2026-11-19')).toBeNull()
  })

  it('are not kept while the source fails for a symbol', async () => {
    app = await testApp({ MARKET_SYMBOLS: 'F,KO' })
    const { market } = app.parts
    const failing: typeof market.viewAt = async (date) => {
      const view = await market.viewAt(date)
      const down = () => Promise.reject(new AppError('unavailable', 'It is down.'))
      return { ...view, chain: (symbol) => (symbol === 'KO' ? down() : view.chain(symbol)) }
    }
    const { isWhole } = await anew().overviews.at(DATE, { ...context(), market: { ...market, viewAt: failing } })
    await app.parts.background.idle()

    expect(isWhole).toBe(false)
    await expect(anew().overviews.at(DATE, withoutMarket())).rejects.toThrow('The market was asked.')
  })
})
