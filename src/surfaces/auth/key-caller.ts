import type { Caller } from '../../catalogue/context.ts'
import { invalidCredentials } from '../../catalogue/invoke.ts'
import { AppError } from '../../lib/errors.ts'
import type { CachedKey, KeyLookup } from './api-key-cache.ts'

export function keyCaller({ id, account, scopes }: CachedKey, address: string): Caller {
  return { kind: 'api_key', account, address, sessionId: null, keyId: id, scopes }
}

/** Another one for a wrong address: whoever has the key must learn why it is refused. */
export function refusalOf(lookup: Exclude<KeyLookup, CachedKey>, address: string): AppError {
  if (lookup !== 'elsewhere') return invalidCredentials()
  return new AppError(
    'forbidden',
    `This key may not be used from ${address}. Create a key that allows this address, or one without allowed addresses.`,
  )
}
