import type { RepositoriesMadeBy } from '../../store/made-on-use.ts'
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
import { totpFactors } from './totp-factors.ts'

export const accountRepositories = {
  accounts,
  apiKeys,
  sessions,
  signInPlaces,
  signInSteps,
  totpFactors,
  recoveryCodes,
  passkeys,
  passkeyChallenges,
  mailTokens,
  authAttempts,
  knownAddresses,
  invitations,
  oauthClients,
  oauthGrants,
  oauthTokens,
  operatorActions,
  chatUsers,
}

export type AccountRepositories = RepositoriesMadeBy<typeof accountRepositories>
export type AccountStore = Store<AccountRepositories>
