import type { AccountEvent } from '../../../accounts/domain/account-event.ts'
import type { AccountEvents } from '../../../accounts/ports/account-events.ts'
import { accountTrigger } from '../../domain/account-triggers.ts'
import { confirmEmailEndpoint } from '../settings/confirm-email-endpoint.ts'
import { announceRaised, raiseIn } from './raise.ts'
import type { Raised, RaiseParts } from './trigger.ts'

export interface AccountEventParts extends RaiseParts {
  /** Called after the commit for an event of an account that has no notifications. */
  onUnnotified(accountId: string, event: AccountEvent): void
}

/** The events of accounts as notifications, raised in the transaction of the change itself. */
export function accountEvents(parts: AccountEventParts): AccountEvents {
  return {
    async transaction(work) {
      const { result, raised, unnotified } = await parts.store.transaction(async (repositories) => {
        const raised: Raised[] = []
        const unnotified: (readonly [accountId: string, event: AccountEvent])[] = []
        const result = await work(repositories, {
          async notify(accountId, event) {
            const results = await raiseIn(repositories, parts, [{ accountId, ...accountTrigger(event) }])
            if (results.some(hasNoNotifications)) unnotified.push([accountId, event])
            raised.push(...results)
          },
          emailConfirmed: (accountId, at) => confirmEmailEndpoint(repositories, accountId, at),
        })
        return { result, raised, unnotified }
      })
      announceRaised(parts.notifier, raised)
      for (const [accountId, event] of unnotified) parts.onUnnotified(accountId, event)
      return result
    },
  }
}

function hasNoNotifications(result: Raised): boolean {
  return !result.raised && (result.because === 'plan' || result.because === 'suspended')
}
