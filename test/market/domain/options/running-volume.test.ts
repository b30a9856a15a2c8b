import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RunningVolume, type VolumePrint } from '../../../../src/market/domain/options/running-volume.ts'
import '../../../support/properties.ts'

const OCC = 'ZZZ   261218C00100000'
const MINUTE = 60_000

const print = (ms: number, size: number, condition = 'I', price = 3.5): VolumePrint => ({
  optionSymbol: OCC,
  ms,
  price,
  size,
  condition,
})

function kept() {
  const reported: VolumePrint[] = []
  const volume = new RunningVolume(({ price, size }) =>
    reported.filter((each) => each.price === price && each.size === size),
  )
  return {
    add(each: VolumePrint) {
      const after = volume.add(each)
      reported.push(each)
      return after
    },
    restore(each: VolumePrint, after: number) {
      volume.restore(each, after)
      reported.push(each)
    },
  }
}

function volumesOf(prints: readonly VolumePrint[]): number[] {
  const volume = kept()
  return prints.map((each) => volume.add(each))
}

it('takes back a trade that counts, and nothing for one that was never reported', () => {
  expect(volumesOf([print(1, 10), print(2, 4), print(3, 10, 'A')])).toEqual([10, 14, 4])
  expect(volumesOf([print(1, 10), print(2, 7, 'A'), print(3, 10, 'C', 3.6), print(4, 5)])).toEqual([10, 10, 10, 15])
  expect(volumesOf([print(1, 10), print(2, 10, 'G'), print(3, 10, 'G')])).toEqual([10, 0, 0])
})

it('counts an equal trade that is executed after the cancel of one that was never reported', () => {
  expect(volumesOf([print(2, 10, 'A'), print(3, 10)])).toEqual([0, 10])
  expect(volumesOf([print(2, 10, 'A'), print(1, 10), print(3, 10)])).toEqual([0, 0, 10])
})

it('continues after prints whose volumes are known', () => {
  const volume = kept()
  volume.restore(print(1, 10), 110)
  volume.restore(print(2, 4), 114)
  expect([volume.add(print(3, 4, 'A')), volume.add(print(4, 4, 'A')), volume.add(print(5, 1))]).toEqual([110, 110, 111])
})

const FATES = ['stays', 'canceled', 'canceled, never reported'] as const
const stories = fc.array(fc.record({ fate: fc.constantFrom(...FATES), size: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 8,
})
type Stories = readonly { readonly fate: (typeof FATES)[number]; readonly size: number }[]

/** Each trade has a minute of its own, and its cancel comes within it. */
function reportsOf(all: Stories, priceOf: (id: number) => number): VolumePrint[] {
  return all.flatMap(({ fate, size }, id) => {
    const trade = print(id * MINUTE, size, 'I', priceOf(id))
    const cancel = print(id * MINUTE + 1_000, size, 'A', priceOf(id))
    return fate === 'stays' ? [trade] : fate === 'canceled' ? [trade, cancel] : [cancel]
  })
}

const inAnyOrder = (priceOf: (id: number) => number) =>
  stories.chain((all) => {
    const reports = reportsOf(all, priceOf)
    return fc.record({
      all: fc.constant(all),
      reports: fc.constant(reports),
      order: fc.shuffledSubarray(reports, { minLength: reports.length }),
    })
  })

it('is the volume of the trades that remain, in any order of trades and cancels, and never negative', () => {
  fc.assert(
    fc.property(
      inAnyOrder((id) => 3.5 + id),
      ({ all, order }) => {
        const volumes = volumesOf(order)
        const remaining = all.filter(({ fate }) => fate === 'stays').reduce((sum, { size }) => sum + size, 0)
        expect(Math.min(...volumes)).toBeGreaterThanOrEqual(0)
        expect(volumes.at(-1)).toBe(remaining)
      },
    ),
  )
})

it('is the same for equal trades, too, in any order of trades and cancels', () => {
  fc.assert(
    fc.property(
      inAnyOrder(() => 3.5),
      ({ reports, order }) => {
        expect(volumesOf(order).at(-1)).toBe(volumesOf(reports).at(-1))
      },
    ),
  )
})
