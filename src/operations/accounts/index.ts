import type { Operation } from '../operation.ts'
import { accountCreate } from './account-create.ts'
import { accountDelete } from './account-delete.ts'
import { accountList } from './account-list.ts'
import { accountReinstate } from './account-reinstate.ts'
import { accountSetPlan } from './account-set-plan.ts'
import { accountSuspend } from './account-suspend.ts'
import { completePasswordReset } from './complete-password-reset.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { keyCreate } from './key-create.ts'
import { keyDelete } from './key-delete.ts'
import { keyList } from './key-list.ts'
import { listApiKeys } from './list-api-keys.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { showAccount } from './show-account.ts'
import { showSession } from './show-session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { verifyEmail } from './verify-email.ts'

/** Accounts, sign-in sessions and API keys; then what the operator does on the command line. */
export const accountOperations = [
  signUp,
  verifyEmail,
  signIn,
  showSession,
  signOut,
  requestPasswordReset,
  completePasswordReset,
  showAccount,
  deleteAccount,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  accountCreate,
  accountList,
  accountSetPlan,
  accountSuspend,
  accountReinstate,
  accountDelete,
  keyCreate,
  keyList,
  keyDelete,
] as const satisfies readonly Operation[]
