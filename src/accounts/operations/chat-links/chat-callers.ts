import type { Caller } from '../../../catalogue/context.ts'
import { newSecret } from '../../../lib/node/keyed-digest.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { CHAT_INVITE_MS, type ChatUser } from '../../domain/chat-link.ts'
import type { KeyScope } from '../../domain/key-scope.ts'
import type { AccountStore } from '../../store/index.ts'
import type { Identity } from '../identity.ts'

export interface ChatCallerParts {
  readonly store: AccountStore
  readonly identity: Pick<Identity, 'digest'>
  readonly now: () => Date
  readonly randomBytes: (size: number) => Uint8Array
  /** `{base_url}` of links. */
  readonly publicUrl: () => string
  readonly needsConfirmedEmail: boolean
}

/** What a chat user may do for the account: less than its owner in a browser. */
const CHAT_SCOPES: readonly KeyScope[] = ['read:analytics', 'read:notifications', 'write:notifications']
/** Longer than a signed request is valid. */
const REMEMBERED_MS = 20 * MINUTE_MS
const PURPOSE = 'chat link'

/** The account that a chat user acts as; null without one. */
export async function chatCaller(parts: ChatCallerParts, user: ChatUser): Promise<Caller | null> {
  const link = await parts.store.chatUsers.ofUser(user)
  const owner = link && (await parts.store.accounts.byId(link.accountId))
  if (!owner) return null
  const { account } = owner
  const mustConfirmEmail = parts.needsConfirmedEmail && !account.emailVerified
  return { kind: 'api_key', account, address: null, sessionId: null, scopes: CHAT_SCOPES, mustConfirmEmail }
}

/** The address of the page that joins the chat user with an account. */
export async function inviteChatUser(parts: ChatCallerParts, user: ChatUser): Promise<string> {
  const { store, identity, now, randomBytes, publicUrl } = parts
  const token = newSecret(randomBytes)
  await store.chatUsers.invite(identity.digest(PURPOSE, token), user, new Date(now().getTime() + CHAT_INVITE_MS))
  return `${publicUrl()}/connected_apps#token=${token}`
}

export function chatTokenDigest({ digest }: Pick<Identity, 'digest'>, token: string): string {
  return digest(PURPOSE, token)
}

/** False if a request with this signature was answered before, by any process of the store. */
export function isFirstChatRequest(
  { store, identity, now }: Pick<ChatCallerParts, 'store' | 'identity' | 'now'>,
  signature: string,
): Promise<boolean> {
  const expiresAt = new Date(now().getTime() + REMEMBERED_MS)
  return store.chatUsers.noteRequest(identity.digest('chat request', signature), expiresAt)
}
