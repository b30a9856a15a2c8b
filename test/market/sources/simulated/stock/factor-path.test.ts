import { expect, it } from 'vitest'
import type { FactorPath } from '../../../../../src/market/sources/simulated/stock/factor-path.ts'
import { World } from '../../../../../src/market/sources/simulated/world.ts'

const SESSIONS = 1_230
const LAST = SESSIONS - 1

/** A world whose waits end when the test says so. */
function restedWorld(seed: number) {
  const waiting: (() => void)[] = []
  const world = new World(seed, 1, { later: (work) => void waiting.push(work) })
  const rest = () => {
    for (const work of waiting.splice(0)) work()
  }
  return { world, waiting, rest }
}

function figuresOf(factor: FactorPath, index: number) {
  return [
    factor.level(index),
    factor.move(index),
    factor.variance(index),
    factor.variance(index + 1),
    factor.varianceWithin(index, 0.4, 0.01),
    ...factor.sharedNodes(index),
  ]
}

function factorsOf(world: World, symbol: string): FactorPath[] {
  const { market, sector, own } = world.path(symbol).factors
  return [market, sector ?? market, own]
}

it('has the same numbers after it forgot them, in whatever order they are asked for again', () => {
  const { world, rest } = restedWorld(3)
  const all = factorsOf(new World(3, 1), 'AAPL').map((factor) =>
    Array.from({ length: SESSIONS }, (_, index) => figuresOf(factor, index)),
  )
  const factors = factorsOf(world, 'AAPL')
  for (const index of [LAST, 7, LAST - 3, 0, LAST - 40, 252, LAST]) {
    expect(factors.map((factor) => figuresOf(factor, index))).toEqual(all.map((figures) => figures[index]))
    rest()
    expect(factors.map((factor) => figuresOf(factor, index))).toEqual(all.map((figures) => figures[index]))
  }
})

it('prices the bars of a symbol alike before and after the past of its factors was forgotten', () => {
  const { world, rest } = restedWorld(5)
  const whole = new World(5, 1)
  const barsOf = (from: World, symbol: string) =>
    Array.from({ length: SESSIONS }, (_, index) => from.path(symbol).bar(index))

  for (const symbol of ['AAPL', 'MSFT', 'SPY']) {
    expect(barsOf(world, symbol)).toEqual(barsOf(whole, symbol))
    rest()
  }
})

it('goes on with new sessions after a rest as if there had been none', () => {
  const { world, rest } = restedWorld(5)
  const whole = factorsOf(new World(5, 1), 'XOM')
  const factors = factorsOf(world, 'XOM')
  for (const factor of factors) factor.level(LAST)

  for (let index = LAST; index < LAST + 100; index++) {
    rest()
    expect(factors.map((factor) => figuresOf(factor, index))).toEqual(whole.map((factor) => figuresOf(factor, index)))
  }
})

it('keeps the nodes of all sessions until it rests, and reads the last ones afterwards without the past', () => {
  const { world, waiting, rest } = restedWorld(1)
  const { market } = world.path('SPY').factors
  const first = market.sharedNodes(20)
  for (let index = 0; index < SESSIONS; index++) market.sharedNodes(index)

  expect(market.sharedNodes(20).buffer).toBe(first.buffer)
  expect(waiting).toHaveLength(1)
  rest()
  figuresOf(market, LAST - 20)
  expect(waiting).toHaveLength(0)
  expect(market.sharedNodes(20).buffer).not.toBe(first.buffer)
  expect(waiting).toHaveLength(1)
})
