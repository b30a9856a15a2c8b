import { z } from 'zod'
import { AppError, invalid } from '../../../lib/errors.ts'
import { apiTokenPrefix, apiTokenSha256, newApiToken } from '../../../lib/node/api-tokens.ts'
import { type KeyExpiry, PublicApiKey } from '../../contract/api-key.ts'
import type { Account } from '../../domain/account.ts'
import { keyEnd, MAX_API_KEYS } from '../../domain/api-key.ts'
import type { KeyScope } from '../../domain/key-scope.ts'
import type { AccountEvents } from '../../ports/account-events.ts'
import type { AccountContext } from '../context.ts'

/** The only answer that contains a token. */
export const IssuedApiKey = z.object({
  ...PublicApiKey.pick({ id: true, name: true }).shape,
  token: z.string().describe('The token. It is shown once and cannot be retrieved later.'),
  ...PublicApiKey.pick({ token_prefix: true, expires_at: true, created_at: true }).shape,
})
export type IssuedApiKey = z.infer<typeof IssuedApiKey>

export interface ApiKeyRequest {
  readonly name: string
  readonly expiry: KeyExpiry
  readonly scopes: readonly KeyScope[] | null
  readonly allowedAddresses: readonly string[] | null
  /** Name of the expiry field in the request, for error messages. */
  readonly expiryField: string
  /** Checks the account in the transaction that creates the key; throws if it may not have one. */
  readonly check?: (account: Account) => void
  /** Whether the account is notified; the operator hands over a key himself. */
  readonly notifies: boolean
  /** The transaction that it is stored in, where that does more. */
  readonly within?: AccountEvents['transaction']
}

export async function issueApiKey(
  context: AccountContext,
  accountId: string,
  { name, expiry, expiryField, scopes, allowedAddresses, check, notifies, within }: ApiKeyRequest,
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
    lastUsedAddress: null,
    scopes: scopes && [...new Set(scopes)],
    allowedAddresses: allowedAddresses && [...new Set(allowedAddresses)],
  }
  const transaction: AccountEvents['transaction'] = within ?? ((work) => context.accountEvents.transaction(work))
  await transaction(async ({ accounts, apiKeys }, events) => {
    const owner = await accounts.byId(accountId)
    if (!owner) throw new AppError('not_found', 'There is no such account.')
    check?.(owner.account)
    if ((await apiKeys.count(accountId)) >= MAX_API_KEYS) {
      throw new AppError('conflict', `An account has at most ${MAX_API_KEYS} API keys. Delete an unused one.`)
    }
    await apiKeys.add({ ...key, tokenSha256: apiTokenSha256(token) })
    if (notifies) await events.notify(accountId, { kind: 'key_created', key })
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
