import { sha256Hex } from '../../lib/node/sha256.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { INSTRUCTIONS } from '../../receiver/deciders/instructions.ts'
import { applyGates } from '../../receiver/domain/gates.ts'
import { triggeredMs } from '../../receiver/domain/triggered-ms.ts'
import type { DecisionOutcome } from '../../receiver/ports/decider.ts'
import type { ReplayableIdea, ReplayedIdea } from '../../receiver/store/decision-replays.ts'
import type { AskedRange } from '../../receiver/store/decision-scores.ts'
import { replayToken } from '../../surfaces/auth/replay-credential.ts'
import { type ReplayChoice, replayDeciders } from '../decider-and-broker.ts'
import type { Parts } from '../parts.ts'
import { pinnedAt } from './score-parts.ts'

/** After a decision has taken all its time, its credential is of no use for long. */
const CREDENTIAL_SPARE_MS = 60_000
/** A provider that fails this often in a row is left alone: the same command goes on later. */
const MAX_FAULTS = 3

export interface ReplayDates {
  /** New York dates, both included. */
  readonly from: string
  readonly to: string
  readonly symbol: string | undefined
}

/** One way to decide. */
export interface ReplayVariant {
  readonly title: string
  readonly choice: ReplayChoice
  /** Undefined for the service's own. */
  readonly instructions: string | undefined
}

export interface ReplayBounds {
  readonly signal: AbortSignal
  /** The run stops when it has cost more, USD; null for no bound. */
  readonly maxUsd: number | null
  readonly onProgress: (done: number, total: number, symbol: string) => void
}

export interface ReplayResult {
  readonly decided: ReadonlyMap<string, ReplayedIdea>
  /** Why it ended before all ideas had a decision; null where they have. */
  readonly stopped: string | null
  readonly failed: number
}

export function rangeOf({ from, to, symbol }: ReplayDates): AskedRange {
  return { from: new Date(newYorkInstant(from, 0)), until: new Date(newYorkInstant(addDays(to, 1), 0)), symbol }
}

/** The same for the same question: a run that was stopped is found again. */
export function runIdOf(
  { config }: Parts,
  dates: ReplayDates,
  { choice, instructions = INSTRUCTIONS }: ReplayVariant,
): string {
  const { maxNotionalUsd, minConfidence, allowShortSelling } = config.receiver
  const limits = { maxNotionalUsd, minConfidence, allowShortSelling }
  return sha256Hex(
    JSON.stringify({ dates, choice, instructions: choice.mode === 'rules' ? null : instructions, limits }),
  )
}

/** Ideas that a run has no decision for yet. */
export async function openIdeas(
  { store }: Parts,
  runId: string,
  ideas: readonly ReplayableIdea[],
): Promise<{ readonly open: readonly ReplayableIdea[]; readonly decided: Map<string, ReplayedIdea> }> {
  const known = await store.decisionReplays.decided(runId)
  const decided = new Map(known.flatMap((each) => (each.decision === null ? [] : [[each.fingerprint, each] as const])))
  return { open: ideas.filter(({ fingerprint }) => !decided.has(fingerprint)), decided }
}

/**
 * Lets a variant decide on stored ideas, each with what was known when it was triggered. There is no brokerage in it, so
 * nothing can be ordered. Each decision is stored before the next is asked for, so a run that is stopped goes on.
 */
export async function runReplay(
  parts: Parts,
  dates: ReplayDates,
  variant: ReplayVariant,
  ideas: readonly ReplayableIdea[],
  { signal, maxUsd, onProgress }: ReplayBounds,
): Promise<ReplayResult> {
  const { store, now, config } = parts
  const id = runIdOf(parts, dates, variant)
  const { title, choice } = variant
  await store.decisionReplays.begin({ id, title, settings: { ...dates, ...choice } }, now())
  const { open, decided } = await openIdeas(parts, id, ideas)
  const decideOn = deciderOf(parts, variant)
  const spent: Spent = { usd: 0, faults: 0, failed: 0, lastError: null }
  for (const [done, each] of open.entries()) {
    onProgress(ideas.length - open.length + done, ideas.length, each.idea.symbol)
    const reason = stopReason(spent, maxUsd, signal)
    if (reason !== null) return { decided, failed: spent.failed, stopped: reason }
    const outcome = await decideOn(each, signal)
    // What was interrupted is no failure of the model.
    if (signal.aborted) continue
    const replayed = replayedOf(each, outcome, config.receiver)
    await store.decisionReplays.put(id, replayed, now())
    if (replayed.decision) decided.set(each.fingerprint, replayed)
    count(spent, outcome)
  }
  onProgress(ideas.length, ideas.length, '')
  return { decided, failed: spent.failed, stopped: signal.aborted ? STOPPED : null }
}

const STOPPED = 'It was stopped.'

interface Spent {
  usd: number
  /** Faults of the provider in a row. */
  faults: number
  failed: number
  lastError: string | null
}

function stopReason({ usd, faults, lastError }: Spent, maxUsd: number | null, signal: AbortSignal): string | null {
  if (signal.aborted) return STOPPED
  if (faults >= MAX_FAULTS) return `The provider failed ${faults} times in a row: ${lastError}`
  return maxUsd !== null && usd >= maxUsd ? `It has cost ${usd.toFixed(2)} USD, and --max-usd is ${maxUsd}.` : null
}

function count(spent: Spent, outcome: DecisionOutcome): void {
  spent.usd += outcome.usage.estimatedCostUsd ?? 0
  spent.faults = !outcome.ok && outcome.isProviderFault === true ? spent.faults + 1 : 0
  if (outcome.ok) return
  spent.failed++
  spent.lastError = outcome.error
}

function deciderOf(parts: Parts, { choice, instructions }: ReplayVariant) {
  const { config, identity, now } = parts
  const deciders = replayDeciders(parts)
  const email = config.decision.serviceEmail ?? ''
  return ({ fingerprint, idea, askedAt }: ReplayableIdea, signal: AbortSignal): Promise<DecisionOutcome> => {
    const atMs = instantOf({ idea, askedAt })
    const expiresMs = now().getTime() + config.decision.timeoutMs + CREDENTIAL_SPARE_MS
    const token = replayToken(identity.digest, { email, atMs, expiresMs })
    const decider = deciders(choice, { pinned: pinnedAt(atMs), token, instructions })
    return decider.decide({ fingerprint, idea, limits: config.receiver }, signal)
  }
}

/** When the idea was triggered. A sender can date it ahead: what the receiver did not know yet is not known here, either. */
export function instantOf({ idea, askedAt }: Pick<ReplayableIdea, 'idea' | 'askedAt'>): number {
  const ms = triggeredMs(idea)
  return Number.isNaN(ms) ? askedAt.getTime() : Math.min(ms, askedAt.getTime())
}

function replayedOf(
  { fingerprint, idea }: ReplayableIdea,
  outcome: DecisionOutcome,
  limits: Parts['config']['receiver'],
): ReplayedIdea {
  const { usage } = outcome
  if (!outcome.ok) return { fingerprint, decision: null, error: outcome.error, usage }
  return { fingerprint, decision: applyGates(outcome.decision, idea, limits), error: null, usage }
}
