/**
 * The meaning of the unusual score: each band is a share of comparable prints. The points of a print give the share of
 * comparable earlier prints with as many; the monitor corrects that share by what the session itself shows, so that the
 * stated bands hold on any tape.
 */
export const SCORE_BANDS = [
  { score: 50, share: 0.5 },
  { score: 70, share: 0.05 },
  { score: 80, share: 0.01 },
  { score: 90, share: 0.001 },
  { score: 95, share: 0.0002 },
  { score: 99, share: 0.00005 },
] as const

/** Share of comparable prints that the highest score stands for. */
const TOP_SHARE = 0.00001
const TOP_SCORE = 100

/** How far one print in a band moves its border, in decades of the share; larger where prints are few. */
const GAINS = [0.02, 0.06, 0.08, 0.15, 0.25, 0.3] as const

/** Borders stay this far apart, in decades, so that the score always rises with the rarity. */
const MIN_GAP = 0.05
/** A session moves a border by at most three decades from the calibration. */
const MAX_SHIFT = 3

/** Rarity of a share: decades below certainty. */
export function decades(share: number): number {
  return -Math.log10(share)
}

const STATED = SCORE_BANDS.map(({ share }) => decades(share))
/**
 * How far below what is stated the borders of a session begin, in decades. The calibration has accumulations, whose trades
 * are the rarest of all, and most sessions have none: without it, 95 was half as frequent in them as stated. Chosen by
 * three weeks of seed 6, one of them with many reports of earnings.
 */
const BEGINS_BELOW = [0, 0, 0, 0, 0.15, 0.15] as const
const TOP_WIDTH = decades(TOP_SHARE) - decades(SCORE_BANDS[SCORE_BANDS.length - 1]?.share ?? TOP_SHARE)

/**
 * Score by rarity, with a border for each band. After every print the border of a band rises if the print was in the band
 * and falls a little if it was not, which keeps the share of prints in the band at what is stated, whatever the tape
 * (I. Gibbs, E. Candès, Adaptive conformal inference under distribution shift, NeurIPS 2021). The state is one number for
 * each band and depends only on earlier prints.
 */
export class BandMonitor {
  readonly #borders = Float64Array.from(STATED, (stated, band) => stated - (BEGINS_BELOW[band] ?? 0))

  /** Score of a rarity in decades, 0 to 100, not rounded; NaN for NaN. */
  scoreOf(rarity: number): number {
    const borders = this.#borders
    let low = 0
    let from = 0
    for (let band = 0; band < borders.length; band++) {
      const border = borders[band] ?? 0
      const score = SCORE_BANDS[band]?.score ?? 0
      if (rarity < border) {
        // Below the first band the score is linear in the share.
        if (band === 0) return (score * (1 - 10 ** -rarity)) / (1 - 10 ** -border)
        return low + ((score - low) * (rarity - from)) / (border - from)
      }
      low = score
      from = border
    }
    return Math.min(low + ((TOP_SCORE - low) * (rarity - from)) / TOP_WIDTH, TOP_SCORE)
  }

  /**
   * Learns the score that a print was given. One that is not independent of others weighs less than 1 up to the band of 90:
   * the cap limits how many of them have that, but not how many have more.
   */
  learn(score: number, weight = 1): void {
    const borders = this.#borders
    let before = 0
    for (let band = 0; band < borders.length; band++) {
      const { score: least, share } = SCORE_BANDS[band] ?? { score: TOP_SCORE, share: 0 }
      const stated = STATED[band] ?? 0
      const part = least <= CAP.score ? weight : 1
      const moved = (borders[band] ?? 0) + part * (GAINS[band] ?? 0) * ((score >= least ? 1 : 0) - share)
      const bounded = Math.min(Math.max(moved, stated - MAX_SHIFT), stated + MAX_SHIFT)
      before = Math.max(bounded, before + MIN_GAP)
      borders[band] = before
    }
  }
}

/**
 * The most rows of a session at 90 or more: this share of the final rows so far, and so many where that is less. The share
 * is a little less than a quarter of a per cent, because final rows can still be cancelled; one that is keeps its place.
 */
const CAP = { score: 90, share: 0.0024, rows: 5 } as const
/**
 * Rows below 95 may take only this part of the places: otherwise the first rows of an accumulation would take those of
 * rarer ones that follow.
 */
const BELOW_95 = { score: 95, part: 0.4 } as const
/** Where scores beyond the cap go: they keep their order, as near below 90 as the page can show. */
const BELOW = { low: 89.9, high: 89.999 } as const

/**
 * Limits how many rows of a session have 90 or more, whatever its tape. The monitor follows the tape too slowly for that:
 * where somebody accumulates one contract, many rows are rarer than all before them. Which rows have 90 depends only on
 * earlier prints, so the first ones have it, and not always the rarest.
 */
export class BandCap {
  #final = 0
  #above = 0

  /** The score of a row, 0 to 100: below 90 if as many rows have that as may. `before` is what the row had until now, 0 if new. */
  limit(score: number, before: number): number {
    if (before >= CAP.score) this.#above--
    if (!(score >= CAP.score)) return score
    const places = Math.max(CAP.rows, Math.floor(CAP.share * this.#final))
    const allowed = score < BELOW_95.score ? Math.ceil(BELOW_95.part * places) : places
    if (this.#above >= allowed) {
      return BELOW.low + ((BELOW.high - BELOW.low) * (score - CAP.score)) / (TOP_SCORE - CAP.score)
    }
    this.#above++
    return score
  }

  /** Counts a final row. */
  count(): void {
    this.#final++
  }
}
