/** One click ends the mails of a rule, or all mails that do not come from a rule (RFC 8058). The link needs no sign-in. */

import type { SealedBox } from '../../../lib/node/sealed-box.ts'
import { CHANNELS } from '../../domain/delivery/channels.ts'
import type { NotificationType } from '../../domain/notification.ts'
import type { NotificationRepositories, NotificationStore } from '../../store/index.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** Stands for all mails that do not come from a rule; no rule has such an id. */
const ALL = 'all'
const PARTS = /^([\w-]{1,64})\.([\w-]{1,64})\.([\w-]{43})$/

interface Link {
  readonly box: SealedBox
  /** `{base_url}` of links. */
  readonly publicUrl: string
}

export interface UnsubscribeParts {
  readonly store: NotificationStore
  readonly notifier: { readonly box: SealedBox }
}

/** What a link ends, in words for its page. */
export interface Unsubscribing {
  readonly what: string
}

/** Null for what concerns the account itself: whoever has a mailbox must learn of a changed password. */
export function unsubscribeUrl(
  { box, publicUrl }: Link,
  { accountId, alertId, type }: { accountId: string; alertId: string | null; type: NotificationType },
): string | null {
  if (type === 'account') return null
  const named = `${accountId}.${alertId ?? ALL}`
  return `${publicUrl}${UNSUBSCRIBE_PATH}/${named}.${signature(box, named)}`
}

/** Undefined where the token is not of this service. */
export async function readUnsubscribe(
  { store, notifier }: UnsubscribeParts,
  token: string,
): Promise<Unsubscribing | undefined> {
  const target = targetOf(notifier.box, token)
  if (!target) return undefined
  const { accountId, alertId } = target
  if (alertId === null) return { what: 'all mails that none of your alert rules asks for' }
  const rule = await store.alerts.byId(accountId, alertId)
  return { what: rule ? `the mails of your alert rule “${rule.name}”` : 'the mails of an alert rule that is deleted' }
}

/** Repeating it changes nothing. Undefined where the token is not of this service. */
export async function unsubscribe(
  { store, notifier, now }: UnsubscribeParts & { readonly now: () => Date },
  token: string,
): Promise<Unsubscribing | undefined> {
  const target = targetOf(notifier.box, token)
  if (!target) return undefined
  const said = await readUnsubscribe({ store, notifier }, token)
  await store.transaction((repositories) =>
    target.alertId === null
      ? endAll(repositories, target.accountId)
      : endOfRule(repositories, target.accountId, target.alertId, now()),
  )
  return said
}

async function endAll({ notificationSettings }: NotificationRepositories, accountId: string): Promise<void> {
  const settings = await notificationSettings.of(accountId)
  if (!settings?.channels.email) return
  await notificationSettings.put(accountId, { ...settings, channels: { ...settings.channels, email: false } })
}

async function endOfRule(
  { alerts, notificationSettings }: NotificationRepositories,
  accountId: string,
  id: string,
  at: Date,
) {
  const rule = await alerts.byId(accountId, id)
  const settings = await notificationSettings.of(accountId)
  if (!rule || !settings) return
  // A rule without channels of its own has those of the account; the others of them go on.
  const channels = (rule.channels ?? CHANNELS.filter((name) => settings.channels[name])).filter((it) => it !== 'email')
  await alerts.setChannels(accountId, id, channels, at)
}

function targetOf(box: SealedBox, token: string): { accountId: string; alertId: string | null } | undefined {
  const [, accountId = '', scope = '', given = ''] = PARTS.exec(token) ?? []
  const expected = signature(box, `${accountId}.${scope}`)
  // Digests of both are compared, so that the time reveals nothing about the expected one.
  if (box.digest(given) !== box.digest(expected)) return undefined
  return { accountId, alertId: scope === ALL ? null : scope }
}

function signature(box: SealedBox, named: string): string {
  return box.digest(`unsubscribe ${named}`)
}
