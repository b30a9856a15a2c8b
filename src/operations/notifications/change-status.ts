import type { Groups } from '../../store/groups.ts'
import type { Context } from '../context.ts'
import { callingAccount } from './access.ts'
import type { Changed } from './changes.ts'
import { noSuchNotification } from './id-input.ts'
import { recordsOf } from './shown-deliveries.ts'

type Change = (groups: Groups, accountId: string, ids: readonly string[], at: Date) => Promise<Changed>

/** Changes one notification, and gives its record; repeating it changes nothing. */
export async function changeStatus(context: Context, id: string, change: Change) {
  const { store, now, notifier } = context
  const account = callingAccount(context)
  const { changed, record } = await store.transaction(async (groups) => {
    const { changed: count } = await change(groups, account.id, [id], now())
    const found = await groups.notifications.byIds(account.id, [id])
    const [shown] = await recordsOf(groups, found, () => account.timeZone, now())
    if (!shown) throw noSuchNotification()
    return { changed: count, record: shown }
  })
  if (changed > 0) notifier.feedChanged(account.id)
  return record
}
