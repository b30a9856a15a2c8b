import { ruleIndex } from '../domain/alerts/rule-index.ts'
import { type IdeaRecord, ideaSubject } from '../domain/trade-ideas/idea-record.ts'
import { raise } from '../operations/notifications/raise.ts'
import { ideaTriggers } from '../operations/notifications/triggers.ts'
import type { Parts } from './parts.ts'

/** Rings for those whose rules a new trade idea meets. Told twice, it rings once: the idea keeps its id. */
export function ideaAlerts({ store, notifier, now, newId, address }: Parts): (idea: IdeaRecord) => Promise<void> {
  return async (idea) => {
    const rules = ruleIndex(await store.alerts.allEnabled())
    const triggers = ideaTriggers(ideaSubject(idea), rules)
    if (triggers.length > 0) await raise({ store, notifier, now, newId, publicUrl: address.publicUrl }, triggers)
  }
}
