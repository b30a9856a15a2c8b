import { canonicalInstant } from '../../lib/time/canonical-instant.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'

const HAS_OFFSET = /[+-]\d\d:\d\d$/

/** Unix milliseconds of `triggered_at`; without an offset it is UTC. NaN for what is no instant. */
export function triggeredMs({ triggered_at }: Pick<TradeIdea, 'triggered_at'>): number {
  const text = canonicalInstant(triggered_at) ?? ''
  return Date.parse(HAS_OFFSET.test(text) ? text : `${text}Z`)
}
