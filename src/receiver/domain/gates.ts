import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import type { DecisionLimits } from './decision-limits.ts'
import { cappedNotional } from './notional.ts'
import { skipped } from './skip-reason.ts'

/** What the gates look at: the decision with its symbol normalised, the idea, the limits, and the amount in cents. */
interface Proposal {
  readonly decision: Decision
  readonly idea: Pick<TradeIdea, 'symbol' | 'direction' | 'entry_price' | 'target_price' | 'stop_price'>
  readonly limits: DecisionLimits
  /** The smaller of decision and cap, rounded to cents. */
  readonly notionalUsd: number
}

/** `passes` goes on to the next gate; `stays` ends at a skip that needs no reason; else the reason for a skip. */
type GateAnswer = 'passes' | 'stays' | { readonly reason: string }
type Gate = (proposal: Proposal) => GateAnswer

/** The gates in the order of the specification: the first one that fails gives the only reason. */
const GATES: readonly Gate[] = [
  sameSymbol,
  enoughConfidence,
  alreadySkipped,
  allPrices,
  soundBuy,
  soundShort,
  positiveNotional,
]

/**
 * The decision that counts: an order within all limits with its notional in cents, or a skip with notional 0. Pure, and
 * applying it again changes nothing, so that it can run once more before an order is sent.
 */
export function applyGates(decision: Decision, idea: Proposal['idea'], limits: DecisionLimits): Decision {
  const normal = { ...decision, symbol: upperAscii(decision.symbol.trim()) }
  const notionalUsd = cappedNotional(decision.notional_usd, limits.maxNotionalUsd)
  const proposal = { decision: normal, idea, limits, notionalUsd }
  for (const gate of GATES) {
    const answer = gate(proposal)
    if (answer === 'passes') continue
    return answer === 'stays' ? { ...normal, notional_usd: 0 } : skipped(normal, answer.reason)
  }
  return { ...normal, notional_usd: notionalUsd }
}

function sameSymbol({ decision, idea }: Proposal): GateAnswer {
  return failsUnless(decision.symbol === idea.symbol, 'decision symbol differs from the webhook symbol')
}

function enoughConfidence({ decision, limits }: Proposal): GateAnswer {
  return failsUnless(decision.confidence >= limits.minConfidence, 'confidence is below the minimum confidence')
}

function alreadySkipped({ decision }: Proposal): GateAnswer {
  return decision.action === 'skip' ? 'stays' : 'passes'
}

function allPrices({ idea }: Proposal): GateAnswer {
  const prices = [idea.entry_price, idea.target_price, idea.stop_price]
  // 0 is a price; only null is none.
  return failsUnless(!prices.includes(null), 'entry, target or stop price is missing')
}

function soundBuy({ decision, idea }: Proposal): GateAnswer {
  if (decision.action !== 'buy') return 'passes'
  if (idea.direction !== 'bullish') return { reason: 'buy needs a bullish direction' }
  const { entry, target, stop } = levels(idea)
  if (target <= entry) return { reason: 'buy needs a target above entry' }
  return failsUnless(stop < entry, 'buy needs a stop below entry')
}

function soundShort({ decision, idea, limits }: Proposal): GateAnswer {
  if (decision.action !== 'sell_short') return 'passes'
  if (!limits.allowShortSelling) return { reason: 'short selling is disabled' }
  if (idea.direction !== 'bearish') return { reason: 'short selling needs a bearish direction' }
  const { entry, target, stop } = levels(idea)
  if (target >= entry) return { reason: 'short selling needs a target below entry' }
  return failsUnless(stop > entry, 'short selling needs a stop above entry')
}

function positiveNotional({ notionalUsd }: Proposal): GateAnswer {
  return failsUnless(notionalUsd > 0, 'notional is 0 or less')
}

function failsUnless(holds: boolean, reason: string): GateAnswer {
  return holds ? 'passes' : { reason }
}

/** Only for gates after `allPrices`. */
function levels({ entry_price, target_price, stop_price }: Proposal['idea']) {
  if (entry_price === null || target_price === null || stop_price === null) {
    throw new Error('A gate before allPrices compares prices')
  }
  return { entry: entry_price, target: target_price, stop: stop_price }
}

/** Only a to z: other letters that upper-case into ASCII would make another ticker out of the model's answer. */
function upperAscii(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}
