/** Minimum of a function of two variables without derivatives. Source: J. A. Nelder, R. Mead, 1965. */
export type Point = readonly [number, number]

interface Vertex {
  readonly at: Point
  readonly cost: number
}

type Triangle = readonly [Vertex, Vertex, Vertex]

/** The best point after `steps` moves of a triangle that starts at `start` with the given side lengths. */
export function nelderMead(f: (x: Point) => number, start: Point, size: Point, steps: number): Point {
  const vertex = (at: Point): Vertex => ({ at, cost: f(at) })
  let triangle: Triangle = [
    vertex(start),
    vertex([start[0] + size[0], start[1]]),
    vertex([start[0], start[1] + size[1]]),
  ]
  for (let step = 0; step < steps; step++) {
    const [best, middle, worst] = sorted(triangle)
    const along = (t: number) => vertex(mix(worst.at, mix(best.at, middle.at, 0.5), t))
    const moved = move(best, middle, worst, along)
    triangle = moved
      ? [best, middle, moved]
      : [best, vertex(mix(best.at, middle.at, 0.5)), vertex(mix(best.at, worst.at, 0.5))]
  }
  return sorted(triangle)[0].at
}

/** Reflect, stretch or shorten the worst corner; undefined when nothing is better than it. */
function move(best: Vertex, middle: Vertex, worst: Vertex, along: (t: number) => Vertex): Vertex | undefined {
  const reflected = along(2)
  if (reflected.cost < best.cost) {
    const stretched = along(3)
    return stretched.cost < reflected.cost ? stretched : reflected
  }
  if (reflected.cost < middle.cost) return reflected
  const shortened = along(reflected.cost < worst.cost ? 1.5 : 0.5)
  return shortened.cost < Math.min(reflected.cost, worst.cost) ? shortened : undefined
}

function sorted([a, b, c]: Triangle): Triangle {
  if (b.cost < a.cost) return sorted([b, a, c])
  if (c.cost < b.cost) return sorted([a, c, b])
  return [a, b, c]
}

/** The point `t` of the way from one point to another; beyond 1 past the other. */
function mix(from: Point, to: Point, t: number): Point {
  return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]
}
