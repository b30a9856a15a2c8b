import { z } from 'zod'
import { estimatedCostUsd } from '../../receiver/deciders/prices.ts'
import type { ReplayableIdea } from '../../receiver/store/decision-replays.ts'
import type { ReplayVariant } from './replay-run.ts'

/** Of a decision with tools, where the ledger knows none: a dozen answers of up to 8 KB and a short decision. */
const USUAL_TOKENS = { input: 25_000, output: 1_000 }

const tokens = z.number().min(0).nullish().catch(null)
const Usage = z.object({ inputTokens: tokens, outputTokens: tokens }).nullish().catch(null)

export interface ReplayEstimate {
  /** Ideas without a decision yet. */
  readonly open: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null where the price of the model is not known; 0 for rules. */
  readonly usd: number | null
  /** Decisions of the ledger that the tokens are the mean of; 0 for an assumption. */
  readonly knownDecisions: number
}

/** What the decisions that are left will take, by what those of the ledger took. */
export function estimateOf({ choice }: ReplayVariant, open: number, ideas: readonly ReplayableIdea[]): ReplayEstimate {
  if (choice.mode === 'rules') return { open, inputTokens: 0, outputTokens: 0, usd: 0, knownDecisions: 0 }
  const known = ideas.flatMap(({ usage }) => {
    const { inputTokens, outputTokens } = Usage.parse(usage) ?? {}
    return inputTokens == null || outputTokens == null ? [] : [{ input: inputTokens, output: outputTokens }]
  })
  const mean = (name: 'input' | 'output') =>
    known.length === 0 ? USUAL_TOKENS[name] : known.reduce((sum, each) => sum + each[name], 0) / known.length
  const counts = { inputTokens: Math.round(mean('input')), outputTokens: Math.round(mean('output')) }
  const isPriced = choice.provider === 'openai' && choice.baseUrl === undefined
  const each = isPriced ? estimatedCostUsd({ model: choice.model, cachedTokens: 0, ...counts }) : null
  return {
    open,
    inputTokens: open * counts.inputTokens,
    outputTokens: open * counts.outputTokens,
    usd: each === null ? null : open * each,
    knownDecisions: known.length,
  }
}

export function estimateText(title: string, estimate: ReplayEstimate, ideas: number): string {
  const { open, inputTokens, outputTokens, usd, knownDecisions } = estimate
  const left = open === ideas ? `${ideas} ideas` : `${open} of ${ideas} ideas are left`
  if (inputTokens === 0) return `${title}: ${left}, without cost.`
  const basis = knownDecisions > 0 ? `by ${knownDecisions} decisions of the ledger` : 'assumed'
  const cost = usd === null ? 'the price of this model is not known' : `about ${usd.toFixed(2)} USD`
  return `${title}: ${left}, about ${inputTokens} tokens in and ${outputTokens} out (${basis}); ${cost}.`
}
