import { AppError } from '../../../lib/errors.ts'
import { newSecret } from '../../../lib/node/keyed-digest.ts'
import type { Expected } from '../../../lib/webauthn.ts'
import { CHALLENGE_MS, type Passkey, type RelyingParty, relyingParty } from '../../domain/passkey.ts'
import type { AccountContext } from '../context.ts'

/** What may answer a challenge: the session that adds a passkey, or who holds the token of a sign-in. */
export interface Binding {
  readonly purpose: 'session' | 'sign_in'
  /** Id of the session, or the token. */
  readonly holder: string
}

type ChallengeParts = Pick<AccountContext, 'store' | 'identity' | 'now' | 'randomBytes' | 'publicUrl'>

export function requireRelyingParty({ publicUrl }: Pick<AccountContext, 'publicUrl'>): RelyingParty {
  const party = relyingParty(publicUrl)
  if (party) return party
  throw new AppError(
    'conflict',
    'Browsers allow passkeys only at a host name with TLS, or at localhost. The operator must set PUBLIC_URL to one.',
  )
}

/** A challenge for one answer within five minutes. */
export async function newChallenge(
  { store, identity, now, randomBytes }: ChallengeParts,
  binding: Binding,
): Promise<string> {
  const challenge = newSecret(randomBytes)
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS)
  await store.passkeyChallenges.put(
    bindingDigest(identity, binding),
    identity.digest('challenge', challenge),
    expiresAt,
  )
  return challenge
}

/** Takes the challenge of a binding, which no second answer gets. Undefined if none is awaited. */
export async function takeChallenge(parts: ChallengeParts, binding: Binding): Promise<Expected | undefined> {
  const { store, identity, now } = parts
  const { id: rpId, origin } = requireRelyingParty(parts)
  const digest = await store.passkeyChallenges.take(bindingDigest(identity, binding), now())
  if (digest === undefined) return undefined
  return { rpId, origin, isChallenge: (challenge) => identity.digest('challenge', challenge) === digest }
}

function bindingDigest({ digest }: AccountContext['identity'], { purpose, holder }: Binding): string {
  return digest('challenge binding', `${purpose}\n${holder}`)
}

export function descriptorsOf(passkeys: readonly Passkey[]) {
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports: [...transports],
  }))
}
