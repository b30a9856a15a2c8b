import { callingAccount } from '../../notifications/operations/access.ts'
import { reportRulesIn } from '../../notifications/operations/feed/changes.ts'
import { noSuchAlert } from './alert-input.ts'
import { type AlertView, alertView } from './alert-view.ts'
import type { AlertContext } from './context.ts'

/** Sets the end of a rule's snooze, null for none, and reports it in the feed, so that every open page shows it. */
export async function changeSnooze(context: AlertContext, id: string, until: string | null): Promise<AlertView> {
  const { store, now, notifier } = context
  const account = callingAccount(context)
  const view = await store.transaction(async (repositories) => {
    const rule = await repositories.alerts.snooze(account.id, id, until)
    if (!rule) throw noSuchAlert()
    await reportRulesIn(repositories, account.id, [id], now())
    const [endpoint] = await repositories.endpoints.byIds(rule.endpointId === null ? [] : [rule.endpointId])
    return alertView(repositories, rule, endpoint, now())
  })
  notifier.feedChanged(account.id)
  return view
}
