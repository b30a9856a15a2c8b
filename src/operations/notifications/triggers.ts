/** What a print or an idea is to be told to whom: the join of flow, watchlists and rules. */
import type { RuleIndex } from '../../domain/alerts/rule-index.ts'
import type { FlowSubject, IdeaSubject } from '../../domain/alerts/subject.ts'
import {
  flowAlertContent,
  ideaAlertContent,
  UNUSUAL_SCORE,
  unusualContent,
  WHALE_PREMIUM_USD,
  whaleContent,
} from '../../domain/notifications/contents.ts'
import { eventKeys } from '../../domain/notifications/event-key.ts'
import type { Trigger } from './raise.ts'

/** `watchers` are the accounts that have the print's symbol on their watchlist. */
export function flowTriggers(print: FlowSubject, rules: RuleIndex, watchers: readonly string[]): Trigger[] {
  const isWhale = print.premium >= WHALE_PREMIUM_USD
  const isUnusual = print.unusual_score !== null && print.unusual_score >= UNUSUAL_SCORE
  const whale = { eventKey: eventKeys.whaleTrade(print.id), content: whaleContent(print) }
  const unusual = { eventKey: eventKeys.unusualActivity(print.id), content: unusualContent(print) }
  return [
    ...(isWhale ? watchers.map((accountId) => ({ accountId, ...whale })) : []),
    ...(isUnusual ? watchers.map((accountId) => ({ accountId, ...unusual })) : []),
    ...rules.flow(print).map((rule) => ({
      accountId: rule.accountId,
      eventKey: eventKeys.alert(rule.id, print.id),
      content: flowAlertContent(rule, print),
      rule,
    })),
  ]
}

export function ideaTriggers(idea: IdeaSubject, rules: RuleIndex): Trigger[] {
  return rules.idea(idea).map((rule) => ({
    accountId: rule.accountId,
    eventKey: eventKeys.alert(rule.id, idea.id),
    content: ideaAlertContent(rule, idea),
    rule,
    idea,
  }))
}
