/** Notifications about prints and ideas: title, body in words, and the facts by name. */

import type { NotificationContent } from '../../notifications/domain/notification.ts'
import type { IdeaSubject } from '../../trade-ideas/domain/idea-subject.ts'
import type { AlertRule } from './alert-rule.ts'
import type { FlowSubject } from './flow-subject.ts'

/** Minimum premium of a whale trade, USD, from the specification. */
export const WHALE_PREMIUM_USD = 500_000

/** Minimum score of unusual activity on a watchlist: one comparable print in 5,000. */
export const UNUSUAL_SCORE = 95

/** So many notifications of a watchlist ring in a session: 15 together, whatever the market does. */
export const WATCHLIST_RINGS = { whale_trade: 8, unusual_activity: 7 } as const

export function whaleContent(print: FlowSubject): NotificationContent {
  return {
    type: 'whale_trade',
    title: `Whale trade: ${printTitle(print)}`,
    body: printBody(print),
    symbol: print.symbol,
    priority: 'normal',
    details: { activity_type: 'whale_trade', ...printDetails(print) },
  }
}

export function unusualContent(print: FlowSubject): NotificationContent {
  return {
    type: 'unusual_activity',
    title: `Unusual activity: ${printTitle(print)}`,
    body: printBody(print),
    symbol: print.symbol,
    priority: 'normal',
    details: { activity_type: 'unusual_activity', ...printDetails(print) },
  }
}

/** The notification of a contract after another print. */
export function grownContent(before: NotificationContent, print: FlowSubject): NotificationContent {
  const { details } = before
  const known = (name: string) => (typeof details[name] === 'number' ? details[name] : 0)
  const prints = Math.max(known('prints'), 1) + 1
  const premium = known('premium') + print.premium
  const size = known('size') + print.size
  const score = Math.max(known('unusual_score'), print.unusual_score ?? 0)
  const { symbol, strike, option_type: type, expiration_date: date } = print
  const kind = before.type === 'whale_trade' ? 'Whale trades' : 'Unusual activity'
  const isOneSide = details['side'] === print.side
  return {
    ...before,
    title: `${kind}: ${symbol} ${strike} ${type}, ${prints} prints, ${shortUsd(premium)}`,
    body: `${prints} prints, ${size} contracts of ${symbol} ${strike} ${type} ${date} for ${shortUsd(premium)}. Highest unusual score ${score}.`,
    details: {
      ...details,
      prints,
      premium,
      size,
      unusual_score: score,
      ...(isOneSide ? {} : { side: null, side_label: null }),
      last_at: print.executed_at,
    },
  }
}

export function flowAlertContent(rule: AlertRule, print: FlowSubject): NotificationContent {
  return {
    type: 'custom_alert',
    title: `${rule.name}: ${printTitle(print)}`,
    body: printBody(print),
    symbol: print.symbol,
    priority: rule.priority,
    details: { alert_name: rule.name, ...printDetails(print) },
  }
}

export function ideaAlertContent(rule: AlertRule, idea: IdeaSubject): NotificationContent {
  return {
    type: 'custom_alert',
    title: `${rule.name}: ${idea.symbol} ${idea.direction}, ${idea.strategy}`,
    body: ideaBody(idea),
    symbol: idea.symbol,
    priority: rule.priority,
    details: {
      alert_name: rule.name,
      symbol: idea.symbol,
      direction: idea.direction,
      strategy: idea.strategy,
      model: idea.model,
      confidence: idea.confidence,
      entry_price: idea.entry_price,
      target_price: idea.target_price,
      stop_price: idea.stop_price,
      idea_id: idea.id,
      ...(idea.structure ? { structure: idea.structure } : {}),
    },
  }
}

function printTitle({ symbol, strike, option_type: type, premium }: FlowSubject): string {
  return `${symbol} ${strike} ${type}, ${shortUsd(premium)}`
}

function printBody(print: FlowSubject): string {
  const { size, symbol, strike, option_type: type, expiration_date: date, dte, premium, side_label: side } = print
  const score = print.unusual_score === null ? '' : ` Unusual score ${print.unusual_score}.`
  const days = dte === 1 ? '1 day' : `${dte} days`
  return `${size} contracts of ${symbol} ${strike} ${type} ${date} (${days}) for ${shortUsd(premium)}${side === null ? '' : `, ${side}`}.${score}`
}

function printDetails(print: FlowSubject): Record<string, unknown> {
  return {
    symbol: print.symbol,
    option_symbol: print.option_symbol,
    option_type: print.option_type,
    strike: print.strike,
    expiration_date: print.expiration_date,
    premium: print.premium,
    unusual_score: print.unusual_score,
    side: print.side,
    side_label: print.side_label,
    dte: print.dte,
    size: print.size,
  }
}

function ideaBody({
  symbol,
  direction,
  strategy,
  confidence,
  entry_price: entry,
  target_price: target,
  stop_price: stop,
  thesis,
  structure,
}: IdeaSubject): string {
  const levels = [
    ...(entry === null ? [] : [`entry ${entry}`]),
    ...(target === null ? [] : [`target ${target}`]),
    ...(stop === null ? [] : [`stop ${stop}`]),
  ]
  const facts = [
    `${symbol} ${direction}: ${strategy}`,
    ...levels,
    ...(confidence === null ? [] : [`confidence ${confidence}`]),
  ]
  const contracts = structure ? ` Contracts: ${structure}.` : ''
  return `${facts.join(', ')}.${contracts}${thesis === null ? '' : ` ${thesis}`}`
}

/** 523,400 is 523.4K: rounded in the text; the details contain the exact value. */
function shortUsd(amount: number): string {
  for (const [size, letter] of [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ] as const) {
    if (amount >= size) return `$${Number((amount / size).toPrecision(4))}${letter}`
  }
  return `$${Number(amount.toPrecision(4))}`
}
