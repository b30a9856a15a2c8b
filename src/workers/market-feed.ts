/** New prints of the session become notifications for those whose rules or watchlists ask for them. */
import type { AlertRule } from '../domain/alerts/alert-rule.ts'
import { type RuleIndex, ruleIndex } from '../domain/alerts/rule-index.ts'
import type { FlowRow } from '../domain/flow/flow-row.ts'
import { nextTurn } from '../lib/node/next-turn.ts'
import { ifKnown } from '../operations/analytics/if-known.ts'
import { type FlowParts, type SessionFlow, sessionFlow } from '../operations/flow/session-flow.ts'
import { flowSubject } from '../operations/notifications/flow-subject.ts'
import { announceRaised, type RaiseParts, raiseIn } from '../operations/notifications/raise.ts'
import { flowTriggers } from '../operations/notifications/triggers.ts'
import type { MarketSource } from '../ports/market-source.ts'

/** A sweep is one row once its last leg is in; until then its size may grow. */
const SETTLED_MS = 1_000
/** Rows of one transaction. */
const BATCH = 50

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
  for (const symbol of asked.symbols) {
    if (signal.aborted) return false
    const flow = await ifKnown(sessionFlow(parts, view, symbol))
    if (flow?.sessionDate !== sessionDate) continue
    const known = positions.get(symbol)
    const start = known?.sessionDate === sessionDate ? known.sequence : startOf(parts, flow)
    parts.seen.set(symbol, sessionDate)
    await tell(parts, asked, flow, start, known?.sessionDate === sessionDate)
    await nextTurn()
  }
  return false
}

async function askedOf({ store, market, seen }: MarketFeedParts): Promise<Asked> {
  const rules = (await store.alerts.allEnabled()).filter(({ source }) => source === 'option_flow')
  const watchers = await store.watchlists.watchers()
  const named = new Set([...watchers.keys(), ...rules.flatMap(({ criteria }) => criteria.symbols ?? [])])
  if (rules.some(({ criteria }) => criteria.symbols === undefined)) {
    for (const { symbol, optionsFrom } of await market.listings()) if (optionsFrom !== null) named.add(symbol)
  }
  return { rules: compiledOnce(seen, rules), watchers, symbols: [...named].sort() }
}

/** By what a process remembers: rules are compiled anew when one of them has changed, and not for each look. */
const compiled = new WeakMap<object, { readonly key: string; readonly index: RuleIndex }>()

function compiledOnce(memory: object, rules: readonly AlertRule[]): RuleIndex {
  const key = JSON.stringify(rules)
  const known = compiled.get(memory)
  if (known?.key === key) return known.index
  const index = ruleIndex(rules)
  compiled.set(memory, { key, index })
  return index
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

/** The position is one commit with what was raised for the rows up to it. */
async function tell(
  parts: MarketFeedParts,
  { rules, watchers }: Asked,
  flow: SessionFlow,
  start: number,
  isStored: boolean,
): Promise<void> {
  const { symbol, sessionDate } = flow
  const { store, notifier } = parts
  const rows = newRows(flow, start)
  if (!isStored) await store.flowPositions.put({ symbol, sessionDate, sequence: start })
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    const watching = watchers.get(symbol) ?? []
    const asked = watching.length > 0 ? batch : batch.filter((row) => rules.asksFor(row))
    const subjects = asked.flatMap((row) => flowSubject(row) ?? [])
    const triggers = subjects.flatMap((subject) => flowTriggers(subject, rules, watching))
    const raised = await store.transaction(async (groups) => {
      await groups.flowPositions.put({ symbol, sessionDate, sequence: batch.at(-1)?.sequence ?? start })
      return raiseIn(groups, parts, triggers)
    })
    announceRaised(notifier, raised)
  }
}

function newRows(flow: SessionFlow, start: number): readonly FlowRow[] {
  const rows = settled(flow)
  return rows.slice(rows.findLastIndex(({ sequence }) => sequence <= start) + 1)
}
