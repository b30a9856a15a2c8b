import type { Connection } from '../../store/connection.ts'
import type { Store } from '../../store/store.ts'
import { accounts } from './accounts.ts'
import { apiKeys } from './api-keys.ts'
import { authAttempts } from './auth-attempts.ts'
import { chatUsers } from './chat-users.ts'
import { invitations } from './invitations.ts'
import { knownAddresses } from './known-addresses.ts'
import { mailTokens } from './mail-tokens.ts'
import { oauthClients } from './oauth-clients.ts'
import { oauthGrants } from './oauth-grants.ts'
import { oauthTokens } from './oauth-tokens.ts'
import { operatorActions } from './operator-actions.ts'
import { passkeyChallenges } from './passkey-challenges.ts'
import { passkeys } from './passkeys.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { sessions } from './sessions.ts'
import { signInPlaces } from './sign-in-places.ts'
import { signInSteps } from './sign-in-steps.ts'
import type { AccountTables } from './tables.ts'
import { totpFactors } from './totp-factors.ts'

export function accountRepositories(connection: Connection<AccountTables>) {
  return {
    accounts: accounts(connection),
    apiKeys: apiKeys(connection),
    sessions: sessions(connection),
    signInPlaces: signInPlaces(connection),
    signInSteps: signInSteps(connection),
    totpFactors: totpFactors(connection),
    recoveryCodes: recoveryCodes(connection),
    passkeys: passkeys(connection),
    passkeyChallenges: passkeyChallenges(connection),
    mailTokens: mailTokens(connection),
    authAttempts: authAttempts(connection),
    knownAddresses: knownAddresses(connection),
    invitations: invitations(connection),
    oauthClients: oauthClients(connection),
    oauthGrants: oauthGrants(connection),
    oauthTokens: oauthTokens(connection),
    operatorActions: operatorActions(connection),
    chatUsers: chatUsers(connection),
  }
}

export type AccountRepositories = ReturnType<typeof accountRepositories>
export type AccountStore = Store<AccountRepositories>
