import { AppError } from '../../../lib/errors.ts'
import { newSecret } from '../../../lib/node/keyed-digest.ts'
import { addressGroup } from '../../../lib/text/address-group.ts'
import { browserName } from '../../../lib/text/browser-name.ts'
import type { Account } from '../../domain/account.ts'
import { forgottenPlaces, isNewPlace } from '../../domain/sign-in-place.ts'
import { SESSION_LIFE_MS } from '../../domain/sign-in-session.ts'
import type { EventRecorder } from '../../ports/account-events.ts'
import type { AccountRepositories } from '../../store/index.ts'
import type { AccountContext } from '../context.ts'
import { rememberAddress, rememberDevice } from '../known-caller.ts'

/** A sign-in session that begins once the caller has proved who it is. */
export interface SessionStart {
  /**
   * Stores the session, in the transaction of the proof, and ends the caller's previous one. Only now is the caller's
   * network address known to the account: a password without the second step is no proof.
   */
  store(repositories: AccountRepositories, account: Account, events: EventRecorder): Promise<void>
  /** Hands the secret over, and makes this browser known to the account with the e-mail address. Call after the commit. */
  setCookies(email: string): void
}

/** Every session gets a new secret. The owner is notified if it begins at a new place. */
export async function startSession(context: AccountContext): Promise<SessionStart> {
  const { identity, sessionCookie, caller, newId, now, randomBytes } = context
  if (!sessionCookie) throw new AppError('forbidden', 'Sign in over HTTP, which supports cookies.')
  const secret = newSecret(randomBytes)
  const browser = await browserName(caller.userAgent ?? '')
  const createdAt = now()
  const at = createdAt.toISOString()
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFE_MS)
  return {
    async store(repositories, account, events) {
      const { sessions } = repositories
      const { id: accountId } = account
      const { address } = caller
      const id = newId()
      if (caller.sessionId) await sessions.remove(caller.sessionId)
      const secretDigest = identity.digest('session', secret)
      const times = { createdAt: at, lastSeenAt: at, expiresAt: expiresAt.toISOString() }
      await sessions.add({ id, accountId, secretDigest, ...times, address, browser })
      await rememberAddress(context, repositories, account)
      const place = identity.digest('place', `${browser ?? ''}\n${addressGroup(address ?? '')}`)
      const isNew = await visit(repositories, accountId, { digest: place, at: createdAt })
      if (isNew) await events.notify(accountId, { kind: 'signed_in', id, browser, address, at })
    },
    setCookies(email) {
      sessionCookie.set(secret, expiresAt)
      rememberDevice(context, email)
    },
  }
}

/** Remembers the place; returns whether it is new. */
async function visit(
  { signInPlaces }: Pick<AccountRepositories, 'signInPlaces'>,
  accountId: string,
  { digest, at }: { readonly digest: string; readonly at: Date },
): Promise<boolean> {
  const places = await signInPlaces.ofAccount(accountId)
  const isNew = isNewPlace(places, digest, at.getTime())
  if (isNew) await signInPlaces.remove(accountId, forgottenPlaces(places, at.getTime()))
  await signInPlaces.put(accountId, { digest, lastSeenAt: at.toISOString() })
  return isNew
}
