/** Nodes and weights of Gauss-Legendre quadrature on [−1, 1], ascending, by Newton on the Legendre polynomial. */
export interface Quadrature {
  readonly nodes: Float64Array
  readonly weights: Float64Array
}

export function gaussLegendre(count: number): Quadrature {
  const nodes = new Float64Array(count)
  const weights = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    let x = -Math.cos((Math.PI * (i + 0.75)) / (count + 0.5))
    let slope = 1
    for (let step = 0; step < 8; step++) {
      let before = 1
      let value = x
      for (let n = 2; n <= count; n++) {
        const next = ((2 * n - 1) * x * value - (n - 1) * before) / n
        before = value
        value = next
      }
      slope = (count * (before - x * value)) / (1 - x * x)
      x -= value / slope
    }
    nodes[i] = x
    weights[i] = 2 / ((1 - x * x) * slope * slope)
  }
  return { nodes, weights }
}
