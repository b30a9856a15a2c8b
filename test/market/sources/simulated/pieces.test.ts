import { expect, it } from 'vitest'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'
import { countingTurns } from '../../../support/turns.ts'

const view = () => simulatedMarket({ seed: 1, now: () => new Date('2026-11-20T17:11:07Z') }).viewAt()

it('serves other requests while it makes the tape of a session', async () => {
  const { result, turns } = await countingTurns((await view()).optionPrints('SPY'))
  expect(turns).toBeGreaterThan(result.prints.count / 250)
})

it('serves other requests while it makes a year of closes', async () => {
  const { result, turns } = await countingTurns((await view()).metricHistory('SPY', 'iv30', { sessions: 252 }))
  expect(result.points).toHaveLength(252)
  expect(turns).toBeGreaterThan(252 / 5)
})

it('serves other requests while it makes a chain', async () => {
  const { result, turns } = await countingTurns((await view()).chain('SPY'))
  expect(turns).toBeGreaterThanOrEqual(result.expirations.length)
})

it('makes a tape once for all who ask meanwhile', async () => {
  const [first, second] = await Promise.all([1, 2].map(async () => (await view()).optionPrints('SPY')))
  expect(first?.prints.price).toEqual(second?.prints.price)
  const shared = await view()
  const [one, other] = await Promise.all([shared.optionPrints('SPY'), shared.optionPrints('SPY')])
  expect(one.tape).toBe(other.tape)
})
