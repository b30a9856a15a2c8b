import { z } from 'zod'
import type { Account } from '../../domain/accounts/account.ts'
import { type KeyExpiry, keyEnd, MOST_API_KEYS, PublicApiKey } from '../../domain/accounts/api-key.ts'
import { AppError, invalid } from '../../domain/errors.ts'
import { keyCreated } from '../../domain/notifications/account-events.ts'
import { apiTokenPrefix, apiTokenSha256, newApiToken } from '../../lib/node/api-tokens.ts'
import type { Context } from '../context.ts'
import { actAndTell } from '../notifications/tell-account.ts'

/** The only answer that ever holds a token. */
export const IssuedApiKey = z.object({
  ...PublicApiKey.pick({ id: true, name: true }).shape,
  token: z.string().describe('The token. It is shown this once and cannot be retrieved afterwards.'),
  ...PublicApiKey.pick({ token_prefix: true, expires_at: true, created_at: true }).shape,
})
export type IssuedApiKey = z.infer<typeof IssuedApiKey>

export interface ApiKeyRequest {
  readonly name: string
  readonly expiry: KeyExpiry
  /** What the field with the expiry is called where it was asked for. */
  readonly expiryField: string
  /** Asked of the account as it is when the key is made; throws where it may not have one. */
  readonly check?: (account: Account) => void
  /** Whether the account is told; the operator hands over himself what he makes. */
  readonly tells: boolean
}

export async function issueApiKey(
  context: Context,
  accountId: string,
  { name, expiry, expiryField, check, tells }: ApiKeyRequest,
): Promise<IssuedApiKey> {
  const { now, newId, randomBytes } = context
  const created = now()
  const end = keyEnd(expiry, created.getTime())
  if ('refused' in end) throw invalid([{ path: expiryField, message: end.refused }])
  const token = newApiToken(randomBytes)
  const key = {
    id: newId(),
    accountId,
    name,
    tokenPrefix: apiTokenPrefix(token),
    createdAt: created.toISOString(),
    expiresAt: new Date(end.expiresAtMs).toISOString(),
    lastUsedAt: null,
  }
  await actAndTell(context, async ({ accounts, apiKeys }, tell) => {
    const known = await accounts.byId(accountId)
    if (!known) throw new AppError('not_found', 'There is no such account.')
    check?.(known.account)
    if ((await apiKeys.count(accountId)) >= MOST_API_KEYS) {
      throw new AppError('conflict', `An account has at most ${MOST_API_KEYS} API keys. Delete one that is not used.`)
    }
    await apiKeys.add({ ...key, tokenSha256: apiTokenSha256(token) })
    if (tells) await tell(accountId, keyCreated(key))
  })
  return {
    id: key.id,
    name,
    token,
    token_prefix: key.tokenPrefix,
    expires_at: key.expiresAt,
    created_at: key.createdAt,
  }
}
