/**
 * Events of one group, for example the prints of one contract in a session, are one notification that grows: the first
 * raises it, the others change what it says. Only so many notifications of a type ring; the others appear silently.
 */
import type { NotificationContent } from '../../domain/notification.ts'
import type { Notification } from '../../domain/notification-record.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { Raised, RecipientWithEndpoints, Trigger, TriggerGroup } from './trigger.ts'

/** A trigger that may raise a notification, and the id for it. */
export interface Allowed {
  /** As it is raised: the content can include further events of its group. */
  readonly trigger: Trigger
  /** As it was given. */
  readonly origin: Trigger
  readonly to: RecipientWithEndpoints
  readonly id: string
}

type Results = Map<Trigger, Raised>

interface Grouped extends Allowed {
  readonly group: TriggerGroup
}

/** The triggers that need a notification of their own; the others have grown the notification of their group. */
export async function withGroups(
  repositories: NotificationRepositories,
  fresh: readonly Allowed[],
  results: Results,
  now: Date,
): Promise<Allowed[]> {
  const grouped = fresh.flatMap((each) => (each.trigger.group ? [{ ...each, group: each.trigger.group }] : []))
  if (grouped.length === 0) return [...fresh]
  const { leaders, followers, grown } = joined(grouped, await knownOf(repositories, grouped))
  await rewrite(repositories, [...grown.values()], now)
  for (const each of followers) {
    results.set(each.origin, { raised: false, because: 'grown', notification: grown.get(keyOf(each)) ?? null })
  }
  const raised = new Map((await ringing(repositories, leaders)).map((each) => [each.id, each]))
  const events = [...raised.values()].map(({ to, group, id }) => ({
    accountId: to.account.id,
    eventKey: group.key,
    notificationId: id,
  }))
  await repositories.notifications.setEvents(events, now)
  return fresh.flatMap((each) => (each.trigger.group ? (raised.get(each.id) ?? []) : [each]))
}

interface Joined {
  /** The first of each group without a notification; its content includes the others of this call. */
  readonly leaders: readonly Grouped[]
  readonly followers: readonly Grouped[]
  /** By group, what stored notifications say now. */
  readonly grown: ReadonlyMap<string, Notification>
}

function joined(grouped: readonly Grouped[], known: ReadonlyMap<string, Notification>): Joined {
  const leaders = new Map<string, Grouped>()
  const grown = new Map<string, Notification>()
  const followers: Grouped[] = []
  for (const each of grouped) {
    const key = keyOf(each)
    const stored = grown.get(key) ?? known.get(key)
    const leader = leaders.get(key)
    if (stored) grown.set(key, { ...stored, ...saying(each.group.grown(stored)) })
    else if (leader) leaders.set(key, { ...leader, trigger: withContent(leader.trigger, each.group.grown) })
    else leaders.set(key, each)
    if (stored || leader) followers.push(each)
  }
  return { leaders: [...leaders.values()], followers, grown }
}

function keyOf({ to, group }: Grouped): string {
  return `${to.account.id} ${group.key}`
}

/** The visible notifications of the groups. */
async function knownOf({ notifications }: NotificationRepositories, grouped: readonly Grouped[]) {
  const ids = await notifications.ofEvents(
    grouped.map(({ to, group }) => ({ accountId: to.account.id, eventKey: group.key })),
  )
  const visible = await notifications.inSight([...new Set(ids.flatMap((id) => id ?? []))])
  const byId = new Map(visible.map((it) => [it.id, it]))
  return new Map(
    grouped.flatMap((each, index) => {
      const notification = byId.get(ids[index] ?? '')
      return notification ? [[keyOf(each), notification] as const] : []
    }),
  )
}

/** Type, symbol and priority of a notification do not change. */
function saying({
  title,
  body,
  details,
}: NotificationContent): Pick<NotificationContent, 'title' | 'body' | 'details'> {
  return { title, body, details }
}

function withContent(trigger: Trigger, grown: TriggerGroup['grown']): Trigger {
  return { ...trigger, content: { ...trigger.content, ...saying(grown(trigger.content)) } }
}

/** Each change has a place in the feed, so that clients show it; what was read stays read. */
async function rewrite(
  { notifications, feedEvents }: NotificationRepositories,
  grown: readonly Notification[],
  now: Date,
): Promise<void> {
  if (grown.length === 0) return
  await notifications.rewrite(grown)
  const heads = await feedEvents.advance(grown.map(({ accountId }) => ({ accountId, unreadBy: 0 })))
  const events = grown.flatMap(({ accountId, id }, index) => {
    const head = heads[index]
    return head ? [{ accountId, seq: head.seq, kind: 'notification' as const, ids: [id] }] : []
  })
  await feedEvents.add(events, now)
}

/** Leaves only the bell, silently, to notifications beyond the number that rings. */
async function ringing({ notifications }: NotificationRepositories, leaders: readonly Grouped[]): Promise<Grouped[]> {
  const counts = new Map<string, number>()
  const all: Grouped[] = []
  for (const each of leaders) {
    const { trigger, to, group } = each
    const { type, details } = trigger.content
    const key = `${to.account.id} ${type}`
    const filter = { types: [type], since: group.rings.since }
    const before = counts.get(key) ?? (await notifications.count(to.account.id, filter))
    counts.set(key, before + 1)
    const content = { ...trigger.content, details: { ...details, silent: true } }
    all.push(before < group.rings.max ? each : { ...each, trigger: { ...trigger, content, channels: [] } })
  }
  return all
}
