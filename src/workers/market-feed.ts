/** New prints of the session become notifications for those whose rules or watchlists ask for them. */
import type { AlertRule } from '../domain/alerts/alert-rule.ts'
import { type RuleIndex, ruleIndex } from '../domain/alerts/rule-index.ts'
import type { FlowRow } from '../domain/flow/flow-row.ts'
import { SWEEP_WINDOW_MS } from '../domain/flow/sweep-groups.ts'
import { nextTurn } from '../lib/node/next-turn.ts'
import { ifKnown } from '../operations/analytics/if-known.ts'
import { type FlowParts, type SessionFlow, sessionFlow } from '../operations/flow/session-flow.ts'
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

export interface MarketFeedParts extends RaiseParts, FlowParts {
  readonly market: MarketSource
  /** Which session of a symbol this process looked at last; kept between the steps. */
  readonly seen: Map<string, string>
}

interface Asked {
  readonly rules: RuleIndex
  readonly watchers: ReadonlyMap<string, readonly string[]>
  readonly symbols: readonly string[]
}

/** One look at every symbol that somebody asks for. Each row is told once, over restarts too; never more to do at once. */
export async function tellOfFlow(parts: MarketFeedParts, signal: AbortSignal): Promise<boolean> {
  const asked = await askedOf(parts)
  const positions = new Map((await parts.store.flowPositions.all()).map((it) => [it.symbol, it]))
  await forgetUnasked(parts, asked, [...positions.keys()])
  if (asked.symbols.length === 0) return false
  const view = await parts.viewAt()
  const { sessionDate } = await view.moment()
  const pending: Pending = { positions: new Map(), triggers: [] }
  try {
    for (const symbol of asked.symbols) {
      if (signal.aborted) break
      const flow = await ifKnown(sessionFlow(parts, view, symbol))
      if (flow?.sessionDate === sessionDate) await look(parts, asked, flow, { known: positions.get(symbol), pending })
    }
  } finally {
    // A symbol that fails does not keep the others from being told of.
    await flush(parts, pending)
  }
  return false
}

/** What was found and is not stored yet: positions are one commit with what was raised for the rows up to them. */
interface Pending {
  readonly positions: Map<string, FlowPosition>
  triggers: Trigger[]
}

async function askedOf(parts: MarketFeedParts): Promise<Asked> {
  const { store, market } = parts
  const { rules, index } = await enabledRules(parts)
  const watchers = await store.watchlists.watchers()
  const named = new Set([...watchers.keys(), ...rules.flatMap(({ criteria }) => criteria.symbols ?? [])])
  if (rules.some(({ criteria }) => criteria.symbols === undefined)) {
    for (const { symbol, optionsFrom } of await market.listings()) if (optionsFrom !== null) named.add(symbol)
  }
  return { rules: index, watchers, symbols: [...named].sort() }
}

interface KnownRules {
  readonly key: string
  readonly rules: readonly AlertRule[]
  readonly index: RuleIndex
}

/** By what a process remembers. */
const known = new WeakMap<object, KnownRules>()
/** A rule may change twice within the resolution of its mark; after so long it would bear another. */
const MARK_MS = 1_000

/** The rules of prints, compiled: read anew when one of them has changed or may have, not for each look. */
async function enabledRules({ store, seen, now }: MarketFeedParts): Promise<KnownRules> {
  const marks = await store.alerts.enabledMarks()
  const key = marks.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join()
  const before = known.get(seen)
  const since = new Date(now().getTime() - MARK_MS).toISOString()
  if (before?.key === key && marks.every(({ updatedAt }) => updatedAt < since)) return before
  const rules = (await store.alerts.allEnabled()).filter(({ source }) => source === 'option_flow')
  const found = { key, rules, index: ruleIndex(rules) }
  known.set(seen, found)
  return found
}

/** Whoever asks for a symbol again is told of what comes then, and not of what nobody asked for meanwhile. */
async function forgetUnasked({ store, seen }: MarketFeedParts, { symbols }: Asked, kept: readonly string[]) {
  const asked = new Set(symbols)
  for (const symbol of seen.keys()) if (!asked.has(symbol)) seen.delete(symbol)
  await store.flowPositions.remove(kept.filter((symbol) => !asked.has(symbol)))
}

/** Who comes fresh begins at the present; a session that began under our eyes begins at its first print. */
function startOf({ seen }: MarketFeedParts, flow: SessionFlow): number {
  const before = seen.get(flow.symbol)
  return before !== undefined && before < flow.sessionDate ? -1 : (settled(flow).at(-1)?.sequence ?? -1)
}

function settled({ rows, asOfMs }: SessionFlow): readonly FlowRow[] {
  const end = rows.findLastIndex(({ executedAtMs }) => executedAtMs <= asOfMs - SETTLED_MS)
  return rows.slice(0, end + 1)
}

interface Place {
  readonly known: FlowPosition | undefined
  readonly pending: Pending
}

async function look(parts: MarketFeedParts, asked: Asked, flow: SessionFlow, { known, pending }: Place): Promise<void> {
  const { symbol, sessionDate } = flow
  const isKnown = known?.sessionDate === sessionDate
  const start = isKnown ? known.sequence : startOf(parts, flow)
  parts.seen.set(symbol, sessionDate)
  if (!isKnown) pending.positions.set(symbol, { symbol, sessionDate, sequence: start })
  const rows = newRows(flow, start)
  for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
    const some = rows.slice(from, from + ROWS_A_TURN)
    pending.triggers.push(...triggersOf(asked, symbol, some))
    pending.positions.set(symbol, { symbol, sessionDate, sequence: some.at(-1)?.sequence ?? start })
    if (pending.triggers.length >= MOST_TRIGGERS) await flush(parts, pending)
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

async function flush(parts: MarketFeedParts, pending: Pending): Promise<void> {
  const { triggers } = pending
  const positions = [...pending.positions.values()]
  if (positions.length === 0) return
  const raised = await parts.store.transaction(async (groups) => {
    for (const position of positions) await groups.flowPositions.put(position)
    return raiseIn(groups, parts, triggers)
  })
  pending.triggers = []
  pending.positions.clear()
  announceRaised(parts.notifier, raised)
}

function newRows(flow: SessionFlow, start: number): readonly FlowRow[] {
  const rows = settled(flow)
  return rows.slice(rows.findLastIndex(({ sequence }) => sequence <= start) + 1)
}
