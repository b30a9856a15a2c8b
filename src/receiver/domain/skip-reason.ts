import type { Decision } from '../contract/decision.ts'

/** An overruled decision keeps what the model said; the gate's reason follows the rationale in brackets. */
export function skipped(decision: Decision, reason: string): Decision {
  const ending = ` [skipped: ${reason}]`
  const isNoted = decision.action === 'skip' && decision.rationale.endsWith(ending)
  return {
    ...decision,
    action: 'skip',
    notional_usd: 0,
    rationale: isNoted ? decision.rationale : `${decision.rationale}${ending}`,
    risk_notes: isNoted ? decision.risk_notes : [...decision.risk_notes, reason],
  }
}

/** Another's words as a reason: one line without the brackets that enclose a reason, 200 code points at most. */
export function asReason(text: string): string {
  return [...text.replaceAll(/[[\]\p{Cc}]+/gu, ' ').trim()].slice(0, 200).join('')
}

/** Why a gate overruled a decision; null where none did. */
export function skipReason(decision: Pick<Decision, 'action' | 'rationale'> | null): string | null {
  if (decision?.action !== 'skip') return null
  return /\[skipped: ([^\]]+)\]$/.exec(decision.rationale)?.[1] ?? null
}

/** What the model said, without what a gate added. */
export function rationaleOf({ rationale }: Pick<Decision, 'rationale'>): string {
  return rationale.replace(/ ?\[skipped: [^\]]+\]$/, '')
}
