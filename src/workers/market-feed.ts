/**
 * New prints of the session become notifications for those whose rules or watchlists ask for them. It looks many times
 * a second: what is asked for is read when it changes, and a look without anything to tell writes nothing to the disk.
 */
import { type RuleIndex, ruleIndex } from '../domain/alerts/rule-index.ts'
import type { FlowRow } from '../domain/flow/flow-row.ts'
import { SWEEP_WINDOW_MS } from '../domain/flow/sweep-groups.ts'
import { nextTurn } from '../lib/node/next-turn.ts'
import { ifKnown } from '../operations/analytics/if-known.ts'
import { type FlowAhead, type FlowParts, flowAhead } from '../operations/flow/session-flow.ts'
import { flowSubject } from '../operations/notifications/flow-subject.ts'
import { announceRaised, type RaiseParts, raiseIn, type Trigger } from '../operations/notifications/raise.ts'
import { flowTriggers } from '../operations/notifications/triggers.ts'
import type { MarketSource } from '../ports/market-source.ts'
import type { FlowPosition } from '../store/flow-positions.ts'

/** A sweep is one row once its last leg may be in; until then its size may grow. */
const SETTLED_MS = SWEEP_WINDOW_MS + 1
/** Rows that are looked at before others have their turn. */
const ROWS_A_TURN = 50
/** Of one commit; what comes with them in one look at the market is one commit, too, since each waits for the disk. */
const MOST_TRIGGERS = 100
/** Rows of which nobody is told may be looked at again after a crash: their place is stored this often. */
const SAVE_EVERY_MS = 1_000

export interface MarketFeedParts extends RaiseParts, FlowParts {
  readonly market: MarketSource
  readonly memory: FeedMemory
}

/** What a process remembers between its looks. */
export interface FeedMemory {
  /** Which session of a symbol this process looked at last, once that is stored. */
  readonly seen: Map<string, string>
  /** By symbol, with what is not stored yet; undefined until they are read. */
  positions: Map<string, FlowPosition> | undefined
  /** Symbols whose position is newer than the stored one. */
  readonly unsaved: Set<string>
  savedAtMs: number
  asked: Asked | undefined
}

interface Asked {
  /** Of all that it was made of. */
  readonly version: string
  readonly rules: RuleIndex
  readonly watchers: ReadonlyMap<string, readonly string[]>
  readonly named: ReadonlySet<string>
  /** A rule asks for every symbol. */
  readonly asksForAll: boolean
}

export function feedMemory(): FeedMemory {
  const savedAtMs = Number.NEGATIVE_INFINITY
  return { seen: new Map(), positions: undefined, unsaved: new Set(), savedAtMs, asked: undefined }
}

/** One look at every symbol that somebody asks for. Each row is told once, over restarts too; never more to do at once. */
export async function tellOfFlow(parts: MarketFeedParts, signal: AbortSignal): Promise<boolean> {
  const asked = await askedOf(parts)
  const symbols = await symbolsOf(parts, asked)
  const positions = await positionsOf(parts)
  await forgetUnasked(parts, positions, new Set(symbols))
  if (symbols.length === 0) return false
  const view = await parts.viewAt()
  const { sessionDate } = await view.moment()
  const look: Look = { asked, positions, triggers: [] }
  try {
    for (const symbol of symbols) {
      if (signal.aborted) break
      const flow = await ifKnown(flowAhead(parts, view, symbol))
      if (flow?.sessionDate === sessionDate) await lookAt(parts, look, flow)
    }
  } finally {
    // A symbol that fails does not keep the others from being told of.
    await flush(parts, look)
  }
  return false
}

interface Look {
  readonly asked: Asked
  readonly positions: Map<string, FlowPosition>
  /** What was found and is not stored yet. */
  triggers: Trigger[]
}

/** Read anew when a rule, a watchlist or an account has changed, not for each look. */
async function askedOf({ store, memory }: MarketFeedParts): Promise<Asked> {
  const version = `${store.interestsVersion()} ${store.credentialsVersion()} ${store.foreignVersion()}`
  if (memory.asked?.version === version) return memory.asked
  const rules = (await store.alerts.allEnabled()).filter(({ source }) => source === 'option_flow')
  const watchers = await store.watchlists.watchers()
  memory.asked = {
    version,
    rules: ruleIndex(rules),
    watchers,
    named: new Set([...watchers.keys(), ...rules.flatMap(({ criteria }) => criteria.symbols ?? [])]),
    asksForAll: rules.some(({ criteria }) => criteria.symbols === undefined),
  }
  return memory.asked
}

async function symbolsOf({ market }: MarketFeedParts, { named, asksForAll }: Asked): Promise<string[]> {
  const listed = asksForAll ? await market.listings() : []
  const optioned = listed.filter(({ optionsFrom }) => optionsFrom !== null).map(({ symbol }) => symbol)
  return [...new Set([...named, ...optioned])].sort()
}

async function positionsOf({ store, memory }: MarketFeedParts): Promise<Map<string, FlowPosition>> {
  memory.positions ??= new Map((await store.flowPositions.all()).map((it) => [it.symbol, it]))
  return memory.positions
}

/** Whoever asks for a symbol again is told of what comes then, and not of what nobody asked for meanwhile. */
async function forgetUnasked(
  { store, memory }: MarketFeedParts,
  positions: Map<string, FlowPosition>,
  asked: ReadonlySet<string>,
): Promise<void> {
  for (const symbol of memory.seen.keys()) if (!asked.has(symbol)) memory.seen.delete(symbol)
  const unasked = [...positions.keys()].filter((symbol) => !asked.has(symbol))
  if (unasked.length === 0) return
  await store.flowPositions.remove(unasked)
  for (const symbol of unasked) {
    positions.delete(symbol)
    memory.unsaved.delete(symbol)
  }
}

/** Who comes fresh begins at the present; a session that began under our eyes begins at its first print. */
function startOf({ seen }: FeedMemory, flow: FlowAhead): number {
  const before = seen.get(flow.symbol)
  const isNew = before !== undefined && before < flow.sessionDate
  return isNew ? -1 : (flow.rowsBeyond(-1, flow.asOfMs - SETTLED_MS).at(-1)?.sequence ?? -1)
}

async function lookAt(parts: MarketFeedParts, look: Look, flow: FlowAhead): Promise<void> {
  const { symbol, sessionDate } = flow
  const { memory } = parts
  const known = look.positions.get(symbol)
  const isKnown = known?.sessionDate === sessionDate
  const start = isKnown ? known.sequence : startOf(memory, flow)
  const moveTo = (sequence: number) => {
    look.positions.set(symbol, { symbol, sessionDate, sequence })
    memory.unsaved.add(symbol)
  }
  if (isKnown) memory.seen.set(symbol, sessionDate)
  else moveTo(start)
  const rows = flow.rowsBeyond(start, flow.asOfMs - SETTLED_MS)
  for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
    const some = rows.slice(from, from + ROWS_A_TURN)
    look.triggers.push(...triggersOf(look.asked, symbol, some))
    moveTo(some.at(-1)?.sequence ?? start)
    if (look.triggers.length >= MOST_TRIGGERS) await flush(parts, look)
    await nextTurn()
  }
}

function triggersOf({ rules, watchers }: Asked, symbol: string, rows: readonly FlowRow[]): Trigger[] {
  const watching = watchers.get(symbol) ?? []
  const asked = watching.length > 0 ? rows : rows.filter((row) => rules.asksFor(row))
  return asked.flatMap((row) => {
    const subject = flowSubject(row)
    return subject ? flowTriggers(subject, rules, watching) : []
  })
}

/** Positions are one commit with what was raised for the rows up to them. */
async function flush(parts: MarketFeedParts, look: Look): Promise<void> {
  const { memory, now } = parts
  const { triggers } = look
  const nowMs = now().getTime()
  const isDue = Math.abs(nowMs - memory.savedAtMs) >= SAVE_EVERY_MS
  if (memory.unsaved.size === 0 || (triggers.length === 0 && !isDue)) return
  const moved = [...memory.unsaved].flatMap((symbol) => look.positions.get(symbol) ?? [])
  try {
    const raised = await parts.store.transaction(async (groups) => {
      for (const position of moved) await groups.flowPositions.put(position)
      return raiseIn(groups, parts, triggers)
    })
    look.triggers = []
    memory.unsaved.clear()
    memory.savedAtMs = nowMs
    for (const { symbol, sessionDate } of moved) memory.seen.set(symbol, sessionDate)
    announceRaised(parts.notifier, raised)
  } catch (error) {
    // What was not written is looked at again, from where the store stands.
    memory.positions = undefined
    memory.unsaved.clear()
    throw error
  }
}
