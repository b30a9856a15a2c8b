/** Answers of authenticators, checked by a library that is loaded at the first use: it takes 24 MB. */

export interface Expected {
  /** The host that the credential belongs to. */
  readonly rpId: string
  readonly origin: string
  isChallenge(challenge: string): boolean
}

export interface NewCredential {
  /** Base64url. */
  readonly id: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly counter: number
}

/** The fields of a response that are checked, base64url. */
export interface CreatedCredential {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string }
}

export interface Assertion {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | undefined
  }
}

/** The credential that a device has made after it checked its user. Throws if anything is not as expected. */
export async function verifyCreated(
  { id, rawId, type, response }: CreatedCredential,
  { rpId, origin, isChallenge }: Expected,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, attestationObject } = response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: isChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the attestation was not verified')
  const { credential } = registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  }
}

/**
 * The new counter of a credential whose device has checked its user and signed the challenge. Throws if anything is not
 * as expected, also if the counter has not grown: then the credential may have been copied.
 */
export async function verifyAssertion(
  { id, rawId, type, response }: Assertion,
  { rpId, origin, isChallenge }: Expected,
  credential: NewCredential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, authenticatorData, signature } = response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: isChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
      counter: credential.counter,
    },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the signature is wrong')
  return authenticationInfo.newCounter
}
