/** The classified tape of one symbol and session: read on as the tape grows, once for all who ask. */
import { type ContractFacts, contractFacts, NO_FACTS } from '../../domain/flow/contract-facts.ts'
import type { FlowRow } from '../../domain/flow/flow-row.ts'
import { FlowSession } from '../../domain/flow/flow-session.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import type { TapePrints } from '../../domain/market/option-tape.ts'
import { previousTradingDay } from '../../domain/market/trading-calendar.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { MarketView, OptionTape } from '../../ports/market-source.ts'
import { ifKnown } from '../analytics/if-known.ts'
import type { Context } from '../context.ts'

export type FlowParts = Pick<Context, 'viewAt' | 'valued'>

export interface SessionFlow {
  readonly symbol: string
  readonly asOfMs: number
  readonly sessionDate: string
  /** Prints of the tape that these rows were made of. */
  readonly prints: number
  /** In the order of the tape; none after `asOfMs`. */
  readonly rows: readonly FlowRow[]
  readonly warnings: readonly string[]
}

/** A few milliseconds of reading, between which others are answered. */
const PRINTS_A_TURN = 500

const sessions = new WeakMap<object, Promise<FlowSession>>()
const read = new WeakMap<TapePrints, Promise<SessionFlow>>()

/** The same object while nothing was added to the tape. Throws `not_found` for a symbol that the source does not know. */
export async function sessionFlow(parts: FlowParts, view: MarketView, symbol: string): Promise<SessionFlow> {
  const taped = await view.optionPrints(symbol)
  const known = read.get(taped.prints)
  if (known !== undefined) return known
  const reading = sessionOf(parts, view, taped).then((session) => readOn(session, taped))
  read.set(taped.prints, reading)
  // A failure is not remembered.
  reading.catch(() => read.delete(taped.prints))
  return reading
}

/** Those who read one tape to different ends at the same time take turns, and neither misses a print. */
async function readOn(session: FlowSession, taped: OptionTape): Promise<SessionFlow> {
  while (session.position < taped.prints.count) {
    session.advance(taped.prints, session.position + PRINTS_A_TURN)
    await nextTurn()
  }
  return flowOf(taped, session.rows)
}

function flowOf({ prints, asOfMs, sessionDate, warnings }: OptionTape, rows: readonly FlowRow[]): SessionFlow {
  const last = rows.at(-1)
  // A view that is a second older than the last one read sees no later prints.
  const seen = last && last.executedAtMs > asOfMs ? rows.filter(({ executedAtMs }) => executedAtMs <= asOfMs) : rows
  return { symbol: prints.symbol, asOfMs, sessionDate, prints: prints.count, rows: seen, warnings }
}

function sessionOf(parts: FlowParts, view: MarketView, { tape, prints }: OptionTape): Promise<FlowSession> {
  const known = sessions.get(tape)
  if (known !== undefined) return known
  const { symbol, sessionDate } = prints
  const begun = factsOf(parts, view, symbol, sessionDate).then(
    (facts) => new FlowSession({ symbol, sessionDate, facts }),
  )
  sessions.set(tape, begun)
  // A failure is not remembered.
  begun.catch(() => sessions.delete(tape))
  return begun
}

/**
 * What the chain of the session lists, carried at the rates and yields of the close before: then a print has the same
 * volatility whenever it is asked for, in its session or years later.
 */
async function factsOf(
  { viewAt, valued }: FlowParts,
  view: MarketView,
  symbol: string,
  sessionDate: string,
): Promise<ContractFacts> {
  const listed = await chainOf(view, symbol, sessionDate)
  const before = await ifKnown(pastChain({ viewAt }, symbol, previousTradingDay(sessionDate)))
  const carrying = before ?? listed
  if (!carrying) return NO_FACTS
  return contractFacts(listed, await valued(carrying))
}

/** The chain of that very session, null without one. */
async function chainOf(view: MarketView, symbol: string, sessionDate: string): Promise<OptionChain | null> {
  const chain = await ifKnown(view.chain(symbol))
  return chain?.sessionDate === sessionDate ? chain : null
}

async function pastChain({ viewAt }: Pick<Context, 'viewAt'>, symbol: string, date: string): Promise<OptionChain> {
  return (await viewAt(date)).chain(symbol)
}
