import { ruleIndex } from '../alerts/domain/rule-index.ts'
import { ideaTriggers } from '../alerts/operations/triggers.ts'
import { raise } from '../notifications/operations/raise/raise.ts'
import { type IdeaRecord, ideaSubject } from '../trade-ideas/domain/idea-record.ts'
import type { Parts } from './parts.ts'

/** Notifies the accounts whose rules match a new trade idea. The id of the idea prevents duplicates. */
export function ideaAlerts({ store, notifier, now, newId, address }: Parts): (idea: IdeaRecord) => Promise<void> {
  return async (idea) => {
    const rules = ruleIndex(await store.alerts.allEnabled())
    const triggers = ideaTriggers(ideaSubject(idea), rules)
    if (triggers.length > 0) await raise({ store, notifier, now, newId, publicUrl: address.publicUrl }, triggers)
  }
}
