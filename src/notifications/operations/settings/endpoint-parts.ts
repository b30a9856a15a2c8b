import type { Account } from '../../../accounts/domain/account.ts'
import { type SealedBox, tryOpen } from '../../../lib/node/sealed-box.ts'
import { type ChannelsWith, channelsWith, hasAddress } from '../../domain/delivery/channels.ts'
import type { EndpointFitness } from '../../domain/delivery/delivery-policy.ts'
import { HEALTHY } from '../../domain/delivery/endpoint-health.ts'
import type { ChannelName } from '../../domain/notification.ts'
import type { ChannelEndpoint, SendResult } from '../../ports/channel.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import { operatorFault } from '../deliveries/operator-fault.ts'

/** Whose address is a URL that a user gave: a test verifies it, and the channel has one at most. */
export const URL_CHANNELS = channelsWith('url', 'signed_url')

export function isUrlChannel(channel: ChannelName): channel is ChannelsWith<'url' | 'signed_url'> {
  return hasAddress(channel, 'url', 'signed_url')
}

export interface NewEndpoint {
  readonly id: string
  readonly accountId: string
  readonly alertId?: string | null
  readonly channel: ChannelName
  readonly address: string
  readonly label: string
  readonly secret?: string | null
  readonly verified: boolean
  readonly at: Date
}

export function newEndpoint(box: SealedBox, it: NewEndpoint): Endpoint {
  return {
    id: it.id,
    accountId: it.accountId,
    alertId: it.alertId ?? null,
    channel: it.channel,
    ...sealedAddress(box, it.address),
    label: it.label,
    secretSealed: it.secret ? box.seal(it.secret) : null,
    olderSecretSealed: null,
    olderSecretUntil: null,
    verifiedAt: it.verified ? it.at.toISOString() : null,
    health: HEALTHY,
    refusals: 0,
    createdAt: it.at.toISOString(),
  }
}

export function sealedAddress(box: SealedBox, address: string): Pick<Endpoint, 'addressSealed' | 'addressDigest'> {
  return { addressSealed: box.seal(address), addressDigest: box.digest(address) }
}

/** E-mail goes to the address of the account, so it stands and falls with that. */
export function fitnessOf(account: Account, endpoint: Endpoint | undefined): EndpointFitness {
  if (!endpoint) return 'missing'
  if (endpoint.health.state === 'disabled') return 'disabled'
  if (endpoint.channel === 'email' && !account.emailVerified) return 'unverified'
  return endpoint.verifiedAt === null ? 'unverified' : 'usable'
}

/**
 * An endpoint as a channel takes it; an older secret signs too until its overlap ends. Null where it was sealed under
 * another SESSION_SECRET: its owner has to enter the address again. E-mail goes to the address of the account, which is not
 * sealed.
 */
export function openEndpoint(box: SealedBox, endpoint: Endpoint, now: Date): ChannelEndpoint | null {
  const { id, channel, label, addressSealed, secretSealed, olderSecretSealed, olderSecretUntil } = endpoint
  const address = channel === 'email' ? label : tryOpen(box, addressSealed)
  const secret = secretSealed ? tryOpen(box, secretSealed) : undefined
  if (address === null || secret === null) return null
  const overlaps = olderSecretSealed && olderSecretUntil && now.toISOString() < olderSecretUntil
  const older = overlaps ? tryOpen(box, olderSecretSealed) : null
  return { id, address, secrets: [secret, older].filter((it) => typeof it === 'string') }
}

export const UNREADABLE_REASON =
  'The address cannot be read, because the operator has changed SESSION_SECRET. Enter it again.'

/** Tried again: if the earlier secret comes back, what waits goes out. */
export const UNREADABLE: SendResult = operatorFault('unreadable_address', UNREADABLE_REASON)
