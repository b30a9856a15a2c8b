import { expect, it } from 'vitest'
import { Stretches } from '../../../../../src/market/sources/simulated/stock/stretches.ts'
import { UNIVERSE } from '../../../../../src/market/sources/simulated/universe.ts'
import { World } from '../../../../../src/market/sources/simulated/world.ts'

const SESSION = 1_200
const SEED = 11

it('writes a stretch once while it is among those that were read last', () => {
  const written: number[] = []
  const stretch = new Stretches(2).ofLeg((index, values) => {
    written.push(index)
    values.fill(index)
  })

  const first = stretch(5)
  stretch(6)
  const again = stretch(5)
  stretch(7)
  stretch(6)

  expect(again).toBe(first)
  expect(written).toEqual([5, 6, 7, 6])
})

it('writes a new stretch to the memory of the oldest', () => {
  const stretches = new Stretches(2)
  const legs = [1, 2].map((leg) => stretches.ofLeg((index, values) => values.fill(10 * leg + index)))

  const buffers = new Set(legs.flatMap((stretch) => [1, 2, 3, 4, 5].map((index) => stretch(index).buffer)))

  expect(buffers.size).toBe(3)
  expect(legs.map((stretch) => stretch(1)[0])).toEqual([11, 21])
})

it('has the same prices where few stretches are kept, in whatever order they are read', () => {
  const symbols = UNIVERSE.slice(0, 24)
  const places = Array.from({ length: 64 }, (_, place) => place)
  const pricesOf = (kept: number, order: readonly number[]) => {
    const world = new World(SEED, 1, { stretches: new Stretches(kept) })
    const priceOf = (symbol: string, place: number) =>
      world.priceAt(world.path(symbol), world.within(SESSION, (place + 0.5) / 64))
    return new Map(order.map((place) => [place, symbols.map((symbol) => priceOf(symbol, place))]))
  }

  const all = pricesOf(1_000_000, places)
  // To and fro, and in turns of the symbols: each stretch is read several times, and has been given away meanwhile.
  const few = pricesOf(
    4,
    places.map((place) => (37 * place) % 64),
  )

  expect(places.map((place) => few.get(place))).toEqual(places.map((place) => all.get(place)))
})
