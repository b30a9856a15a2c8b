import { allows, type Capability, planTitle, REQUIRED_PLAN } from '../../domain/accounts/plan.ts'
import { AppError } from '../../domain/errors.ts'
import type { CallerAccount, CallerKind, Context } from '../context.ts'
import { credentialsNeeded } from '../invoke.ts'
import type { SurfaceName } from '../operation.ts'

/** Notifications belong to an account: they are asked by its keys and in its browser. */
export const NOTIFICATION_CALLERS: readonly CallerKind[] = ['api_key', 'session']
export const NOTIFICATION_SURFACES: readonly SurfaceName[] = ['rest']

export function callingAccount({ caller }: Pick<Context, 'caller'>): CallerAccount {
  if (!caller.account) throw credentialsNeeded()
  return caller.account
}

/** For parts of an operation that need more than the operation itself. */
export function requireCapability(account: CallerAccount, capability: Capability, what: string): void {
  if (allows(account.plan, capability)) return
  const requiredPlan = REQUIRED_PLAN[capability]
  throw new AppError('forbidden', `${what} needs ${planTitle(requiredPlan)}.`, { requiredPlan })
}
