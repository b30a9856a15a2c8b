/** The rows of one session that stand at present, kept together: the fold of a reader over its tape. */
import type { TapePrints } from '../market/option-tape.ts'
import { type FlowChanges, type FlowContext, FlowReader } from './flow-reader.ts'
import type { FlowRow } from './flow-row.ts'
import type { PrintCounts } from './print-counts.ts'

/** Memory grows with the tape: for questions about one session. What lives long reads with a `FlowReader` and stores. */
export class FlowSession {
  readonly #reader: FlowReader
  readonly #rows = new Map<string, FlowRow>()
  #sorted: readonly FlowRow[] | null = []

  constructor(context: FlowContext) {
    this.#reader = new FlowReader(context)
  }

  /** Reads what the tape has beyond the last call, or beyond it up to a row. */
  advance(tape: TapePrints, upTo = tape.count): FlowChanges {
    const changes = this.#reader.read(tape, upTo)
    for (const row of changes.rows) this.#rows.set(row.id, row)
    for (const id of changes.withdrawn) this.#rows.delete(id)
    this.#sorted = null
    return changes
  }

  /** Prints of the tape read so far. */
  get position(): number {
    return this.#reader.position
  }

  /** In the order of the tape. */
  get rows(): readonly FlowRow[] {
    this.#sorted ??= [...this.#rows.values()].sort((a, b) => a.sequence - b.sequence)
    return this.#sorted
  }

  find(id: string): FlowRow | null {
    return this.#rows.get(id) ?? null
  }

  get counts(): PrintCounts {
    return this.#reader.counts
  }
}

/** A session in one go: the same rows as prints read one by one. */
export function readFlow(tape: TapePrints, context: Omit<FlowContext, 'symbol' | 'sessionDate'>): FlowSession {
  const session = new FlowSession({ ...context, symbol: tape.symbol, sessionDate: tape.sessionDate })
  session.advance(tape)
  return session
}
