import { sha256Hex } from '../../lib/node/sha256.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { INSTRUCTIONS } from '../../receiver/deciders/instructions.ts'
import { applyGates } from '../../receiver/domain/gates.ts'
import { triggeredMs } from '../../receiver/domain/triggered-ms.ts'
import type { Decider, DecisionOutcome } from '../../receiver/ports/decider.ts'
import type { ReplayableIdea, ReplayedIdea } from '../../receiver/store/decision-replays.ts'
import type { AskedRange } from '../../receiver/store/decision-scores.ts'
import { replayToken } from '../../surfaces/auth/replay-credential.ts'
import { type ReplayChoice, type ReplayTerms, replayDeciders } from '../decider-and-broker.ts'
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
  /** The run stops when it has cost this much, USD, with what was spent before it; null for no bound. */
  readonly maxUsd: number | null
  readonly spentUsd: number
  readonly onProgress: (done: number, total: number, symbol: string) => void
  /** Who decides; undefined for those of the service. */
  readonly deciders?: ReplayDeciders | undefined
}

/** Makes the decider of one idea. */
export type ReplayDeciders = (choice: ReplayChoice, terms: ReplayTerms) => Decider

export interface ReplayResult {
  readonly decided: ReadonlyMap<string, ReplayedIdea>
  /** Why it ended before all ideas had a decision; null where they have. */
  readonly stopped: string | null
  readonly failed: number
  /** Spent so far, what was spent before it included. */
  readonly usd: number
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
  { signal, maxUsd, spentUsd, onProgress, deciders = replayDeciders(parts) }: ReplayBounds,
): Promise<ReplayResult> {
  const { store, now, config } = parts
  const id = runIdOf(parts, dates, variant)
  const { title, choice } = variant
  await store.decisionReplays.begin({ id, title, settings: { ...dates, ...choice } }, now())
  const { open, decided } = await openIdeas(parts, id, ideas)
  const decideOn = deciderOf(parts, variant, deciders)
  const boundUsd = choice.mode === 'rules' ? null : maxUsd
  const spent: Spent = { usd: spentUsd, isUnknown: false, faults: 0, failed: 0, lastError: null }
  for (const [done, each] of open.entries()) {
    onProgress(ideas.length - open.length + done, ideas.length, each.idea.symbol)
    const reason = stopReason(spent, boundUsd, signal)
    if (reason !== null) return { decided, failed: spent.failed, usd: spent.usd, stopped: reason }
    const outcome = await decideOn(each, signal)
    // What was interrupted is no failure of the model; what came all the same was paid for.
    if (signal.aborted && !outcome.ok) continue
    const replayed = replayedOf(each, outcome, config.receiver)
    await store.decisionReplays.put(id, replayed, now())
    if (replayed.decision) decided.set(each.fingerprint, replayed)
    count(spent, outcome)
  }
  onProgress(ideas.length, ideas.length, '')
  return { decided, failed: spent.failed, usd: spent.usd, stopped: signal.aborted ? STOPPED : null }
}

const STOPPED = 'It was stopped.'

interface Spent {
  usd: number
  /** Whether a decision took tokens and nobody knows what they cost. */
  isUnknown: boolean
  /** Faults of the provider in a row. */
  faults: number
  failed: number
  lastError: string | null
}

function stopReason(
  { usd, isUnknown, faults, lastError }: Spent,
  maxUsd: number | null,
  signal: AbortSignal,
): string | null {
  if (signal.aborted) return STOPPED
  if (faults >= MAX_FAULTS) return `The provider failed ${faults} times in a row: ${lastError}`
  if (maxUsd === null) return null
  if (isUnknown) return 'What a decision has cost is not known, so --max-usd cannot be kept: leave it out.'
  return usd >= maxUsd ? `It has cost ${usd.toFixed(2)} USD, and --max-usd is ${maxUsd}.` : null
}

function count(spent: Spent, outcome: DecisionOutcome): void {
  const { estimatedCostUsd: usd, inputTokens } = outcome.usage
  spent.usd += usd ?? 0
  spent.isUnknown ||= usd === null && (outcome.ok || inputTokens !== null)
  spent.faults = !outcome.ok && outcome.isProviderFault === true ? spent.faults + 1 : 0
  if (outcome.ok) return
  spent.failed++
  spent.lastError = outcome.error
}

function deciderOf(parts: Parts, { choice, instructions }: ReplayVariant, deciders: ReplayDeciders) {
  const { config, identity, now } = parts
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
