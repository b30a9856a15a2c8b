import { describe, expect, it } from 'vitest'
import {
  impliedDistribution,
  type SmileCurve,
} from '../../../../src/analytics/domain/distribution/implied-distribution.ts'
import { quantile } from '../../../../src/analytics/domain/distribution/price-distribution.ts'
import { touchChance } from '../../../../src/analytics/domain/distribution/touch-chance.ts'
import { sharedDataExists } from '../../../support/market/shared-data.ts'
import { miss, misses, readVectors } from '../../../support/market/vectors.ts'

interface Case {
  readonly label: string
  readonly forward: number
  readonly svi: Readonly<Record<'centre' | 'width' | 'level' | 'right' | 'left', number>>
  readonly lowest_k: number
  readonly highest_k: number
  readonly expected: {
    readonly left_tail_exponent: number
    readonly right_tail_exponent: number
    readonly below_lowest: number
    readonly above_highest: number
    readonly below: readonly { readonly price: number; readonly probability: number }[]
    readonly density: readonly { readonly price: number; readonly density: number }[]
    readonly quantiles: readonly { readonly q: number; readonly price: number }[]
    readonly touch: readonly {
      readonly price: number
      readonly close_beyond: number
      readonly probability: number
      readonly upper_bound: number
    }[]
  }
}

const cases = sharedDataExists ? readVectors<{ probability: readonly Case[] }>('strategies.json').probability : []

/** v(k) of the vectors: a hyperbola with its own slope on each side. */
function hyperbola({
  svi: { centre, width, level, right, left },
  lowest_k: lowestK,
  highest_k: highestK,
}: Case): SmileCurve {
  return {
    lowestK,
    highestK,
    at(k) {
      const y = (k - centre) / width
      const root = Math.hypot(y, 1)
      const v = level + 0.5 * (right * (root + y) + left * (root - y))
      const slope = (0.5 * (right * (y / root + 1) + left * (y / root - 1))) / width
      const bend = (0.5 * (right + left)) / (root ** 3 * width * width)
      const s = Math.sqrt(v)
      return { s, slope: slope / (2 * s), bend: bend / (2 * s) - (slope * slope) / (4 * s * s * s) }
    },
  }
}

describe.skipIf(!sharedDataExists)('implied distributions of the reference vectors', () => {
  it.each(cases.map((each) => [each.label, each] as const))('%s', (_, each) => {
    const { expected, forward } = each
    const smile = hyperbola(each)
    const distribution = impliedDistribution(smile, forward)!
    const { below, density, lowest, highest, leftExponent, rightExponent } = distribution
    const check = (what: string, own: number, received: number, tolerance: number) =>
      miss({ label: each.label }, what, own, received, tolerance)
    const { left_tail_exponent: left, right_tail_exponent: right } = expected

    const found = [
      check('left exponent', left, leftExponent, 1e-9 * left),
      check('right exponent', right, rightExponent, 1e-9 * right),
      check('below lowest', expected.below_lowest, below(lowest), 1e-9),
      check('above highest', expected.above_highest, 1 - below(highest), 1e-9),
      ...expected.below.map((own) => check(`below ${own.price}`, own.probability, below(own.price), 1e-9)),
      ...expected.density.map((own) => check(`density ${own.price}`, own.density, density(own.price), 1e-9)),
      ...expected.quantiles.map((own) =>
        check(`quantile ${own.q}`, own.price, quantile(distribution, own.q), 1e-7 * own.price),
      ),
      ...expected.touch.flatMap((own) => {
        const chance = touchChance(distribution, own.price, smile.at(Math.log(own.price / forward)).s)
        return [
          check(`close ${own.price}`, own.close_beyond, chance.closeBeyond, 1e-9),
          check(`touch ${own.price}`, own.probability, chance.probability, 1e-9),
          check(`bound ${own.price}`, own.upper_bound, chance.upperBound, 1e-6),
        ]
      }),
    ]

    expect(misses(found)).toEqual([])
  })
})
