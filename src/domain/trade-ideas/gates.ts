import type { Decision, DecisionLimits } from './decision.ts'
import { cappedNotional } from './notional.ts'
import type { TradeIdea } from './trade-idea.ts'

/** What the gates look at: the decision with its symbol normalised, the idea, the limits, and the amount in cents. */
interface Proposal {
  readonly decision: Decision
  readonly idea: Pick<TradeIdea, 'symbol' | 'direction' | 'entry_price' | 'target_price' | 'stop_price'>
  readonly limits: DecisionLimits
  /** The smaller of decision and cap, rounded to cents. */
  readonly notionalUsd: number
}

/** `passes` asks the next gate; `stays` ends at a skip that needs no reason; else the reason why it becomes one. */
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
 * applying it again changes nothing, so that it may be asked once more before an order is sent.
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

/** The decision overruled: what the model said stays readable, and why it does not count stands behind it. */
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

/** Asked behind the gate for missing prices; NaN would fail no comparison that asks for the opposite. */
function levels({ entry_price, target_price, stop_price }: Proposal['idea']) {
  if (entry_price === null || target_price === null || stop_price === null) {
    throw new Error('The prices are asked for behind the gate that finds them missing')
  }
  return { entry: entry_price, target: target_price, stop: stop_price }
}

/** Only a to z: other letters that upper-case into ASCII would make another ticker out of the model's answer. */
function upperAscii(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
}
