import { LRUCache } from 'lru-cache'
import { concurrencyLimit } from '../../lib/async/concurrency-limit.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { TapePrints } from '../../market/domain/options/option-tape.ts'
import type { FlowSession, SessionRows } from '../domain/tape/flow-session.ts'
import type { FlowTotals } from './flow-totals.ts'

/**
 * Prints per turn of the event loop, a few milliseconds of work: few at first, because the first print of an expiration
 * needs its table of early exercise.
 */
const FIRST_PRINTS = 25
const MAX_PRINTS = 200
/** Cached ends of the tape: concurrent callers see the current end or a recent one. */
const MAX_ENDS = 4

type CreateSession = () => Promise<FlowSession>

/** One tape and its session of flow rows, read once for all callers and continued as the tape grows. */
export class TapeReading {
  readonly session: Promise<FlowSession>
  readonly #totals: FlowTotals
  /** Reads to different ends run one after another, so that each caller gets the rows of its own end. */
  readonly #oneAtATime = concurrencyLimit(1)
  /** By the number of prints: the prints of an earlier end would take more memory than its rows. */
  readonly #rows = new LRUCache<number, Promise<SessionRows>>({ max: MAX_ENDS })

  /** Adds its counts to `totals`. */
  constructor(create: CreateSession, totals: FlowTotals) {
    this.session = create()
    this.#totals = totals
  }

  /** The rows of these prints: the same object for the same number of prints of the tape. */
  rows(prints: TapePrints, create: CreateSession): Promise<SessionRows> {
    const known = this.#rows.get(prints.count)
    if (known) return known
    const rows = this.#read(prints, create)
    this.#rows.set(prints.count, rows)
    // The next caller tries again after a failure.
    rows.catch(() => this.#rows.delete(prints.count))
    return rows
  }

  /** The result of `take` after the session has been read at least to the end of these prints. */
  async reached<T>(prints: TapePrints, take: (session: FlowSession) => T): Promise<T> {
    const session = await this.session
    return this.#oneAtATime(async () => {
      const before = { counts: session.counts, scores: session.scores }
      await readOn(session, prints)
      this.#totals.add(before, session)
      return take(session)
    })
  }

  async #read(prints: TapePrints, create: CreateSession): Promise<SessionRows> {
    const rows = await this.reached(prints, (session) => session.position === prints.count && session.snapshot)
    if (rows) return rows
    // The session has been read further, and later prints may have changed rows: read this part again.
    const fresh = await create()
    await readOn(fresh, prints)
    return fresh.snapshot
  }
}

/** Continues to the end of these prints, in parts between which other requests are served. */
export async function readOn(session: FlowSession, prints: TapePrints): Promise<void> {
  for (let some = FIRST_PRINTS; session.position < prints.count; some = Math.min(2 * some, MAX_PRINTS)) {
    await nextTurn()
    session.advance(prints, Math.min(session.position + some, prints.count))
  }
}
