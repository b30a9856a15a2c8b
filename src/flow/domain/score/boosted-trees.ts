/**
 * Gradient-boosted trees (J. Friedman, Greedy function approximation: a gradient boosting machine, Annals of Statistics
 * 2001): the sum of what the leaves of all trees say is the logarithm of odds.
 */

/** As a data file has them; numbers are separated by spaces. */
export interface BoostedTrees {
  /** Logarithm of the odds without any tree. */
  readonly base: number
  /** Of each feature, the values between which trees may split, ascending. */
  readonly borders: readonly string[]
  /**
   * Nodes in preorder: a leaf is its number, a split `feature:border`. Below the border, and where the feature is unknown,
   * the left branch follows; border −1 parts the unknown from all others.
   */
  readonly trees: readonly string[]
}

const LEAF = -1

/** Trees ready for rows. */
export class BoostedModel {
  readonly #base: number
  readonly #roots: readonly number[]
  /** By node: the feature of a split, or `LEAF`; its border, or what the leaf says; the right branch. The left one is next. */
  readonly #feature: Int16Array
  readonly #value: Float64Array
  readonly #right: Int32Array

  constructor({ base, borders, trees }: BoostedTrees) {
    const values = borders.map((text) => (text === '' ? [] : text.split(' ').map(Number)))
    const nodes = trees.map((text) => text.split(' '))
    const count = nodes.reduce((sum, { length }) => sum + length, 0)
    this.#base = base
    this.#feature = new Int16Array(count).fill(LEAF)
    this.#value = new Float64Array(count)
    this.#right = new Int32Array(count)
    let next = 0
    this.#roots = nodes.map((tree) => {
      const root = next
      next = this.#read(tree, values, root)
      return root
    })
  }

  /** The end of the branch that begins at a node. */
  #read(tree: readonly string[], borders: readonly (readonly number[])[], root: number): number {
    const branch = (node: number): number => {
      const [first = '', second] = tree[node - root]?.split(':') ?? []
      if (second === undefined) {
        this.#value[node] = Number(first)
        return node + 1
      }
      this.#feature[node] = Number(first)
      this.#value[node] = borders[Number(first)]?.[Number(second)] ?? Number.NEGATIVE_INFINITY
      const right = branch(node + 1)
      this.#right[node] = right
      return branch(right)
    }
    return branch(root)
  }

  /** Logarithm of the odds of a row whose features begin at a place; NaN is unknown. */
  logOdds(features: readonly number[], from = 0): number {
    const featureOf = this.#feature
    const numberOf = this.#value
    const rightOf = this.#right
    let sum = this.#base
    for (const root of this.#roots) {
      let node = root
      let feature = featureOf[node] ?? LEAF
      while (feature !== LEAF) {
        // An unknown feature is not at the border or above it.
        const isAbove = (features[from + feature] ?? Number.NaN) >= (numberOf[node] ?? 0)
        node = isAbove ? (rightOf[node] ?? 0) : node + 1
        feature = featureOf[node] ?? LEAF
      }
      sum += numberOf[node] ?? 0
    }
    return sum
  }
}
