import { z } from 'zod'

export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(100, 'must be at most 100 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .describe('A label to recognize the passkey, 1 to 100 characters.')

export const PasskeyId = z.string().min(1).max(40).describe('Id of the passkey.')

/** A passkey as its owner sees it. */
export const PublicPasskey = z
  .object({
    id: z.string().describe('Id of the passkey.'),
    name: z.string().describe('Its label.'),
    created_at: z.iso.datetime().describe('When it was added, UTC.'),
    last_used_at: z.iso.datetime().nullable().describe('When it was last used to sign in, UTC; null if never.'),
  })
  .meta({ id: 'Passkey' })
export type PublicPasskey = z.infer<typeof PublicPasskey>

const Base64Url = z
  .string()
  .max(20_000, 'must be at most 20,000 characters')
  .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

/** What `navigator.credentials.create()` returns, as JSON. Browsers add fields, which are not read. */
export const RegistrationResponse = z
  .object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
  })
  .describe('The answer of navigator.credentials.create(), as JSON of WebAuthn.')
export type RegistrationResponse = z.output<typeof RegistrationResponse>

/** What `navigator.credentials.get()` returns, as JSON. */
export const AuthenticationResponse = z
  .object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.optional(),
    }),
  })
  .describe('The answer of navigator.credentials.get(), as JSON of WebAuthn.')
export type AuthenticationResponse = z.output<typeof AuthenticationResponse>

const Descriptor = z.object({
  id: z.string().describe('Id of a credential.'),
  type: z.literal('public-key').describe('The kind of credential.'),
  transports: z.array(z.string()).describe('How its device is reached.'),
})

export const CreationOptions = z
  .object({
    challenge: z.string().describe('Random, for one answer within five minutes.'),
    rp: z.object({ id: z.string(), name: z.string() }).describe('This service.'),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }).describe('The account.'),
    pubKeyCredParams: z
      .array(z.object({ type: z.literal('public-key'), alg: z.int().min(-1_000).max(0) }))
      .describe('Accepted algorithms: EdDSA, ES256, RS256.'),
    timeout: z.int().min(0).max(3_600_000).describe('Milliseconds.'),
    excludeCredentials: z.array(Descriptor).describe('Passkeys that the account has.'),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      })
      .describe('The device must store the passkey and check its user.'),
    attestation: z.literal('none').describe('The make of the device is not asked for.'),
  })
  .describe('Options of navigator.credentials.create(), as JSON of WebAuthn.')

export const RequestOptions = z
  .object({
    challenge: z.string().describe('Random, for one answer within five minutes.'),
    rpId: z.string().describe('The host of this service.'),
    timeout: z.int().min(0).max(3_600_000).describe('Milliseconds.'),
    userVerification: z.literal('required').describe('The device must check its user.'),
    allowCredentials: z.array(Descriptor).describe('The passkeys that may answer; empty for any of this service.'),
  })
  .describe('Options of navigator.credentials.get(), as JSON of WebAuthn.')
