/** Cache of classified tapes: each is read once for all callers, and continued as it grows. */
import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/errors.ts'
import type { TapePrints } from '../../market/domain/options/option-tape.ts'
import type { MarketView, OptionTape } from '../../market/ports/market-source.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import { type ContractSums, ContractTallies } from '../domain/sums/contract-tallies.ts'
import { type FlowSums, inUsd, sumInCents } from '../domain/sums/flow-sums.ts'
import { type FlowSession, rowsBeyond, type SessionRows } from '../domain/tape/flow-session.ts'
import type { FlowStore } from '../store/index.ts'
import { createSession, createUnscoredSession, type SessionParts } from './create-session.ts'
import { FlowTotals } from './flow-totals.ts'
import { readOn, TapeReading } from './tape-reading.ts'

/** Its rows are none after `asOfMs`. */
export interface SessionFlow extends SessionRows {
  readonly symbol: string
  readonly asOfMs: number
  readonly sessionDate: string
  /** Number of prints that these rows were made from. */
  readonly prints: number
  readonly warnings: readonly string[]
}

/** Sums of all rows of a session, USD. */
export interface SessionSums {
  readonly sessionDate: string
  /** Number of prints that they were made from. */
  readonly prints: number
  readonly sums: FlowSums
}

/** Sums of a session by contract, and of all its rows in cents. They hold for the moment in which they are read. */
export interface SessionContracts {
  readonly sessionDate: string
  /** Number of prints that they were made from. */
  readonly prints: number
  readonly sums: Readonly<FlowSums>
  readonly contracts: ContractSums
}

/** A session for a caller that continues from a position: only new rows are copied. */
export interface FlowAhead {
  readonly symbol: string
  readonly asOfMs: number
  readonly sessionDate: string
  /** In the order of the tape, up to the last row executed by `untilMs`. */
  rowsBeyond(sequence: number, untilMs: number): readonly FlowRow[]
}

export interface FlowSessionsParts extends SessionParts {
  readonly store: FlowStore
}

/** Symbols whose stored rows are cached while the source is down. */
const MAX_STORED = 128

/** One for each process. */
export class FlowSessions {
  /** Counts of all prints read, and of their scores. */
  readonly totals = new FlowTotals()
  readonly #parts: FlowSessionsParts
  /**
   * A WeakMap, because the source decides how long a tape stays in memory: a busy session has hundreds of megabytes of
   * rows, which must be released when the source drops the tape, and not before.
   */
  readonly #readings = new WeakMap<object, TapeReading>()
  /** Sums of tapes that nobody has read with their scores. */
  readonly #sums = new WeakMap<TapePrints, Promise<FlowSums>>()
  /** Rows read from the store, by symbol, because clients poll every second while the source is down. */
  readonly #stored = new LRUCache<string, SessionFlow>({ max: MAX_STORED })

  constructor(parts: FlowSessionsParts) {
    this.#parts = parts
  }

  /** The same rows until the tape grows. Throws `not_found` for a symbol that the source does not have. */
  flow(view: MarketView, symbol: string): Promise<SessionFlow> {
    return orStored(this.#tapedFlow(view, symbol), (failure) => this.#storedFlow(view, symbol, failure))
  }

  /**
   * The same for a caller that reads a session once: its rows are not kept here, where those of many past sessions would
   * fill the memory. Throws like `flow`.
   */
  once(view: MarketView, symbol: string): Promise<SessionFlow> {
    return orStored(this.#passingFlow(view, symbol), (failure) => this.#storedFlow(view, symbol, failure))
  }

  /** It can contain rows after `asOfMs` that were read for other callers. Throws like `flow`. */
  ahead(view: MarketView, symbol: string): Promise<FlowAhead> {
    return orStored(this.#tapedAhead(view, symbol), async (failure) => {
      const stored = await this.#storedFlow(view, symbol, failure)
      return stored && { ...stored, rowsBeyond: (sequence, untilMs) => rowsBeyond(stored.rows, sequence, untilMs) }
    })
  }

  /** Throws like `flow`, and is much faster for a tape that has not been read. */
  async sums(view: MarketView, symbol: string): Promise<SessionSums> {
    return await orStored(this.#tapedSums(view, symbol), async (failure) => {
      const stored = await this.#storedFlow(view, symbol, failure)
      return stored && sumsOf(stored)
    })
  }

  /** What `read` makes of the sums by contract, which costs no copy of the rows. Throws like `flow`. */
  byContract<T extends object>(view: MarketView, symbol: string, read: (session: SessionContracts) => T): Promise<T> {
    return orStored(this.#tapedByContract(view, symbol, read), async (failure) => {
      const stored = await this.#storedFlow(view, symbol, failure)
      return stored && read(contractsOf(stored))
    })
  }

  /** The session of a tape as far as it has been read; undefined before the first read. */
  async session(tape: object): Promise<FlowSession | undefined> {
    return await this.#readings.get(tape)?.session
  }

  async #tapedFlow(view: MarketView, symbol: string): Promise<SessionFlow> {
    const taped = await view.optionPrints(symbol)
    const { asOfMs, sessionDate, prints, warnings } = taped
    const read = await this.#readingOf(view, taped).rows(prints, () => createSession(this.#parts, view, prints))
    return { symbol, asOfMs, sessionDate, prints: prints.count, ...read, warnings }
  }

  async #passingFlow(view: MarketView, symbol: string): Promise<SessionFlow> {
    const { tape, asOfMs, sessionDate, prints, warnings } = await view.optionPrints(symbol)
    if (this.#readings.has(tape)) return this.#tapedFlow(view, symbol)
    const session = await createSession(this.#parts, view, prints)
    await readOn(session, prints)
    this.totals.add(null, session)
    return { symbol, asOfMs, sessionDate, prints: prints.count, ...session.snapshot, warnings }
  }

  async #tapedAhead(view: MarketView, symbol: string): Promise<FlowAhead> {
    const taped = await view.optionPrints(symbol)
    const { asOfMs, sessionDate, prints } = taped
    const session = await this.#readingOf(view, taped).reached(prints, (reached) => reached)
    return { symbol, asOfMs, sessionDate, rowsBeyond: session.rowsBeyond.bind(session) }
  }

  async #tapedByContract<T extends object>(
    view: MarketView,
    symbol: string,
    read: (session: SessionContracts) => T,
  ): Promise<T> {
    const taped = await view.optionPrints(symbol)
    const { sessionDate, prints } = taped
    const found = await this.#readingOf(view, taped).reached(prints, ({ position, sums, contracts }) =>
      position === prints.count ? read({ sessionDate, prints: prints.count, sums, contracts }) : null,
    )
    // Null if the session has been read further.
    return found ?? read(contractsOf(await this.#tapedFlow(view, symbol)))
  }

  async #tapedSums(view: MarketView, symbol: string): Promise<SessionSums> {
    const { tape, sessionDate, prints } = await view.optionPrints(symbol)
    // Continuing the scored rows costs less than beginning anew.
    if (this.#readings.has(tape)) return sumsOf(await this.#tapedFlow(view, symbol))
    const known = this.#sums.get(prints)
    const sums = known ?? this.#unscoredSums(view, prints)
    if (!known) {
      this.#sums.set(prints, sums)
      sums.catch(() => this.#sums.delete(prints))
    }
    return { sessionDate, prints: prints.count, sums: await sums }
  }

  async #unscoredSums(view: MarketView, prints: TapePrints): Promise<FlowSums> {
    const session = await createUnscoredSession(this.#parts, view, prints)
    await readOn(session, prints)
    return inUsd(session.snapshot.sums)
  }

  #readingOf(view: MarketView, { tape, prints }: OptionTape): TapeReading {
    const known = this.#readings.get(tape)
    if (known) return known
    const reading = new TapeReading(() => createSession(this.#parts, view, prints), this.totals)
    this.#readings.set(tape, reading)
    // The next caller tries again after a failure.
    reading.session.catch(() => this.#readings.delete(tape))
    return reading
  }

  /** The stored rows of the session while the source is down, with a warning that later trades are missing. */
  async #storedFlow(view: MarketView, symbol: string, failure: AppError): Promise<SessionFlow | null> {
    const { store } = this.#parts
    const { sessionDate } = await view.moment()
    const day = await store.flowTotals.day(symbol, sessionDate)
    if (day?.source !== view.source) return null
    const known = this.#stored.get(symbol)
    if (known?.sessionDate === sessionDate && known.asOfMs === day.asOfMs) return known
    const rows = await store.flowRows.session(symbol, sessionDate)
    const warnings = [...day.warnings, `${failure.message} Trades since the last good answer are missing.`]
    const sums = sumInCents(rows)
    const flow = { symbol, asOfMs: day.asOfMs, sessionDate, prints: rows.length, rows, sums, warnings }
    this.#stored.set(symbol, flow)
    return flow
  }
}

function contractsOf({ sessionDate, prints, rows, sums }: SessionFlow): SessionContracts {
  return { sessionDate, prints, sums, contracts: ContractTallies.of(rows) }
}

function sumsOf({ sessionDate, prints, sums }: SessionFlow): SessionSums {
  return { sessionDate, prints, sums: inUsd(sums) }
}

/** Falls back to stored rows, if there are any, while the source is unavailable. */
async function orStored<T>(found: Promise<T>, stored: (failure: AppError) => Promise<T | null>): Promise<T> {
  try {
    return await found
  } catch (error) {
    const isDown = error instanceof AppError && error.code === 'unavailable'
    const instead = isDown ? await stored(error) : null
    if (!instead) throw error
    return instead
  }
}
