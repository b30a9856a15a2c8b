import type { AlertRule } from '../../../../src/alerts/domain/alert-rule.ts'
import { ruleIndex } from '../../../../src/alerts/domain/rule-index.ts'
import { type Watch, watchersBySymbol } from '../../../../src/alerts/domain/watch-thresholds.ts'
import { flowSubject } from '../../../../src/alerts/operations/flow-subject.ts'
import { flowTriggers } from '../../../../src/alerts/operations/triggers.ts'
import type { FlowRow } from '../../../../src/flow/domain/flow-row.ts'

export interface AccountEvent {
  readonly accountId: string
  readonly eventKey: string
}

export interface PrintEvent extends AccountEvent {
  /** The key of the prints with which it is one notification; null where it is one alone. */
  readonly groupKey: string | null
  /** Contracts. */
  readonly size: number
}

/** Of which each account is notified when one process reads the whole tape once, and nothing disturbs it. */
export function singleEvaluation(
  rows: readonly FlowRow[],
  rules: readonly AlertRule[],
  watches: readonly Watch[],
): PrintEvent[] {
  const index = ruleIndex(rules)
  const watchers = watchersBySymbol(watches)
  return rows.flatMap((row) => {
    const subject = flowSubject(row)
    if (!subject) return []
    const triggers = flowTriggers(subject, { rules: index, watchers: watchers.get(row.symbol) ?? [] })
    return triggers.map(({ accountId, eventKey, group }) => ({
      accountId,
      eventKey,
      groupKey: group?.key ?? null,
      size: subject.size,
    }))
  })
}
