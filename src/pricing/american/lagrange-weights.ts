/**
 * Lagrange weights of the points 0, 1, 2, 3 for the value at x and for its first three derivatives, four each;
 * `density` is points per unit of the axis.
 */
export function writeLagrangeWeights(weights: Float64Array, x: number, density: number): void {
  const [a, b, c] = [x - 1, x - 2, x - 3]
  weights[0] = (a * b * c) / -6
  weights[1] = (x * b * c) / 2
  weights[2] = (x * a * c) / -2
  weights[3] = (x * a * b) / 6
  weights[4] = ((a * b + a * c + b * c) / -6) * density
  weights[5] = ((x * b + x * c + b * c) / 2) * density
  weights[6] = ((x * a + x * c + a * c) / -2) * density
  weights[7] = ((x * a + x * b + a * b) / 6) * density
  const twice = density * density
  weights[8] = ((a + b + c) / -3) * twice
  weights[9] = (x + b + c) * twice
  weights[10] = -(x + a + c) * twice
  weights[11] = ((x + a + b) / 3) * twice
  weights[12] = -twice * density
  weights[13] = 3 * twice * density
  weights[14] = -3 * twice * density
  weights[15] = twice * density
}
