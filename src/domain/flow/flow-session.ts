/** The rows of one session that stand at present, kept together: the fold of a reader over its tape. */
import type { TapePrints } from '../market/option-tape.ts'
import { readFlowId } from './flow-id.ts'
import { type FlowChanges, type FlowContext, FlowReader } from './flow-reader.ts'
import type { FlowRow } from './flow-row.ts'
import type { PrintCounts } from './print-counts.ts'

/** What became of rows since somebody looked last. */
export interface FlowNews {
  /** Where to go on from. */
  readonly place: number
  /** New rows, and earlier ones that changed, as they stand now. */
  readonly rows: readonly FlowRow[]
  /** As they were told last. */
  readonly withdrawn: readonly FlowRow[]
}

/** Memory grows with the tape: for questions about one session. What lives long reads with a `FlowReader` and stores. */
export class FlowSession {
  readonly #reader: FlowReader
  /** Those that stand, in the order of the tape. */
  readonly #standing: FlowRow[] = []
  /** As they were told last, by place on the tape. */
  readonly #withdrawn = new Map<number, FlowRow>()
  /** Places in the order in which their rows changed. */
  readonly #changes: number[] = []
  /** What was given out of `#standing`; undefined once something changed. */
  #given: readonly FlowRow[] | undefined

  constructor(context: FlowContext) {
    this.#reader = new FlowReader(context)
  }

  /** Reads what the tape has beyond the last call, or beyond it up to a row. */
  advance(tape: TapePrints, upTo = tape.count): FlowChanges {
    const changes = this.#reader.read(tape, upTo)
    for (const row of changes.rows) {
      this.#put(row)
      this.#changes.push(row.sequence)
    }
    for (const id of changes.withdrawn) {
      const row = this.find(id)
      if (!row) continue
      this.#changes.push(row.sequence)
      this.#withdrawn.set(row.sequence, row)
      this.#standing.splice(placeOf(this.#standing, row.sequence), 1)
    }
    if (changes.rows.length + changes.withdrawn.length > 0) this.#given = undefined
    return changes
  }

  /** Prints of the tape read so far. */
  get position(): number {
    return this.#reader.position
  }

  /** In the order of the tape; the same list while nothing changes, and one that stays as it is when something does. */
  get rows(): readonly FlowRow[] {
    this.#given ??= [...this.#standing]
    return this.#given
  }

  /** See the function of that name. */
  rowsBeyond(sequence: number, untilMs: number): readonly FlowRow[] {
    return rowsBeyond(this.#standing, sequence, untilMs)
  }

  /** How many changes there have been: the place of the news to come. */
  get changeCount(): number {
    return this.#changes.length
  }

  /** At most `most` changes from a place on; each row once. */
  newsSince(place: number, most: number): FlowNews {
    const places = [...new Set(this.#changes.slice(place, place + most))]
    const rows = places.flatMap((sequence) => this.#at(sequence) ?? [])
    const gone = places.filter((sequence) => !this.#at(sequence))
    const withdrawn = gone.flatMap((sequence) => this.#withdrawn.get(sequence) ?? [])
    return { place: Math.min(place + most, this.#changes.length), rows, withdrawn }
  }

  /** Rows from an instant on and before another, in the order of the tape. */
  between(fromMs: number, toMs: number): readonly FlowRow[] {
    const rows = this.#standing
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

  /** Mostly at the end. */
  #put(row: FlowRow): void {
    const place = placeOf(this.#standing, row.sequence)
    const isKnown = this.#standing[place]?.sequence === row.sequence
    this.#standing.splice(place, isKnown ? 1 : 0, row)
  }

  #at(sequence: number): FlowRow | undefined {
    const row = this.#standing[placeOf(this.#standing, sequence)]
    return row?.sequence === sequence ? row : undefined
  }
}

/** Of rows in the order of the tape those beyond a place on it, up to the last that is as old as an instant. */
export function rowsBeyond(rows: readonly FlowRow[], sequence: number, untilMs: number): readonly FlowRow[] {
  const end = rows.findLastIndex(({ executedAtMs }) => executedAtMs <= untilMs) + 1
  return rows.slice(Math.min(placeOf(rows, sequence + 1), end), end)
}

/** Of the first row that is not before a place on the tape. */
function placeOf(rows: readonly FlowRow[], sequence: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.sequence ?? 0) < sequence) low = middle + 1
    else high = middle
  }
  return low
}

/** A session in one go: the same rows as prints read one by one. */
export function readFlow(tape: TapePrints, context: Omit<FlowContext, 'symbol' | 'sessionDate'>): FlowSession {
  const session = new FlowSession({ ...context, symbol: tape.symbol, sessionDate: tape.sessionDate })
  session.advance(tape)
  return session
}
