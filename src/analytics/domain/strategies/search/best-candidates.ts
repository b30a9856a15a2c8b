/** Scores candidates in one pass over their profits, and keeps the best of each template. */
import type { Rejection, RejectionCounts } from './search-contracts.ts'
import { type SearchedTemplate, type SearchQuery, STAKES } from './search-query.ts'

/** Kept of each template for the exact ranking. */
const KEPT = 60
const MIN_RISK_SHARE = 0.05
const MAX_RISK_SHARE = 0.95
const MIN_PRICE = 0.05
const SHARES = 100

export interface SearchLeg {
  readonly quantity: number
  readonly row: number
}

export interface Candidate {
  readonly template: SearchedTemplate
  readonly legs: readonly SearchLeg[]
  /** Most loss, USD per share. */
  readonly risk: number
  /** Approximate growth. */
  readonly utility: number
}

export interface Priced {
  /** USD per share, positive when paid. */
  readonly price: number
  /** Most loss, USD per share. */
  readonly risk: number
  /** Between strikes, USD; NaN where the structure has no width. */
  readonly width: number
}

export class BestCandidates {
  considered = 0
  readonly #best = new Map<SearchedTemplate, Candidate[]>()
  readonly #rejected: RejectionCounts
  readonly #wanted: ReadonlySet<SearchedTemplate>
  readonly #cells: number
  readonly #stake: number
  readonly #maxRisk: number

  constructor(query: SearchQuery, cells: number, rejected: RejectionCounts) {
    this.#wanted = new Set(query.templates)
    this.#cells = cells
    this.#stake = STAKES[query.prefer]
    this.#maxRisk = query.maxLoss / SHARES
    this.#rejected = rejected
  }

  wants(template: SearchedTemplate): boolean {
    return this.#wanted.has(template)
  }

  /** Whether its price and risk are those of a candidate; counts it. */
  admits({ price, risk, width }: Priced): boolean {
    this.considered++
    const reason = this.#reason(price, risk, width)
    if (reason === null) return true
    this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + 1)
    return false
  }

  #reason(price: number, risk: number, width: number): Rejection | null {
    if (Math.abs(price) < MIN_PRICE) return 'small_price'
    if (risk < MIN_RISK_SHARE * width || risk > MAX_RISK_SHARE * width || !(risk > 0)) return 'risk_share'
    return risk > this.#maxRisk ? 'max_loss' : null
  }

  /** Second order of the growth of a stake: f·E[p]/risk − ½f²·E[p²]/risk², where profits are the sum of two rows. */
  utility(one: Float64Array, from: number, other: Float64Array, otherFrom: number, risk: number): number {
    const cells = this.#cells
    let [first, second] = [0, 0]
    for (let cell = 0; cell < cells; cell++) {
      const profit = (one[from + cell] ?? 0) + (other[otherFrom + cell] ?? 0)
      first += profit
      second += profit * profit
    }
    const share = this.#stake / risk
    return (share * first - 0.5 * share * share * second) / cells
  }

  /** `legs` is called only for a candidate that is kept. */
  offer(template: SearchedTemplate, utility: number, risk: number, legs: () => readonly SearchLeg[]): void {
    const kept = this.#best.get(template) ?? []
    if (kept.length === KEPT && utility <= (kept.at(-1)?.utility ?? 0)) return
    this.#best.set(template, kept)
    let place = kept.length
    while (place > 0 && (kept[place - 1]?.utility ?? 0) < utility) place--
    kept.splice(place, 0, { template, legs: legs(), risk, utility })
    if (kept.length > KEPT) kept.pop()
  }

  all(): Candidate[] {
    return [...this.#best.values()].flat()
  }
}
