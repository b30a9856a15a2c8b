import type { Operation } from '../../catalogue/operation.ts'
import { accountCreate } from './admin/account-create.ts'
import { accountDelete } from './admin/account-delete.ts'
import { accountGrantOperator } from './admin/account-grant-operator.ts'
import { accountList } from './admin/account-list.ts'
import { accountReinstate } from './admin/account-reinstate.ts'
import { accountRemoveFactors } from './admin/account-remove-factors.ts'
import { accountRevokeOperator } from './admin/account-revoke-operator.ts'
import { accountSetPlan } from './admin/account-set-plan.ts'
import { accountSignOut } from './admin/account-sign-out.ts'
import { accountSuspend } from './admin/account-suspend.ts'
import { connectionDelete } from './admin/connection-delete.ts'
import { connectionList } from './admin/connection-list.ts'
import { exportOperatorLog } from './admin/export-operator-log.ts'
import { invitationCreate } from './admin/invitation-create.ts'
import { invitationDelete } from './admin/invitation-delete.ts'
import { invitationList } from './admin/invitation-list.ts'
import { keyCreate } from './admin/key-create.ts'
import { keyDelete } from './admin/key-delete.ts'
import { keyList } from './admin/key-list.ts'
import { operatorLog } from './admin/operator-log.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { deleteApiKey } from './api-keys/delete-api-key.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { changePassword } from './change-password.ts'
import { confirmChatLink } from './chat-links/confirm-chat-link.ts'
import { deleteChatLink } from './chat-links/delete-chat-link.ts'
import { listChatLinks } from './chat-links/list-chat-links.ts'
import { reviewChatLink } from './chat-links/review-chat-link.ts'
import { completePasswordReset } from './complete-password-reset.ts'
import { decideAuthorization } from './connections/decide-authorization.ts'
import { deleteConnection } from './connections/delete-connection.ts'
import { listConnections } from './connections/list-connections.ts'
import { reviewAuthorization } from './connections/review-authorization.ts'
import { deleteAccount } from './delete-account.ts'
import { completeSignIn } from './factors/complete-sign-in.ts'
import { confirmTotp } from './factors/confirm-totp.ts'
import { listFactors } from './factors/list-factors.ts'
import { removeTotp } from './factors/remove-totp.ts'
import { renewRecoveryCodes } from './factors/renew-recovery-codes.ts'
import { startTotp } from './factors/start-totp.ts'
import { addPasskey } from './passkeys/add-passkey.ts'
import { removePasskey } from './passkeys/remove-passkey.ts'
import { renamePasskey } from './passkeys/rename-passkey.ts'
import { signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { startPasskey } from './passkeys/start-passkey.ts'
import { startPasskeySignIn } from './passkeys/start-passkey-sign-in.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { endOtherSessions } from './sessions/end-other-sessions.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { showAccount } from './show-account.ts'
import { showSession } from './show-session.ts'
import { showSignUps } from './show-sign-ups.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { verifyEmail } from './verify-email.ts'

/** Accounts, sign-in sessions and API keys, then the operator's commands. */
export const accountOperations = [
  showSignUps,
  signUp,
  verifyEmail,
  signIn,
  completeSignIn,
  startPasskeySignIn,
  signInWithPasskey,
  showSession,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  requestPasswordReset,
  completePasswordReset,
  showAccount,
  changePassword,
  listFactors,
  startTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  deleteAccount,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  reviewAuthorization,
  decideAuthorization,
  listConnections,
  deleteConnection,
  reviewChatLink,
  confirmChatLink,
  listChatLinks,
  deleteChatLink,
  accountCreate,
  accountList,
  accountSetPlan,
  accountSuspend,
  accountReinstate,
  accountSignOut,
  accountGrantOperator,
  accountRevokeOperator,
  accountRemoveFactors,
  accountDelete,
  keyCreate,
  keyList,
  keyDelete,
  connectionList,
  connectionDelete,
  invitationCreate,
  invitationList,
  invitationDelete,
  operatorLog,
  exportOperatorLog,
] as const satisfies readonly Operation[]
