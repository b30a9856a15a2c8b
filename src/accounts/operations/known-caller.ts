import { isSameDigest, newSecret } from '../../lib/node/keyed-digest.ts'
import { addressGroup } from '../../lib/text/address-group.ts'
import { KNOWN_ADDRESS_MS, KNOWN_DEVICE_MS, parseDeviceMark } from '../domain/known-caller.ts'
import type { AccountRepositories } from '../store/index.ts'
import type { AccountContext } from './context.ts'

type KnownParts = Pick<
  AccountContext,
  'caller' | 'identity' | 'mayDelete' | 'now' | 'randomBytes' | 'sessionCookie' | 'store'
>

/** How a caller is known to the account that it names, whether or not there is such an account. */
export interface KnownCaller {
  /** Identifies a browser in which the account was used before. */
  readonly device: string | null
  readonly isKnown: boolean
}

/**
 * Known are a browser with the device cookie of the account, an address that the account was signed in from, and a
 * session of the account.
 */
export async function knownCaller(context: KnownParts, email: string): Promise<KnownCaller> {
  const { caller, now, store } = context
  const device = deviceOf(context, email)
  const since = new Date(now().getTime() - KNOWN_ADDRESS_MS)
  const isAddress = await store.knownAddresses.has(addressDigest(context, email), since)
  return { device, isKnown: device !== null || isAddress || caller.account?.email === email }
}

/** After every step of a sign-in: its address is known from now on. Call it in the transaction of the proof. */
export async function rememberAddress(
  context: KnownParts,
  { knownAddresses }: Pick<AccountRepositories, 'knownAddresses'>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const at = context.now()
  if (context.mayDelete()) await knownAddresses.removeBefore(new Date(at.getTime() - KNOWN_ADDRESS_MS))
  await knownAddresses.put({ digest: addressDigest(context, email), accountId: id, lastSeenAt: at })
}

/** After a proof of the account's owner: this browser is known from now on. */
export function rememberDevice({ identity, now, randomBytes, sessionCookie }: KnownParts, email: string): void {
  const expiresAt = new Date(now().getTime() + KNOWN_DEVICE_MS)
  const end = expiresAt.getTime().toString(36)
  const random = newSecret(randomBytes)
  sessionCookie?.setDevice(`${end}.${random}.${identity.digest('device', `${email} ${end} ${random}`)}`, expiresAt)
}

function deviceOf({ identity, now, sessionCookie }: KnownParts, email: string): string | null {
  const mark = parseDeviceMark(sessionCookie?.device ?? '')
  if (!mark || Number.parseInt(mark.end, 36) <= now().getTime()) return null
  const digest = identity.digest('device', `${email} ${mark.end} ${mark.random}`)
  return isSameDigest(digest, mark.digest) ? mark.random : null
}

function addressDigest({ caller, identity }: KnownParts, email: string): string {
  return identity.digest('known address', `${email} ${addressGroup(caller.address ?? '')}`)
}
