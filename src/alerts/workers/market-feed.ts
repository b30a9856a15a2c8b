/**
 * Turns new prints of the session into notifications for accounts with matching rules or watchlists. It polls many
 * times a second: rules are read only when they change, and a poll without matches writes nothing. A replayed session
 * notifies nobody.
 */
import type { FlowRow } from '../../flow/domain/flow-row.ts'
import { SWEEP_WINDOW_MS } from '../../flow/domain/tape/sweep-groups.ts'
import type { FlowAhead, FlowSessions } from '../../flow/operations/flow-sessions.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { MINUTE_MS } from '../../lib/time/duration.ts'
import { sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { MarketContext } from '../../market/operations/context.ts'
import { SymbolFailures } from '../../market/operations/symbol-failures.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'
import { announceRaised, raiseIn } from '../../notifications/operations/raise/raise.ts'
import type { RaiseParts, Trigger } from '../../notifications/operations/raise/trigger.ts'
import type { AlertRule, FlowRule } from '../domain/alert-rule.ts'
import { type RuleIndex, ruleIndex } from '../domain/rule-index.ts'
import type { Shard } from '../domain/shard.ts'
import { type Watch, type Watcher, watchersBySymbol } from '../domain/watch-thresholds.ts'
import { flowSubject } from '../operations/flow-subject.ts'
import { flowTriggers } from '../operations/triggers.ts'
import type { FlowPosition } from '../store/flow-positions.ts'
import type { AlertStore } from '../store/index.ts'
import { AccountRows, byText, type RowSource } from './account-rows.ts'
import { CoolingRules } from './cooling-rules.ts'
import { enabledRules } from './enabled-rules.ts'

/** A sweep is complete once its last leg may have arrived; until then its size may grow. */
const SETTLED_MS = SWEEP_WINDOW_MS + 1
/** Rows that are processed before other requests proceed. */
const ROWS_PER_TURN = 50
/** Matches per commit. More share a commit if they come in one poll, because each commit waits for the disk. */
const MAX_TRIGGERS = 100
/** Interval for storing positions without matches; such rows may be processed again after a crash. */
const SAVE_INTERVAL_MS = 1_000
/** Within this after the open, prints are still news to an account whose process ended then. */
const TAKEOVER_MS = 5 * MINUTE_MS

export interface MarketFeedParts extends Omit<RaiseParts, 'store'>, Pick<MarketContext, 'viewAt'> {
  readonly store: AlertStore
  readonly flowSessions: FlowSessions
  readonly market: MarketSource
  /** Whose rules and watchlists are matched. */
  readonly shard: Shard
  readonly memory: FeedMemory
}

/** State between polls. */
export interface FeedMemory {
  /** The session of a symbol that this process last polled, once its position is stored. */
  readonly seen: Map<string, string>
  /** By symbol, including unsaved positions; undefined until they are read. */
  positions: Map<string, FlowPosition> | undefined
  /** Symbols whose position is newer than the stored one. */
  readonly unsaved: Set<string>
  savedAtMs: number
  reading: { readonly rules: AccountRows<FlowRule>; readonly watches: AccountRows<Watch> } | undefined
  interests: Interests | undefined
  readonly cooling: CoolingRules
}

interface Interests {
  /** What it was built from. */
  readonly read: { readonly rules: readonly FlowRule[]; readonly watches: readonly Watch[] }
  readonly rules: RuleIndex
  readonly watchers: ReadonlyMap<string, readonly Watcher[]>
  readonly named: ReadonlySet<string>
  /** Whether a rule applies to every symbol. */
  readonly coversAllSymbols: boolean
}

export function feedMemory(): FeedMemory {
  const savedAtMs = Number.NEGATIVE_INFINITY
  return {
    seen: new Map(),
    positions: undefined,
    unsaved: new Set(),
    savedAtMs,
    reading: undefined,
    interests: undefined,
    cooling: new CoolingRules(),
  }
}

/**
 * Polls every symbol of a rule or watchlist once. Each row notifies once, also across restarts. Always returns false:
 * the next poll follows after the idle time.
 */
export async function notifyOfFlow(parts: MarketFeedParts, signal: AbortSignal): Promise<boolean> {
  const interests = await interestsOf(parts)
  const symbols = await symbolsOf(parts, interests)
  const positions = await positionsOf(parts)
  await removeUnused(parts, positions, new Set(symbols))
  if (symbols.length === 0) return false
  const view = await parts.viewAt()
  if (view.isReplay) return false
  const { sessionDate } = await view.moment()
  const poll: Poll = { interests, positions, triggers: [] }
  const failures = new SymbolFailures()
  try {
    for (const symbol of symbols) {
      if (signal.aborted) break
      const flow = await failures.nullIfLacking(symbol, parts.flowSessions.ahead(view, symbol))
      if (flow?.sessionDate === sessionDate) await pollSymbol(parts, poll, flow)
    }
  } finally {
    // A symbol that fails does not prevent notifications for the others.
    await flush(parts, poll)
  }
  // The log names the first; the others were polled all the same.
  if (failures.first) throw failures.first
  return false
}

interface Poll {
  readonly interests: Interests
  readonly positions: Map<string, FlowPosition>
  /** Matches that are not stored yet. */
  triggers: Trigger[]
}

/** Built again only when a rule, a watchlist or the standing of an account has changed. */
async function interestsOf({ store, shard, memory }: MarketFeedParts): Promise<Interests> {
  memory.reading ??= { rules: enabledRules(store, 'option_flow', shard), watches: watchesOf(store, shard) }
  const rules = await memory.reading.rules.read()
  const watches = await memory.reading.watches.read()
  const { interests } = memory
  if (interests?.read.rules === rules && interests.read.watches === watches) return interests
  memory.cooling.forgetChanged(interests?.read.rules ?? [], rules)
  const watchers = watchersBySymbol(watches)
  memory.interests = {
    read: { rules, watches },
    rules: ruleIndex(rules),
    watchers,
    named: new Set([...watchers.keys(), ...rules.flatMap(({ criteria }) => criteria.symbols ?? [])]),
    coversAllSymbols: rules.some(({ criteria }) => criteria.symbols === undefined),
  }
  return memory.interests
}

function watchesOf(store: AlertStore, shard: Shard): AccountRows<Watch> {
  const watches: RowSource<Watch> = {
    read: (accounts) => store.watchlists.watches(accounts),
    order: (a, b) => byText(a.symbol, b.symbol) || byText(a.accountId, b.accountId),
  }
  return new AccountRows(store, watches, shard)
}

async function symbolsOf({ market }: MarketFeedParts, { named, coversAllSymbols }: Interests): Promise<string[]> {
  const listed = coversAllSymbols ? await market.listings() : []
  const optioned = listed.filter(({ optionsFrom }) => optionsFrom !== null).map(({ symbol }) => symbol)
  return [...new Set([...named, ...optioned])].sort()
}

async function positionsOf({ store, shard, memory }: MarketFeedParts): Promise<Map<string, FlowPosition>> {
  if (memory.positions) return memory.positions
  await store.transaction(({ flowPositions }) => flowPositions.divide(shard.count))
  memory.positions = new Map((await store.flowPositions.of(shard)).map((it) => [it.symbol, it]))
  return memory.positions
}

/** Removes positions of symbols without rules or watchlists. A symbol that is added again starts at the present. */
async function removeUnused(
  { store, shard, memory }: MarketFeedParts,
  positions: Map<string, FlowPosition>,
  symbols: ReadonlySet<string>,
): Promise<void> {
  for (const symbol of memory.seen.keys()) if (!symbols.has(symbol)) memory.seen.delete(symbol)
  const unused = [...positions.keys()].filter((symbol) => !symbols.has(symbol))
  if (unused.length === 0) return
  await store.flowPositions.remove(shard, unused)
  for (const symbol of unused) {
    positions.delete(symbol)
    memory.unsaved.delete(symbol)
  }
}

/**
 * A new symbol starts at the present. A session that began while this process was running starts at its first print, and
 * so does one that has just begun for a process that goes on for another one.
 */
function startOf({ seen }: FeedMemory, flow: FlowAhead, stored: FlowPosition | undefined): number {
  const { symbol, sessionDate, asOfMs } = flow
  const justBegan = asOfMs - (sessionOn(sessionDate)?.openMs ?? 0) <= TAKEOVER_MS
  const before = seen.get(symbol) ?? (justBegan ? stored?.sessionDate : undefined)
  const isNew = before !== undefined && before < sessionDate
  return isNew ? -1 : (flow.rowsBeyond(-1, asOfMs - SETTLED_MS).at(-1)?.sequence ?? -1)
}

async function pollSymbol(parts: MarketFeedParts, poll: Poll, flow: FlowAhead): Promise<void> {
  const { symbol, sessionDate } = flow
  const { memory } = parts
  const position = poll.positions.get(symbol)
  const isCurrent = position?.sessionDate === sessionDate
  const start = isCurrent ? position.sequence : startOf(memory, flow, position)
  const moveTo = (sequence: number) => {
    poll.positions.set(symbol, { symbol, sessionDate, sequence })
    memory.unsaved.add(symbol)
  }
  if (isCurrent) memory.seen.set(symbol, sessionDate)
  else moveTo(start)
  const rows = flow.rowsBeyond(start, flow.asOfMs - SETTLED_MS)
  for (let from = 0; from < rows.length; from += ROWS_PER_TURN) {
    const some = rows.slice(from, from + ROWS_PER_TURN)
    poll.triggers.push(...triggersOf(parts, poll.interests, symbol, some))
    moveTo(some.at(-1)?.sequence ?? start)
    if (poll.triggers.length >= MAX_TRIGGERS) await flush(parts, poll)
    await nextTurn()
  }
}

function triggersOf(
  { memory: { cooling }, now }: MarketFeedParts,
  { rules, watchers }: Interests,
  symbol: string,
  rows: readonly FlowRow[],
): Trigger[] {
  const watching = watchers.get(symbol) ?? []
  const nowMs = now().getTime()
  const suppress = (rule: AlertRule) => cooling.countIfCooling(rule, symbol, nowMs)
  const candidates = watching.length > 0 ? rows : rows.filter((row) => rules.mayMatch(row))
  return candidates.flatMap((row) => {
    const subject = flowSubject(row)
    return subject ? flowTriggers(subject, { rules, watchers: watching, suppress }) : []
  })
}

/** Positions are committed together with the notifications and the counts for the rows up to them. */
async function flush(parts: MarketFeedParts, poll: Poll): Promise<void> {
  const { shard, memory, now } = parts
  const { triggers } = poll
  const nowMs = now().getTime()
  const isDue = Math.abs(nowMs - memory.savedAtMs) >= SAVE_INTERVAL_MS
  if (memory.unsaved.size === 0 || (triggers.length === 0 && !isDue)) return
  const suppressed = memory.cooling.counts()
  const moved = [...memory.unsaved].sort().flatMap((symbol) => poll.positions.get(symbol) ?? [])
  try {
    const raised = await parts.store.transaction(async (repositories) => {
      await repositories.flowPositions.put(shard, moved)
      // Before the matches that end a cooldown, which come after it.
      await repositories.cooldowns.suppress(suppressed)
      return raiseIn(repositories, parts, triggers)
    }, 'hot')
    memory.cooling.learn(triggers, raised, nowMs)
    poll.triggers = []
    memory.savedAtMs = nowMs
    for (const { symbol, sessionDate } of moved) memory.seen.set(symbol, sessionDate)
    announceRaised(parts.notifier, raised)
  } catch (error) {
    // Unsaved rows are processed again, starting at the stored position.
    memory.positions = undefined
    throw error
  } finally {
    memory.unsaved.clear()
    memory.cooling.forgetCounts()
  }
}
