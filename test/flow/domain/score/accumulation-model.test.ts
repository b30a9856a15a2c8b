import { describe, expect, it } from 'vitest'
import { ACCUMULATION_FEATURES } from '../../../../src/flow/domain/score/accumulation-features.ts'
import model from '../../../../src/flow/domain/score/accumulation-model.json' with { type: 'json' }
import { EVIDENCE, FEATURES } from '../../../../src/flow/domain/score/rarity-features.ts'
import { FlowReader } from '../../../../src/flow/domain/tape/flow-reader.ts'
import { contextOf, factsOf, OTHER_CALL, type Print, PUT, rowsOf, tapeOf } from '../../../support/market/flow-tape.ts'

const MINUTE = 60_000
const facts = factsOf({ openInterest: 500 })

function featuresOf(prints: readonly Print[]): Record<string, number>[] {
  const found: Record<string, number>[] = []
  const onFeatures = (features: readonly number[]) => {
    const own = features.slice(FEATURES.accumulation)
    found.push(Object.fromEntries(own.map((value, place) => [ACCUMULATION_FEATURES[place], value])))
  }
  new FlowReader(contextOf({ facts, onFeatures })).read(tapeOf(prints))
  return found
}

function buy(minute: number, more: Partial<Print> = {}): Print {
  return { ms: minute * MINUTE, contract: OTHER_CALL, size: 20, ...more }
}

describe('the features of an accumulation', () => {
  it('begin with the third row of buying: lifted offers, and prices nearer to the ask', () => {
    const found = featuresOf([buy(1), buy(5, { price: 1.08 }), buy(9), buy(12, { price: 1 })])

    expect(found.map((each) => Object.keys(each).length)).toEqual([0, 0, ACCUMULATION_FEATURES.length, 0])
  })

  it('are known of a row between bid and ask, too, but not of one that is sold', () => {
    const [inside, sold] = featuresOf([buy(1), buy(5), buy(9), buy(12, { price: 1.02 }), buy(14, { price: 1 })]).slice(
      -2,
    )

    expect(inside).toMatchObject({ times: 3, place_in_quote: expect.closeTo(-0.6, 6) })
    expect(sold).toEqual({})
  })

  it('say how one-sided, steady and large the buying is', () => {
    const [last] = featuresOf([
      buy(1),
      buy(2, { price: 1, size: 10 }),
      buy(3, { price: 1.05 }),
      buy(11),
      buy(11.5),
      buy(21),
    ]).slice(-1)

    expect(last).toMatchObject({ minutes_since_first: 20, minutes_since_last: 9.5, place_in_quote: 1 })
    // The one in the same half minute is an answer.
    expect(last!['times']).toBe(3)
    expect(last!['persistence']).toBeCloseTo((4 - 1) / Math.sqrt(5), 12)
    expect(last!['clip_deviation']).toBeCloseTo(0, 6)
    expect(last!['over_open_interest']).toBeCloseTo(Math.log((80 - 10) / 500), 12)
    expect(last!['share_of_symbol']).toBeCloseTo(Math.log((80 - 10) / 110), 12)
    expect(last!['days_to_expiry']).toBe(7)
  })

  it('add up strikes that are near on the same side of the expiration alone', () => {
    const neighbour = 'SPY   261127C00512000'
    const put = { contract: PUT, price: 1.1 }
    const own = featuresOf([buy(4), buy(5), buy(9)]).at(-1)!
    const prints = [buy(1, { contract: neighbour }), buy(3.5, { contract: neighbour }), buy(3, put), buy(4), buy(5)]
    const both = featuresOf([...prints, buy(9)]).at(-1)!

    expect([own['near_strikes'], both['near_strikes']]).toEqual([1, 2])
    expect([own['near_times'], both['near_times']]).toEqual([2, 4])
    expect(both['near_persistence']).toBeGreaterThan(own['near_persistence']!)
    expect(both['size_over_clip']).toBeCloseTo(0, 12)
  })

  it('let what is hours old fade', () => {
    const late = (minute: number) => featuresOf([buy(1), buy(5), buy(9), buy(minute)]).at(-1)!

    expect(late(12)['near_rows']).toBeGreaterThan(3.5)
    expect(late(252)['near_rows']).toBeLessThan(1.1)
    expect(late(252)['near_rows']).toBeGreaterThan(1)
  })

  it('are the same whatever comes later', () => {
    const before = [buy(1), buy(6), buy(13), buy(19)]
    const later = [buy(25, { price: 1, size: 400 }), buy(26), buy(27)]

    expect(featuresOf([...before, ...later]).slice(0, 4)).toEqual(featuresOf(before))
  })
})

describe('the shipped model of accumulation', () => {
  it('is small, and knows the features by their number', () => {
    expect(model.borders).toHaveLength(ACCUMULATION_FEATURES.length)
    expect(model.trees).toHaveLength(100)
    expect(JSON.stringify(model).length).toBeLessThan(60_000)
  })

  it('sees an order that waits inside the quote of what is bought steadily as part of it', () => {
    const steady = Array.from({ length: 14 }, (_, place) => buy(30 + 9 * place))
    const oddsOf = (last: Print) => rowsOf([...steady, last], { facts }).at(-1)!.evidence[EVIDENCE.accumulation]!

    expect(oddsOf(buy(156, { price: 1.02 }))).toBeGreaterThan(-3)
    // Who hits the bid is a seller, whoever bought from him.
    expect(oddsOf(buy(156, { price: 1 }))).toBeNaN()
  })

  it('takes steady buying for an accumulation, and what is bought and sold for none', () => {
    const oddsOf = (prints: readonly Print[]) =>
      rowsOf(prints, { facts }).map(({ evidence }) => evidence[EVIDENCE.accumulation]!)
    const steady = oddsOf(Array.from({ length: 14 }, (_, place) => buy(30 + 9 * place)))
    const mixed = oddsOf(
      Array.from({ length: 28 }, (_, place) => buy(30 + 4 * place, place % 2 ? { price: 1 } : {})),
    ).filter((odds) => !Number.isNaN(odds))

    expect(steady.slice(0, 2)).toEqual([Number.NaN, Number.NaN])
    expect(steady.at(-1)).toBeGreaterThan(-2)
    // A hundredth of the odds.
    expect(mixed.at(-1)).toBeLessThan(steady.at(-1)! - Math.log(100))
  })
})
