/** Which accounts a print or an idea notifies: the join of flow, watchlists and rules. */

import { newYorkDate, newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { eventKeys } from '../../notifications/domain/event-key.ts'
import type {
  ProgramPayload,
  RaisingRule,
  Trigger,
  TriggerGroup,
} from '../../notifications/operations/raise/trigger.ts'
import type { IdeaSubject } from '../../trade-ideas/domain/idea-subject.ts'
import { ideaWebhookBody } from '../../trade-ideas/operations/idea-webhook-body.ts'
import {
  flowAlertContent,
  grownContent,
  ideaAlertContent,
  unusualContent,
  WATCHLIST_RINGS,
  whaleContent,
} from '../domain/alert-contents.ts'
import { type AlertRule, type LevelRule, type ScreenRule, SOURCE_CAPABILITY } from '../domain/alert-rule.ts'
import type { FlowSubject } from '../domain/flow-subject.ts'
import { ideaExpiryMs } from '../domain/idea-expiry.ts'
import { type LevelCrossing, levelAlertContent } from '../domain/level-contents.ts'
import type { RuleIndex } from '../domain/rule-index.ts'
import { type ScreenEntry, screenAlertContent } from '../domain/screen-contents.ts'
import { isWatchedUnusual, isWatchedWhale, type Watcher } from '../domain/watch-thresholds.ts'

export interface FlowInterests {
  readonly rules: RuleIndex
  /** The accounts with the print's symbol on their watchlist. */
  readonly watchers: readonly Watcher[]
  /** Called once for each match of a rule; one that returns true triggers nothing. */
  readonly suppress?: (rule: AlertRule) => boolean
}

export function flowTriggers(
  print: FlowSubject,
  { rules, watchers, suppress = () => false }: FlowInterests,
): Trigger[] {
  const whaleWatchers = watchers.filter(({ thresholds }) => isWatchedWhale(print, thresholds))
  const unusualWatchers = watchers.filter(({ thresholds }) => isWatchedUnusual(print, thresholds))
  const whale = {
    eventKey: eventKeys.whaleTrade(print.id),
    content: whaleContent(print),
    group: groupOf('whale_trade', print),
  }
  const unusual = {
    eventKey: eventKeys.unusualActivity(print.id),
    content: unusualContent(print),
    group: groupOf('unusual_activity', print),
  }
  return [
    ...whaleWatchers.map(({ accountId }) => ({ accountId, ...whale })),
    ...unusualWatchers.map(({ accountId }) => ({ accountId, ...unusual })),
    ...rules
      .flow(print)
      .filter((rule) => !suppress(rule))
      .map((rule) => ({
        accountId: rule.accountId,
        eventKey: eventKeys.alert(rule.id, print.id),
        content: flowAlertContent(rule, print),
        rule: raisingRule(rule),
      })),
  ]
}

/** The prints of one contract in a session are one notification. */
function groupOf(type: keyof typeof WATCHLIST_RINGS, print: FlowSubject): TriggerGroup {
  const sessionDate = newYorkDate(Date.parse(print.executed_at))
  return {
    key: eventKeys.contract(type, sessionDate, print.option_symbol),
    grown: (before) => grownContent(before, print),
    rings: { max: WATCHLIST_RINGS[type], since: new Date(newYorkInstant(sessionDate, 0)).toISOString() },
  }
}

export function ideaTriggers(idea: IdeaSubject, rules: RuleIndex): Trigger[] {
  return rules.idea(idea).map((rule) => ({
    accountId: rule.accountId,
    eventKey: eventKeys.alert(rule.id, idea.id),
    content: ideaAlertContent(rule, idea),
    rule: raisingRule(rule),
    program: ideaProgram(rule, idea),
  }))
}

/** One crossing of one rule; market time makes it unique. */
export function levelTrigger(rule: LevelRule, crossing: LevelCrossing): Trigger {
  return {
    accountId: rule.accountId,
    eventKey: eventKeys.alert(rule.id, `${crossing.symbol} ${new Date(crossing.now.atMs).toISOString()}`),
    content: levelAlertContent(rule, crossing),
    rule: raisingRule(rule),
  }
}

/** The symbols that newly pass one rule; market time makes it unique. */
export function screenTrigger(rule: ScreenRule, entry: ScreenEntry): Trigger {
  return {
    accountId: rule.accountId,
    eventKey: eventKeys.alert(rule.id, `screen ${new Date(entry.atMs).toISOString()}`),
    content: screenAlertContent(rule, entry),
    rule: raisingRule(rule),
  }
}

/** The part of a rule that notifications need. */
export function raisingRule({ id, channels, endpointId, cooldownMinutes, source }: AlertRule): RaisingRule {
  return { id, channels, endpointId, cooldownMinutes, capability: SOURCE_CAPABILITY[source] }
}

/** The webhook content for an idea: the payload of the specification, until the idea expires. */
export function ideaProgram(rule: AlertRule, idea: IdeaSubject): ProgramPayload {
  const fixed = { ...idea, source: 'trade_idea', alert_name: rule.name, matched_criteria: rule.criteria } as const
  return {
    // The instant is unique per rule and symbol.
    payload: (triggeredAt) => ideaWebhookBody({ ...fixed, triggered_at: triggeredAt }),
    expiresMs: ideaExpiryMs,
  }
}
