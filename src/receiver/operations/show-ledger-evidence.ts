import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { LedgerEvidence } from '../contract/evidence.ts'
import { Fingerprint } from '../contract/ledger-entry.ts'
import { EVIDENCE_DAYS, type KeptEvidence, type KeptText } from '../domain/evidence.ts'
import { LEDGER_CALLERS, LEDGER_SURFACES } from './access.ts'
import { defineOperation } from './context.ts'

export const showLedgerEvidenceOperation = defineOperation({
  name: 'show_ledger_evidence',
  title: 'What a decision was made from',
  description:
    'The models that were asked about an idea, what they were sent, which tools they called and what these answered, with tokens, cost and time. Kept for 90 days. The secret is taken from the header alone.',
  capability: 'trade_ideas',
  callers: LEDGER_CALLERS,
  surfaces: LEDGER_SURFACES,
  route: { base: 'receiver', method: 'GET', path: '/ledger/:fingerprint/evidence', errors: ['not_found'] },
  input: z.object({ fingerprint: Fingerprint }),
  output: LedgerEvidence,
  example: { fingerprint: '820cfb2fdf9df54c369e12502f4a8c2b8e1d6b1c7f3a9e5d4c2b1a0f9e8d7c6b' },
  async run({ fingerprint }, { store }) {
    const record = await store.ledger.byFingerprint(fingerprint)
    if (!record) throw new AppError('not_found', 'The ledger has no entry with this fingerprint.')
    const requests = await store.decisionEvidence.of(fingerprint)
    return {
      fingerprint,
      requests: requests.map(({ decidedAt, models }) => ({
        decided_at: decidedAt,
        kept_until: new Date(Date.parse(decidedAt) + EVIDENCE_DAYS * DAY_MS).toISOString(),
        models: models.map(modelOf),
      })),
    }
  },
})

function modelOf(kept: KeptEvidence) {
  return {
    mode: kept.mode,
    provider: kept.provider,
    model: kept.model,
    prompt_version: kept.promptVersion,
    response_id: kept.responseId,
    input_tokens: kept.inputTokens,
    cached_tokens: kept.cachedTokens,
    output_tokens: kept.outputTokens,
    reasoning_tokens: kept.reasoningTokens,
    cost_usd: kept.estimatedCostUsd,
    latency_ms: kept.latencyMs,
    error: kept.error,
    message: kept.message && textOf(kept.message),
    tools: kept.toolUses.map(({ tool, ok, latencyMs, ...use }) => ({
      tool,
      arguments: textOf(use.arguments),
      ok,
      answer: textOf(use.answer),
      latency_ms: latencyMs,
    })),
    more_tools: kept.moreToolUses,
  }
}

function textOf({ isCut, ...kept }: KeptText) {
  return { ...kept, is_cut: isCut }
}
