import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { RuleEvidence } from './rule-evidence.ts'

/** What one piece of evidence says about the idea, in words with its figures. */
export interface Finding {
  readonly verdict: 'for' | 'against' | 'neither' | 'unknown'
  readonly text: string
  /** Whether an order may come out although this is unknown. */
  readonly dispensable?: boolean
}

const FLOW_FOR = 0.6
const FLOW_AGAINST = 0.4
const TREND = 20
/** How much of the way to the target must be free of obstacles. */
const ROOM = 0.5

/** Flow, trend, room to the target, backing before the stop: always these four, in this order. */
export function findings(idea: TradeIdea, evidence: RuleEvidence): readonly Finding[] {
  return [flow(evidence), trend(idea, evidence), room(idea, evidence), backing(idea, evidence)]
}

function flow({ flowFor, flowAgainst }: RuleEvidence): Finding {
  if (flowFor === null || flowAgainst === null || !(flowFor + flowAgainst > 0)) {
    return { verdict: 'unknown', text: 'option flow is unknown' }
  }
  const share = flowFor / (flowFor + flowAgainst)
  const verdict = share >= FLOW_FOR ? 'for' : share <= FLOW_AGAINST ? 'against' : 'neither'
  return { verdict, text: `${Math.round(share * 100)} % of the option flow is with the idea` }
}

function trend({ direction }: TradeIdea, { trendScore }: RuleEvidence): Finding {
  // Not every source of context has the trend; then all three others must be in favour.
  if (trendScore === null) return { verdict: 'unknown', text: 'the trend is unknown', dispensable: true }
  const withIdea = trendScore * (direction === 'bullish' ? 1 : -1)
  const verdict = withIdea >= TREND ? 'for' : withIdea <= -TREND ? 'against' : 'neither'
  return { verdict, text: `the trend score is ${Math.round(trendScore)} of ±100` }
}

/** Whether the first level on the way lies beyond, or far along, the way to the target. */
function room(idea: TradeIdea, { price, callWall, putWall, supports, resistances }: RuleEvidence): Finding {
  const { target_price: target, direction } = idea
  const up = direction === 'bullish'
  const ahead = up ? levels(resistances, callWall) : levels(supports, putWall)
  if (price === null || target === null || ahead.length === 0) {
    return { verdict: 'unknown', text: 'no level on the way to the target is known' }
  }
  const onTheWay = ahead.filter((level) => (up ? level > price : level < price))
  const nearest = up ? Math.min(...onTheWay) : Math.max(...onTheWay)
  if (!Number.isFinite(nearest))
    return { verdict: 'for', text: `no known level stands before the target ${usd(target)}` }
  const free = (nearest - price) / (target - price)
  const verdict = free >= 1 ? 'for' : free < ROOM ? 'against' : 'neither'
  const where = up ? 'resistance' : 'support'
  return {
    verdict,
    text: `the next ${where} ${usd(nearest)} leaves ${Math.round(Math.min(free, 1) * 100)} % of the way free`,
  }
}

/** Whether a level stands between the price and the stop, where it can turn a move against the idea. */
function backing(idea: TradeIdea, { price, callWall, putWall, supports, resistances }: RuleEvidence): Finding {
  const { stop_price: stop, direction } = idea
  const up = direction === 'bullish'
  const behind = up ? levels(supports, putWall) : levels(resistances, callWall)
  if (price === null || stop === null || behind.length === 0) {
    return { verdict: 'unknown', text: 'no level before the stop is known' }
  }
  const between = behind.filter((level) => (up ? level < price && level > stop : level > price && level < stop))
  if (between.length === 0) return { verdict: 'neither', text: `no known level stands before the stop ${usd(stop)}` }
  const nearest = up ? Math.max(...between) : Math.min(...between)
  return {
    verdict: 'for',
    text: `${up ? 'support' : 'resistance'} ${usd(nearest)} stands before the stop ${usd(stop)}`,
  }
}

function levels(found: readonly number[], wall: number | null): number[] {
  return wall === null ? [...found] : [...found, wall]
}

/** A price as people write it: cents at most. */
export function usd(price: number): number {
  return Math.round(price * 100) / 100
}
