import { invalid } from '../../../lib/errors.ts'
import { HEALTHY } from '../../domain/delivery/endpoint-health.ts'
import type { ChannelName } from '../../domain/notification.ts'
import { maskedUrl } from '../../domain/settings.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { NotificationRepositories } from '../../store/index.ts'
import type { NotificationContext } from '../context.ts'
import { newEndpoint } from './endpoint-parts.ts'
import { newSigningSecret } from './signing-secret.ts'

/** Refuses addresses that the service may not call; checked before anything is written, and again before each attempt. */
export async function requireSendable(
  { notifier }: Pick<NotificationContext, 'notifier'>,
  urls: readonly { readonly path: string; readonly url: string }[],
): Promise<void> {
  const found = await Promise.all(
    urls.map(async ({ path, url }) => {
      const message = await notifier.checkUrl(url)
      return message === null ? [] : [{ path, message }]
    }),
  )
  if (found.flat().length > 0) throw invalid(found.flat())
}

export interface UrlChange {
  readonly accountId: string
  readonly alertId?: string | null
  readonly channel: ChannelName
  readonly url: string | null
  readonly known: Endpoint | undefined
}

export interface UrlChanged {
  readonly endpointId: string | null
  /** Another address than before: not tested yet. */
  readonly isNew: boolean
  /** The signing secret of a new URL of the webhook channel, to be shown once. */
  readonly secret: string | null
}

/**
 * Sets, replaces or removes the URL of a channel or rule. A replaced URL keeps the endpoint's id, so that what waits goes
 * to the new one; it starts in good health and, for programs, with a secret of its own. Nothing is sent to the URL of a
 * channel before a test has reached it.
 */
export async function changeUrl(
  { endpoints }: NotificationRepositories,
  { notifier, now, newId, randomBytes }: NotificationContext,
  { accountId, alertId, channel, url, known }: UrlChange,
): Promise<UrlChanged> {
  if (url === null) {
    if (known) await endpoints.remove(accountId, known.id)
    return { endpointId: null, isNew: false, secret: null }
  }
  if (known && known.addressDigest === notifier.box.digest(url))
    return { endpointId: known.id, isNew: false, secret: null }
  const secret = channel === 'webhook' ? newSigningSecret(randomBytes) : null
  const made = newEndpoint(notifier.box, {
    id: known?.id ?? newId(),
    accountId,
    alertId: alertId ?? null,
    channel,
    address: url,
    label: maskedUrl(url),
    secret,
    // A rule's own address is a program for its ideas, which must not be sent an invented one.
    verified: alertId !== undefined && alertId !== null,
    at: now(),
  })
  await endpoints.put({ ...made, health: HEALTHY })
  return { endpointId: made.id, isNew: true, secret }
}
