/**
 * Notifies of crossed levels. Each poll compares the newest figures of each symbol that a rule names; the state of each
 * rule is stored with its notification, so a restart neither repeats nor loses a crossing. A replayed session notifies
 * nobody.
 */
import type { AnalyticsContext } from '../../analytics/operations/context.ts'
import { SymbolFailures } from '../../market/operations/symbol-failures.ts'
import { announceRaised, raiseIn } from '../../notifications/operations/raise/raise.ts'
import type { RaiseParts, Trigger } from '../../notifications/operations/raise/trigger.ts'
import type { LevelRule } from '../domain/alert-rule.ts'
import { type LevelState, levelStep } from '../domain/level-crossing.ts'
import { LEVEL_DEFINITIONS } from '../domain/level-kinds.ts'
import { type LevelFigures, levelReading } from '../domain/level-reading.ts'
import type { Shard } from '../domain/shard.ts'
import { type FigureMemory, figureMemory, levelFigures } from '../operations/level-figures.ts'
import { levelTrigger } from '../operations/triggers.ts'
import type { AlertStore } from '../store/index.ts'
import type { StoredLevelState } from '../store/level-states.ts'
import type { AccountRows } from './account-rows.ts'
import { enabledRules } from './enabled-rules.ts'

export interface LevelWatchParts extends Omit<AnalyticsContext, 'store'>, Omit<RaiseParts, 'store'> {
  readonly store: AlertStore
  /** Whose rules are compared. */
  readonly shard: Shard
  readonly memory: LevelMemory
}

/** State between polls. */
export interface LevelMemory {
  readonly figures: FigureMemory
  reading: AccountRows<LevelRule> | undefined
  rules: Rules | undefined
}

interface Rules {
  /** What it was built from. */
  readonly read: readonly LevelRule[]
  readonly bySymbol: ReadonlyMap<string, readonly LevelRule[]>
  /** By rule and symbol. A rule that changed was read again, with its state. */
  readonly states: Map<string, LevelState>
}

export function levelMemory(): LevelMemory {
  return { figures: figureMemory(), reading: undefined, rules: undefined }
}

/** Polls every symbol of a rule on a level once. Always returns false: the next poll follows after the idle time. */
export async function notifyOfLevels(parts: LevelWatchParts, signal: AbortSignal): Promise<boolean> {
  const { bySymbol, states } = await rulesOf(parts)
  if (bySymbol.size === 0) return false
  const view = await parts.viewAt()
  if (view.isReplay) return false
  const failures = new SymbolFailures()
  for (const [symbol, rules] of bySymbol) {
    if (signal.aborted) break
    const kinds = new Set(rules.map(({ criteria }) => criteria.level))
    const figures = await levelFigures({ ...parts, view, memory: parts.memory.figures, failures }, symbol, kinds)
    if (figures) await compare(parts, { symbol, rules, figures, states })
  }
  if (failures.first) throw failures.first
  return false
}

/** Built again only when a rule or the standing of an account has changed. */
async function rulesOf({ store, shard, memory }: LevelWatchParts): Promise<Rules> {
  memory.reading ??= enabledRules(store, 'market_level', shard)
  const read = await memory.reading.read()
  if (memory.rules?.read === read) return memory.rules
  const bySymbol = new Map<string, LevelRule[]>()
  for (const rule of read) {
    for (const symbol of rule.criteria.symbols) bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), rule])
  }
  const stored = bySymbol.size === 0 ? [] : await store.levelStates.of(shard)
  memory.rules = { read, bySymbol, states: statesOf(stored, memory.rules?.states) }
  return memory.rules
}

/** The stored states; the newer values of this process, where it knows some. */
function statesOf(stored: readonly StoredLevelState[], known: Rules['states'] | undefined): Rules['states'] {
  const entries = stored.map((state) => {
    const key = keyOf(state.alertId, state.symbol)
    const newer = known?.get(key)
    const isNewer = newer !== undefined && newer.side === state.side && newer.atMs > state.atMs
    return [key, isNewer ? newer : state] as const
  })
  return new Map(entries)
}

interface Compared {
  readonly symbol: string
  readonly rules: readonly LevelRule[]
  readonly figures: LevelFigures
  readonly states: Map<string, LevelState>
}

async function compare(parts: LevelWatchParts, { symbol, rules, figures, states }: Compared): Promise<void> {
  const steps = rules.flatMap((rule) => stepOf(rule, { symbol, figures, before: states.get(keyOf(rule.id, symbol)) }))
  const changed = steps.filter(({ mustBeStored }) => mustBeStored).map(({ state }) => state)
  if (changed.length > 0) {
    await save(
      parts,
      changed,
      steps.flatMap(({ trigger }) => trigger ?? []),
    )
  }
  for (const { state } of steps) states.set(keyOf(state.alertId, symbol), state)
}

interface Step {
  readonly state: StoredLevelState
  readonly mustBeStored: boolean
  readonly trigger: Trigger | null
}

interface Known {
  readonly symbol: string
  readonly figures: LevelFigures
  readonly before: LevelState | undefined
}

/** Nothing where the figures say nothing new. */
function stepOf(rule: LevelRule, { symbol, figures, before }: Known): Step[] {
  const { keepsLevel = false, only } = LEVEL_DEFINITIONS[rule.criteria.level]
  const reading = levelReading(rule.criteria, figures)
  const { state, crossed } = levelStep(before, reading, keepsLevel)
  if (!state || state === before) return []
  const wanted = only ?? rule.criteria.direction ?? crossed
  const isRung = before !== undefined && crossed !== null && crossed === wanted
  const now = { ...reading, level: keepsLevel && before ? before.level : reading.level }
  return [
    {
      state: { ...state, alertId: rule.id, symbol },
      mustBeStored: mustBeStored(before, state, keepsLevel),
      trigger: isRung ? levelTrigger(rule, { symbol, side: crossed, before, now }) : null,
    },
  ]
}

/** The value alone changes with every poll; the side is enough to recognize the next crossing. */
function mustBeStored(before: LevelState | undefined, state: LevelState, keepsLevel: boolean): boolean {
  if (!before || before.side !== state.side || before.isArmed !== state.isArmed) return true
  return keepsLevel && before.level !== state.level
}

/** The states are committed with the notifications, so that neither is there without the other. */
async function save(parts: LevelWatchParts, changed: readonly StoredLevelState[], triggers: readonly Trigger[]) {
  const raised = await parts.store.transaction(async (repositories) => {
    for (const state of changed) await repositories.levelStates.put(state)
    return raiseIn(repositories, parts, triggers)
  }, 'hot')
  announceRaised(parts.notifier, raised)
}

function keyOf(alertId: string, symbol: string): string {
  return `${alertId} ${symbol}`
}
