/**
 * One leg of a path: from the open of a session to its close, or from its close to the next open. A Brownian bridge
 * with 32 segments; each segment is refined by 512 midpoints on demand. Every midpoint is drawn from its position
 * alone, so values do not depend on earlier requests.
 */

import { mix, normal } from '../../../../lib/math/seeded-random.ts'
import { at } from '../../../../pricing/column.ts'
import { STEPS, STRETCHES, type Stretches, type StretchOf } from './stretches.ts'

/** Compensates for extremes between the nodes: a wider bridge gives bars the range of a continuous path. */
const WIDTH = 1.18

export interface LegTerms {
  readonly stream: number
  /** Logarithmic return from the start to the end. */
  readonly move: number
  readonly deviation: number
  /** How many times as fast as usual the path moves between the nodes. */
  readonly speed: number
}

/** Values at the 33 nodes, from 0 to `move`, written to `nodes`, to avoid an allocation per session. */
export function writeNodes({ stream, move, deviation }: Omit<LegTerms, 'speed'>, nodes: Float64Array): Float64Array {
  writeBridge(nodes, stream, STRETCHES, deviation * WIDTH)
  for (let node = 0; node <= STRETCHES; node++) nodes[node] = at(nodes, node) + (move * node) / STRETCHES
  return nodes
}

export class Leg {
  readonly nodes: Float64Array
  readonly stretch: StretchOf
  readonly #terms: LegTerms

  constructor(terms: LegTerms, stretches: Stretches) {
    this.nodes = writeNodes(terms, new Float64Array(STRETCHES + 1))
    this.#terms = terms
    this.stretch = stretches.ofLeg((index, values) => this.#refine(index, values))
  }

  #refine(index: number, values: Float64Array): void {
    const { stream, deviation, speed } = this.#terms
    writeBridge(values, mix(stream, 1000 + index), STEPS, deviation * Math.sqrt(speed / STRETCHES))
    const from = at(this.nodes, index)
    const slope = (at(this.nodes, index + 1) - from) / STEPS
    for (let step = 0; step <= STEPS; step++) values[step] = at(values, step) + from + slope * step
  }

  /** The value at a share of the way, 0 to 1. */
  valueAt(share: number): number {
    const place = placeOf(share)
    return between(this.stretch(place.stretch), place.step)
  }
}

/** Segment and fractional step of a share of the leg. */
export function placeOf(share: number): { readonly stretch: number; readonly step: number } {
  const position = Math.min(Math.max(share, 0), 1) * STRETCHES
  const stretch = Math.min(Math.floor(position), STRETCHES - 1)
  return { stretch, step: (position - stretch) * STEPS }
}

export function between(values: Float64Array, step: number): number {
  const whole = Math.min(Math.floor(step), STEPS - 1)
  const from = at(values, whole)
  return from + (at(values, whole + 1) - from) * (step - whole)
}

/** A Brownian bridge from 0 to 0 over `count` steps (a power of two) of a motion with that deviation at its end. */
function writeBridge(values: Float64Array, stream: number, count: number, deviation: number): void {
  values[0] = 0
  values[count] = 0
  for (let span = count; span > 1; span >>= 1) {
    const half = span >> 1
    const scale = 0.5 * deviation * Math.sqrt(span / count)
    for (let left = 0; left < count; left += span) {
      const middle = left + half
      values[middle] = 0.5 * (at(values, left) + at(values, left + span)) + scale * normal(mix(stream, middle))
    }
  }
}
