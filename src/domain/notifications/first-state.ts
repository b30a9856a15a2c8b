/** What becomes of a notification on one channel when it is raised: a list, of which the first line that applies decides. */
import type { Plan } from '../accounts/plan.ts'
import { isForPeople, planHasChannel } from './channels.ts'
import { type BatchSlot, catchUp, type DigestSettings, NEVER_MS, nextDigest } from './digest.ts'
import type { ChannelName, Priority } from './notification.ts'
import type { Reason } from './reason.ts'

/** How an address stands; `missing` where none was ever given. */
export type EndpointFitness = 'usable' | 'missing' | 'unverified' | 'disabled'

export interface DeliveryFacts {
  readonly accountId: string
  readonly channel: ChannelName
  readonly priority: Priority
  readonly plan: Plan
  /** The master switch of the account's settings. */
  readonly enabled: boolean
  /** The rule's channels where it names some, else the account's. */
  readonly chosen: boolean
  /** Whether the server has the channel's settings. */
  readonly configured: boolean
  readonly endpoint: EndpointFitness
  /** Another notification of the same print already goes to this channel. */
  readonly taken: boolean
  readonly digest: DigestSettings
  /** End of the quiet hours that hold now; null when it is not quiet. */
  readonly quietUntilMs: number | null
  readonly nowMs: number
}

export type FirstState =
  | { readonly row: 'none' }
  | { readonly row: 'failed'; readonly reason: Reason }
  | {
      readonly row: 'pending'
      readonly dueMs: number
      readonly batch: BatchSlot | null
      readonly reason: Reason | null
    }

interface Line {
  readonly applies: (facts: DeliveryFacts) => boolean
  readonly row: (facts: DeliveryFacts) => FirstState
}

const none = (): FirstState => ({ row: 'none' })
const now = ({ nowMs }: DeliveryFacts): FirstState => ({ row: 'pending', dueMs: nowMs, batch: null, reason: null })

const SWITCHED_OFF: Line = { applies: ({ enabled }) => !enabled, row: none }
const NOT_CHOSEN: Line = { applies: ({ chosen }) => !chosen, row: none }
const PLAN_LACKS_CHANNEL: Line = {
  applies: ({ plan, channel }) => !planHasChannel(plan, channel),
  row: ({ channel }) => ({ row: 'failed', reason: { code: 'plan', channel } }),
}
const NOT_CONFIGURED: Line = {
  applies: ({ configured }) => !configured,
  row: ({ channel }) => ({ row: 'failed', reason: { code: 'not_configured', channel } }),
}
const UNFIT_ENDPOINT: Line = {
  applies: ({ endpoint }) => endpoint !== 'usable',
  row: ({ endpoint, channel }) => ({ row: 'failed', reason: unfit(endpoint, channel) }),
}
const SAME_PRINT: Line = { applies: ({ taken }) => taken, row: none }
const HIGH: Line = { applies: ({ priority }) => priority === 'high', row: now }
const DIGEST: Line = {
  applies: ({ channel, digest }) => isForPeople(channel) && digest.frequency !== 'realtime',
  row: (facts) => {
    const batch = nextDigest(facts, facts.digest, facts.nowMs)
    if (!batch) return now(facts)
    const { kind, dueMs } = batch
    return {
      row: 'pending',
      dueMs,
      batch,
      reason: { code: 'digest', kind: kind === 'daily' ? kind : 'hourly', atMs: dueMs },
    }
  },
}
const QUIET: Line = {
  applies: ({ quietUntilMs }) => quietUntilMs !== null,
  row: (facts) => held(facts, facts.quietUntilMs ?? facts.nowMs),
}
const OTHERWISE: Line = { applies: () => true, row: now }

/** Lines a to j of the design, in its order. */
const LINES: readonly Line[] = [
  SWITCHED_OFF,
  NOT_CHOSEN,
  PLAN_LACKS_CHANNEL,
  NOT_CONFIGURED,
  UNFIT_ENDPOINT,
  SAME_PRINT,
  HIGH,
  DIGEST,
  QUIET,
  OTHERWISE,
]

export function firstState(facts: DeliveryFacts): FirstState {
  return (LINES.find(({ applies }) => applies(facts)) ?? OTHERWISE).row(facts)
}

/** What quiet hours hold: for people one summary at their end, for programs each row by itself. */
export function held(owner: Pick<DeliveryFacts, 'accountId' | 'channel'>, quietUntil: number): FirstState {
  const untilMs = Math.min(quietUntil, NEVER_MS)
  const batch = isForPeople(owner.channel) ? catchUp(owner, untilMs) : null
  return { row: 'pending', dueMs: untilMs, batch, reason: { code: 'quiet_hours', atMs: untilMs } }
}

export function unfit(endpoint: EndpointFitness, channel: ChannelName): Reason {
  if (endpoint === 'disabled') return { code: 'endpoint_disabled' }
  return { code: endpoint === 'missing' ? 'no_address' : 'not_verified', channel }
}
