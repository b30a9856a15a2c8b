/** The current rows of one session: the accumulated changes of a reader. */
import { firstNotBefore } from '../../../lib/math/first-not-before.ts'
import type { TapePrints } from '../../../market/domain/options/option-tape.ts'
import { readFlowId } from '../flow-id.ts'
import type { FlowRow } from '../flow-row.ts'
import type { ScoreCounts } from '../score/score-counts.ts'
import { type ContractSums, ContractTallies } from '../sums/contract-tallies.ts'
import { addRow, type FlowSums, noFlow } from '../sums/flow-sums.ts'
import { type FlowChanges, type FlowContext, FlowReader } from './flow-reader.ts'
import { RowPacker } from './packed-rows.ts'
import type { PrintCounts } from './print-counts.ts'

/** Changes of rows since an earlier update. */
export interface FlowUpdate {
  /** Argument of the next `updateSince`. */
  readonly place: number
  /** New and changed rows. */
  readonly rows: readonly FlowRow[]
  /** Rows that no longer exist, as last reported. */
  readonly withdrawn: readonly FlowRow[]
}

/** The rows of a session at one moment. */
export interface SessionRows {
  /** In the order of the tape: that of time but for late reports. */
  readonly rows: readonly FlowRow[]
  /** Of all rows, in cents; `inUsd` converts them. */
  readonly sums: FlowSums
}

/** Holds all rows of a session in memory. */
export class FlowSession {
  readonly #reader: FlowReader
  readonly #packer = new RowPacker()
  /** Packed, in the order of the tape. Callers have the same list: it is replaced before a change. */
  #rows: FlowRow[] = []
  /** As last reported, by sequence. */
  readonly #withdrawn = new Map<number, FlowRow>()
  /** Sequences in the order of the changes. */
  readonly #changes: number[] = []
  /** Of `#rows`; cents are added and subtracted exactly. */
  readonly #sums = noFlow()
  readonly #contracts = new ContractTallies()
  /** What callers have; undefined after a change. */
  #snapshot: SessionRows | undefined

  constructor(context: FlowContext) {
    this.#reader = new FlowReader(context)
  }

  /** Reads new prints of the tape, up to a row or to its end. */
  advance(tape: TapePrints, upTo = tape.count): FlowChanges {
    const changes = this.#reader.read(tape, upTo)
    if (changes.rows.length + changes.withdrawn.length > 0) this.#leaveSnapshot()
    for (const row of changes.rows) {
      this.#put(row)
      this.#changes.push(row.sequence)
    }
    for (const id of changes.withdrawn) {
      const row = this.find(id)
      if (!row) continue
      this.#changes.push(row.sequence)
      this.#withdrawn.set(row.sequence, row)
      this.#count(row, -1)
      this.#rows.splice(placeOf(this.#rows, row.sequence), 1)
    }
    return changes
  }

  /** Prints of the tape read so far. */
  get position(): number {
    return this.#reader.position
  }

  /** Immutable; the same object until something changes. */
  get snapshot(): SessionRows {
    this.#snapshot ??= { rows: this.#rows, sums: { ...this.#sums } }
    return this.#snapshot
  }

  get rows(): readonly FlowRow[] {
    return this.snapshot.rows
  }

  /** Of all rows, in cents. It changes as the session goes on, and so does `contracts`. */
  get sums(): Readonly<FlowSums> {
    return this.#sums
  }

  get contracts(): ContractSums {
    return this.#contracts
  }

  /** See the function `rowsBeyond`. */
  rowsBeyond(sequence: number, untilMs: number): readonly FlowRow[] {
    return rowsBeyond(this.#rows, sequence, untilMs)
  }

  /** Number of changes so far: the `place` after the latest update. */
  get changeCount(): number {
    return this.#changes.length
  }

  /** At most `limit` changes from `place` on; each row once. */
  updateSince(place: number, limit: number): FlowUpdate {
    const places = [...new Set(this.#changes.slice(place, place + limit))]
    const rows = places.flatMap((sequence) => this.#at(sequence) ?? [])
    const gone = places.filter((sequence) => !this.#at(sequence))
    const withdrawn = gone.flatMap((sequence) => this.#withdrawn.get(sequence) ?? [])
    return { place: Math.min(place + limit, this.#changes.length), rows, withdrawn }
  }

  /** Rows with fromMs ≤ execution time < toMs, in the order of the tape. */
  between(fromMs: number, toMs: number): readonly FlowRow[] {
    const rows = this.#rows
    let end = rows.length
    while (end > 0 && (rows[end - 1]?.executedAtMs ?? 0) >= toMs) end--
    let first = end
    while (first > 0 && (rows[first - 1]?.executedAtMs ?? 0) >= fromMs) first--
    return rows.slice(first, end)
  }

  find(id: string): FlowRow | null {
    const place = readFlowId(id)
    const row = place ? this.#at(place.sequence) : undefined
    return row?.id === id ? row : null
  }

  get counts(): PrintCounts {
    return this.#reader.counts
  }

  get scores(): ScoreCounts {
    return this.#reader.scores
  }

  #leaveSnapshot(): void {
    if (!this.#snapshot) return
    this.#rows = [...this.#rows]
    this.#snapshot = undefined
  }

  /** Inserts or replaces a row, usually at the end. */
  #put(row: FlowRow): void {
    const place = placeOf(this.#rows, row.sequence)
    const known = this.#rows[place]
    const isKnown = known?.sequence === row.sequence
    if (isKnown) this.#count(known, -1)
    this.#count(row, 1)
    this.#rows.splice(place, isKnown ? 1 : 0, this.#packer.pack(row))
  }

  #count(row: FlowRow, times: 1 | -1): void {
    addRow(this.#sums, row, times)
    this.#contracts.add(row, times)
  }

  #at(sequence: number): FlowRow | undefined {
    const row = this.#rows[placeOf(this.#rows, sequence)]
    return row?.sequence === sequence ? row : undefined
  }
}

/** Rows after `sequence` up to the last one executed by `untilMs`; `rows` in the order of the tape. */
export function rowsBeyond(rows: readonly FlowRow[], sequence: number, untilMs: number): readonly FlowRow[] {
  const end = rows.findLastIndex(({ executedAtMs }) => executedAtMs <= untilMs) + 1
  return rows.slice(Math.min(placeOf(rows, sequence + 1), end), end)
}

/** Index of the first row at or after `sequence`. */
function placeOf(rows: readonly FlowRow[], sequence: number): number {
  return firstNotBefore(rows.length, (place) => (rows[place]?.sequence ?? 0) < sequence)
}
