import { describe, expect, it } from 'vitest'
import { chebyshevPoints, toCoefficients, writeInterpolationRow } from '../../../src/pricing/american/chebyshev.ts'
import { gaussLegendre } from '../../../src/pricing/american/gauss-legendre.ts'

describe('Gauss-Legendre quadrature', () => {
  it('integrates polynomials up to twice the number of points exactly', () => {
    for (const count of [1, 2, 5, 17, 31, 64]) {
      const { nodes, weights } = gaussLegendre(count)
      for (let power = 0; power < 2 * count; power++) {
        const integral = nodes.reduce((sum, x, i) => sum + (weights[i] ?? 0) * x ** power, 0)
        expect(integral, `${count} points, power ${power}`).toBeCloseTo(power % 2 === 0 ? 2 / (power + 1) : 0, 12)
      }
    }
  })

  it('orders its nodes', () => {
    const { nodes } = gaussLegendre(20)

    expect([...nodes]).toEqual([...nodes].sort((a, b) => a - b))
  })
})

describe('Chebyshev interpolation', () => {
  it('reproduces a polynomial of its degree between the points', () => {
    const polynomial = (x: number) => 3 - x + 2 * x ** 3 - 5 * x ** 6
    const points = chebyshevPoints(6)
    const values = points.map(polynomial)

    for (const x of [-1, -0.83, 0, 0.41, 1, ...points]) {
      const row = new Float64Array(7)
      writeInterpolationRow(row, 0, points, x)
      const interpolated = row.reduce((sum, weight, i) => sum + weight * (values[i] ?? 0), 0)
      expect(interpolated).toBeCloseTo(polynomial(x), 12)
    }
  })

  it('finds the coefficients of a Chebyshev series, in a strided column too', () => {
    const series = (x: number) => 0.5 + 2 * x - 3 * (2 * x * x - 1)
    const values = new Float64Array(8).fill(9)
    for (const [i, x] of chebyshevPoints(3).entries()) values[2 * i] = series(x)

    toCoefficients(values, 0, 2, 3)

    const expected = [0.5, 9, 2, 9, -3, 9, 0, 9]
    for (const [i, value] of values.entries()) expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 13)
  })
})
