import type { AccountEvent } from '../../domain/notifications/account-events.ts'
import type { Groups } from '../../store/groups.ts'
import { announceRaised, type Raised, type RaiseParts, raiseIn } from './raise.ts'

/** In one transaction with the act, so that there is never one without the other. */
export async function actAndTell<T>(
  parts: RaiseParts,
  act: (groups: Groups, tell: (accountId: string, event: AccountEvent) => Promise<void>) => Promise<T>,
): Promise<T> {
  const raised: Raised[] = []
  const result = await parts.store.transaction((groups) =>
    act(groups, async (accountId, event) => {
      raised.push(...(await raiseIn(groups, parts, [{ accountId, ...event }])))
    }),
  )
  announceRaised(parts.notifier, raised)
  return result
}
