/**
 * Streaming half-space trees (S. C. Tan, K. M. Ting, T. F. Liu, Fast Anomaly Detection for Streaming Data, IJCAI 2011):
 * how few of the previous vectors are in the region of a vector. 25 trees of depth 10, window 5,000; splits halve random
 * dimensions in ranges drawn from a seed.
 */
import { mix, uniform } from '../../../lib/math/seeded-random.ts'

const TREES = 25
const DEPTH = 10
const WINDOW = 5_000
/** The descent stops at a node with less than a tenth of the window. */
const SMALL = 0.1 * WINDOW
/** Nodes of a tree: the children of node i are 2i + 1 and 2i + 2. */
const INNER = 2 ** DEPTH - 1
const NODES = 2 ** (DEPTH + 1) - 1

/** Resolution of the unit interval for vectors and splits; dimension and step in one number keep trees in the CPU cache. */
const STEPS = 256

/** Splits of the inner nodes of all trees, dimension × 256 + step; determined by the seed. */
type Forest = Uint16Array

/** Step of a number of the unit interval; numbers outside are clamped. */
export function stepOf(share: number): number {
  const step = Math.floor(STEPS * share)
  return step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step
}

/** Trees initialized with a sample as their first window. Shared by many sessions, and never modified. */
export interface GrownTrees {
  readonly forest: Forest
  /** Sample vectors per node, scaled to a full window. */
  readonly reference: Uint16Array
}

/** `sample` is an even sample of vectors in steps. */
export function grownTrees(seed: number, dimensions: number, sample: readonly Uint8Array[]): GrownTrees {
  const forest = new Uint16Array(TREES * INNER)
  for (let tree = 0; tree < TREES; tree++) growTree(forest, tree, mix(seed, tree), dimensions)
  const reference = new Uint16Array(TREES * NODES)
  for (const vector of sample) pass(forest, reference, vector, Math.round(WINDOW / sample.length))
  return { forest, reference }
}

/** Each dimension has a range around a random middle that contains the unit interval. */
function growTree(forest: Forest, tree: number, stream: number, dimensions: number): void {
  const low = new Float64Array(NODES * dimensions)
  const high = new Float64Array(NODES * dimensions)
  for (let d = 0; d < dimensions; d++) {
    const middle = uniform(mix(stream, d))
    const reach = 2 * Math.max(middle, 1 - middle)
    low[d] = middle - reach
    high[d] = middle + reach
  }
  for (let node = 0; node < INNER; node++) {
    const from = node * dimensions
    const chosen = Math.floor(uniform(mix(stream, dimensions + node)) * dimensions)
    const middle = 0.5 * ((low[from + chosen] ?? 0) + (high[from + chosen] ?? 0))
    forest[tree * INNER + node] = STEPS * chosen + stepOf(middle)
    for (const child of [2 * node + 1, 2 * node + 2]) {
      low.copyWithin(child * dimensions, from, from + dimensions)
      high.copyWithin(child * dimensions, from, from + dimensions)
    }
    high[(2 * node + 1) * dimensions + chosen] = middle
    low[(2 * node + 2) * dimensions + chosen] = middle
  }
}

export class HalfSpaceTrees {
  readonly #forest: Forest
  /** Vectors per node in the last complete window. */
  #reference: Uint16Array
  /** Vectors of the current window, counted per node only when it is complete: most sessions are shorter. */
  #window: Uint8Array | null = null
  #seen = 0

  constructor({ forest, reference }: GrownTrees) {
    this.#forest = forest
    this.#reference = reference
  }

  /** Mean mass of the region of a vector (in steps), as a share of the window: small means rare. */
  mass(vector: Uint8Array): number {
    const forest = this.#forest
    const reference = this.#reference
    let total = 0
    for (let tree = 0; tree < TREES; tree++) {
      const nodes = tree * NODES
      const inner = tree * INNER
      let node = 0
      let scale = 1
      let mass = reference[nodes] ?? 0
      while (node < INNER && mass > SMALL) {
        const split = forest[inner + node] ?? 0
        node = 2 * node + ((vector[split >> 8] ?? 0) < (split & 255) ? 1 : 2)
        mass = reference[nodes + node] ?? 0
        scale *= 2
      }
      total += mass * scale
    }
    return total / (TREES * WINDOW)
  }

  learn(vector: Uint8Array): void {
    const dimensions = vector.length
    this.#window ??= new Uint8Array(WINDOW * dimensions)
    this.#window.set(vector, this.#seen * dimensions)
    this.#seen++
    if (this.#seen < WINDOW) return
    this.#reference = new Uint16Array(TREES * NODES)
    for (let from = 0; from < this.#window.length; from += dimensions) {
      pass(this.#forest, this.#reference, this.#window.subarray(from, from + dimensions), 1)
    }
    this.#window = null
    this.#seen = 0
  }
}

function pass(forest: Forest, masses: Uint16Array, vector: Uint8Array, weight: number): void {
  for (let tree = 0; tree < TREES; tree++) {
    const nodes = tree * NODES
    const inner = tree * INNER
    let node = 0
    masses[nodes] = (masses[nodes] ?? 0) + weight
    while (node < INNER) {
      const split = forest[inner + node] ?? 0
      node = 2 * node + ((vector[split >> 8] ?? 0) < (split & 255) ? 1 : 2)
      masses[nodes + node] = (masses[nodes + node] ?? 0) + weight
    }
  }
}
