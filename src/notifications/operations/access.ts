import { allows, type Capability, planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import type { CallerAccount, CallerKind } from '../../catalogue/context.ts'
import { invalidCredentials } from '../../catalogue/invoke.ts'
import type { SurfaceName } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import { channelDefinition } from '../domain/delivery/channels.ts'
import type { ChannelName } from '../domain/notification.ts'
import type { NotificationContext } from './context.ts'

/** Notifications belong to an account: its API keys and its browser sessions may read them. */
export const NOTIFICATION_CALLERS: readonly CallerKind[] = ['api_key', 'session']
export const NOTIFICATION_SURFACES: readonly SurfaceName[] = ['rest']

export function callingAccount({ caller }: Pick<NotificationContext, 'caller'>): CallerAccount {
  if (!caller.account) throw invalidCredentials()
  return caller.account
}

/** For requests that name a channel: it is refused like any capability that the plan lacks. */
export function requireChannel(account: CallerAccount, channel: ChannelName): void {
  const { capability, title } = channelDefinition(channel)
  requireCapability(account, capability, `The ${title.toLowerCase()} channel`)
}

/** For parts of an operation that need more than the operation itself. */
export function requireCapability(account: CallerAccount, capability: Capability, what: string): void {
  if (allows(account.plan, capability)) return
  const requiredPlan = REQUIRED_PLAN[capability]
  throw new AppError('forbidden', `${what} needs ${planTitle(requiredPlan)}.`, { requiredPlan })
}
