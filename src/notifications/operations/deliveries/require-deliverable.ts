import type { Account } from '../../../accounts/domain/account.ts'
import { AppError } from '../../../lib/errors.ts'
import { decide, UNTRIED } from '../../domain/delivery/delivery-policy.ts'
import type { LimitVerdict } from '../../domain/delivery/plan-limits.ts'
import { reasonWords } from '../../domain/delivery/reason-words.ts'
import type { RequestedStage } from '../../domain/delivery/stage.ts'
import type { ChannelName } from '../../domain/notification.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationContext } from '../context.ts'
import { fitnessOf, isUrlChannel } from '../settings/endpoint-parts.ts'

export interface SendRequest {
  readonly stage: RequestedStage
  readonly account: Account
  readonly channel: ChannelName
  readonly endpoint: Endpoint | undefined
  /** Absent where the limit of the plan is checked later: with the attempt, in its transaction. */
  readonly limit?: LimitVerdict
  /** The server can send it; where left out, the channel has its settings. */
  readonly configured?: boolean
}

/** Applies the delivery policy to a send that the owner requests; the objection is the error of the request. */
export function requireDeliverable({ notifier, now }: NotificationContext, request: SendRequest): void {
  const { stage, account, channel, endpoint, limit = UNTRIED.limit } = request
  const verdict = decide(stage, {
    ...UNTRIED,
    accountId: account.id,
    channel,
    plan: account.plan,
    suspended: account.status !== 'good',
    configured: request.configured ?? notifier.channels.has(channel),
    endpoint: fitnessOf(account, endpoint),
    testVerifies: isUrlChannel(channel),
    limit,
    nowMs: now().getTime(),
  })
  if (verdict.act !== 'move') return
  if (!limit.free && verdict.event !== 'gave_up') throw limitReached(limit, now())
  throw new AppError('invalid', `${reasonWords(verdict.reason, account.timeZone, now().getTime())}.`)
}

function limitReached({ limit, window, freeAtMs }: LimitVerdict & { free: false }, now: Date): AppError {
  const waitMs = freeAtMs - now.getTime()
  const retryAfterS = Number.isFinite(waitMs) ? Math.ceil(waitMs / 1_000) : 86_400
  return new AppError('rate_limited', `The limit of ${limit} per ${window} is reached.`, { retryAfterS })
}
