import type { NotificationRepositories } from '../../store/index.ts'
import { callingAccount } from '../access.ts'
import type { NotificationContext } from '../context.ts'
import { recordsOf } from '../deliveries/shown-deliveries.ts'
import type { Changed } from './changes.ts'
import { noSuchNotification } from './id-input.ts'

type Change = (
  repositories: NotificationRepositories,
  accountId: string,
  ids: readonly string[],
  at: Date,
) => Promise<Changed>

/** Changes one notification, and gives its record; repeating it changes nothing. */
export async function changeStatus(context: NotificationContext, id: string, change: Change) {
  const { store, now, notifier } = context
  const account = callingAccount(context)
  const { changed, record } = await store.transaction(async (repositories) => {
    const { changed: count } = await change(repositories, account.id, [id], now())
    const found = await repositories.notifications.byIds(account.id, [id])
    const [shown] = await recordsOf(repositories, found, () => account.timeZone, now())
    if (!shown) throw noSuchNotification()
    return { changed: count, record: shown }
  })
  if (changed > 0) notifier.feedChanged(account.id)
  return record
}
