import { randomBytes } from 'node:crypto'
import { accountCreate } from '../../src/accounts/operations/admin/account-create.ts'
import { keyCreate } from '../../src/accounts/operations/admin/key-create.ts'
import { identity } from '../../src/accounts/operations/identity.ts'
import { contextOf, OPERATOR, openParts } from '../../src/app/parts.ts'
import { readConfig } from '../../src/app/settings/config.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import { QUICK_COST } from './account-world.ts'
import { putMigratedFile } from './migrated-store.ts'
import { SECRET_SETTINGS } from './service.ts'

/**
 * Adds a verified account on the Vega plan with one key to the store in a file, or at the address of a database, and gives
 * the token of the key. The command line does the same, in two processes that take a second each.
 */
export async function addAccount(
  place: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const isFile = !place.startsWith('postgres:')
  const name = isFile ? 'DATABASE_PATH' : 'DATABASE_URL'
  const config = readConfig({ ...SECRET_SETTINGS, LOG_LEVEL: 'error', [name]: place })
  if (isFile) await putMigratedFile(place)
  await using parts = await openParts(config, {
    identity: identity({ sessionSecret: config.secrets.session, randomBytes, passwordCost: QUICK_COST }),
  })
  const context = contextOf(parts, { caller: OPERATOR })
  await invoke(accountCreate, { email, password, plan: 'vega', verified: true }, context)
  const { token } = await invoke(keyCreate, { email, name: 'test', expires: '30d' }, context)
  return String(token)
}
