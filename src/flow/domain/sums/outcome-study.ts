/**
 * What prints of one session did afterwards, as sums that can be added over sessions: how often the contract and the
 * underlying moved with the aggressor, the distribution of these moves, and how often open interest confirmed an opening.
 * Each print is compared with another one of the same symbol and session that was not rare.
 */
import { mix } from '../../../lib/math/seeded-random.ts'
import type { FlowRow } from '../flow-row.ts'
import { ALERT_TYPES } from '../score/alert-rules.ts'
import { RankSketch, SKETCH_BINS, type SketchRange } from '../score/rank-sketch.ts'
import { dteBucketOf } from '../score/rarity-cells.ts'

/** Sessions after that of the print. */
export const HORIZONS = [1, 5, 20] as const
/** The horizon at which open interest can confirm an opening: a chain has that of the evening before. */
export const INTEREST_HORIZON = 1
export const MEASURES = ['option', 'underlying', 'open_interest'] as const
export type Measure = (typeof MEASURES)[number]

/** Stands for all symbols together where sums have a symbol. */
export const ALL_SYMBOLS = ''

/** Kinds of prints that are counted apart: the patterns that they complete, and sweeps by type of the option. */
export const STUDIED_KINDS = [...ALERT_TYPES, 'call_sweep', 'put_sweep'] as const
export type StudiedKind = (typeof STUDIED_KINDS)[number]

/** Lowest scores of the bands that are counted apart. */
export const STUDIED_SCORES = [70, 80, 90, 95, 99] as const
/** Prints below this score are the ones to compare with. */
const COMMON_SCORE = 50

/** What is known at the close of a later session. NaN is unknown. */
export interface LaterClose {
  /** Mid of a contract, or its value at expiration once it has expired; USD per share. */
  readonly mid: (row: FlowRow) => number
  /** Close of the underlying, USD. */
  readonly underlying: number
  /** Open interest of a contract on the evening of the session of the print; only asked for at `INTEREST_HORIZON`. */
  readonly openInterest: (optionSymbol: string) => number
}

/** Moves with the aggressor on a scale on which small and large ones can be told apart, and its inverse. Percent. */
const SCALE = 5
const RANGE: SketchRange = { low: -7, high: 7 }

/** Prints of one kind: how many, how many of them were right, and how far they moved. */
export class OutcomeSum {
  count = 0
  hits = 0
  /** Prints by range of their move; plain numbers, because the sums of a year are added for one answer. */
  readonly #bins = new Float64Array(SKETCH_BINS)

  /** `move` in percent, in the direction of the aggressor; NaN for a measure without one. */
  add(hit: boolean, move: number): void {
    this.count++
    if (hit) this.hits++
    if (Number.isNaN(move)) return
    const place = ((Math.asinh(move / SCALE) - RANGE.low) / (RANGE.high - RANGE.low)) * SKETCH_BINS
    this.#addTo(Math.min(Math.max(Math.floor(place), 0), SKETCH_BINS - 1), 1)
  }

  #addTo(bin: number, prints: number): void {
    this.#bins[bin] = (this.#bins[bin] ?? 0) + prints
  }

  merge(other: OutcomeSum): void {
    this.count += other.count
    this.hits += other.hits
    for (const [bin, prints] of other.#bins.entries()) if (prints > 0) this.#addTo(bin, prints)
  }

  /** Share of hits, NaN without prints. */
  get hitRate(): number {
    return this.hits / this.count
  }

  /** Move below which a share of the prints lies, percent, accurate to about 15 %; NaN without any. */
  quantile(share: number): number {
    return SCALE * Math.sinh(RankSketch.ofWeights(RANGE, [...this.#bins]).quantile(share))
  }

  /** `count hits bin:prints …` */
  toText(): string {
    const bins = [...this.#bins].flatMap((prints, bin) => (prints > 0 ? [`${bin}:${prints}`] : []))
    return [this.count, this.hits, ...bins].join(' ')
  }

  static ofText(text: string): OutcomeSum {
    const [count = '0', hits = '0', ...bins] = text.split(' ')
    const sum = new OutcomeSum()
    sum.count = Number(count)
    sum.hits = Number(hits)
    for (const bin of bins) {
      const [place = '', prints = ''] = bin.split(':')
      sum.#addTo(Number(place), Number(prints))
    }
    return sum
  }
}

/** Sums by band of the score, kind (or `all`), measure, and whether they are of the prints to compare with. */
export type OutcomeSums = Map<string, OutcomeSum>

export interface OutcomeKey {
  /** Lowest score of the band. */
  readonly score: (typeof STUDIED_SCORES)[number]
  readonly type: StudiedKind | 'all'
  readonly measure: Measure
  readonly matched: boolean
}

export function outcomeKey({ score, type, measure, matched }: OutcomeKey): string {
  return `${score} ${type} ${measure}${matched ? ' matched' : ''}`
}

/** The inverse of `outcomeKey`, for a key that it made. */
export function readOutcomeKey(key: string): Pick<OutcomeKey, 'type'> {
  const [, name] = key.split(' ')
  return { type: STUDIED_KINDS.find((type) => type === name) ?? 'all' }
}

/** The rows whose outcomes are counted, each with the common row that it is compared with. */
export interface StudiedRow {
  readonly row: FlowRow
  /** Null where the session has none. */
  readonly matched: FlowRow | null
}

/** Deterministic: the same rows give the same pairs. */
export function studiedRows(rows: readonly FlowRow[]): StudiedRow[] {
  const common = Map.groupBy(
    rows.filter(({ unusualScore }) => unusualScore < COMMON_SCORE),
    kindOf,
  )
  return rows
    .filter(({ unusualScore }) => bandOf(unusualScore) !== undefined)
    .map((row) => {
      const others = common.get(kindOf(row)) ?? []
      return { row, matched: others[mix(row.sequence, 1) % Math.max(others.length, 1)] ?? null }
    })
}

function kindsOf({ alertTypes, tradeType, optionType }: FlowRow): readonly StudiedKind[] {
  return tradeType === 'sweep' ? [...alertTypes, `${optionType}_sweep`] : alertTypes
}

function bandOf(score: number): (typeof STUDIED_SCORES)[number] | undefined {
  return STUDIED_SCORES.findLast((least) => score >= least)
}

/** Rows of one kind can be compared: type of the option, aggressor and days to expiry. */
function kindOf({ optionType, aggressor, dte }: FlowRow): string {
  return `${optionType} ${aggressor} ${dteBucketOf(dte)}`
}

/** The sums of a session. `horizon` decides whether open interest can confirm an opening. */
export function outcomeSums(studied: readonly StudiedRow[], horizon: number, later: LaterClose): OutcomeSums {
  const sums: OutcomeSums = new Map()
  for (const { row, matched } of studied) {
    const score = bandOf(row.unusualScore)
    if (score === undefined) continue
    for (const type of ['all', ...kindsOf(row)] as const) {
      addRow(sums, { score, type, matched: false }, row, horizon, later)
      if (matched) addRow(sums, { score, type, matched: true }, matched, horizon, later)
    }
  }
  return sums
}

function addRow(
  sums: OutcomeSums,
  key: Omit<OutcomeKey, 'measure'>,
  row: FlowRow,
  horizon: number,
  later: LaterClose,
): void {
  const add = (measure: Measure, isHit: boolean, move: number) => {
    const text = outcomeKey({ ...key, measure })
    const sum = sums.get(text) ?? new OutcomeSum()
    sums.set(text, sum)
    sum.add(isHit, move)
  }
  const option = row.aggressor * 100 * (later.mid(row) / row.price - 1)
  if (row.aggressor !== 0 && !Number.isNaN(option)) add('option', option > 0, option)
  const direction = row.sentiment === 'bullish' ? 1 : row.sentiment === 'bearish' ? -1 : Number.NaN
  const underlying = direction * 100 * (later.underlying / row.underlyingPrice - 1)
  if (!Number.isNaN(underlying)) add('underlying', underlying > 0, underlying)
  const rise = horizon === INTEREST_HORIZON ? later.openInterest(row.optionSymbol) - row.openInterest : Number.NaN
  if (!Number.isNaN(rise)) add('open_interest', rise >= row.size / 2, Number.NaN)
}

export function mergeOutcomes(into: OutcomeSums, more: OutcomeSums): void {
  for (const [key, sum] of more) {
    const known = into.get(key) ?? new OutcomeSum()
    into.set(key, known)
    known.merge(sum)
  }
}

/** JSON text of sums, and back. */
export function outcomesText(sums: OutcomeSums): string {
  return JSON.stringify(Object.fromEntries([...sums].map(([key, sum]) => [key, sum.toText()])))
}

export function outcomesOf(content: Readonly<Record<string, string>>): OutcomeSums {
  return new Map(Object.entries(content).map(([key, text]) => [key, OutcomeSum.ofText(text)]))
}
