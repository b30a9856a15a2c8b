import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { ChatToken, InvitedChatUser } from '../../contract/chat-link.ts'
import { defineOperation } from '../context.ts'
import { chatTokenDigest } from './chat-callers.ts'

export const reviewChatLink = defineOperation({
  name: 'review_chat_link',
  title: 'Whom a chat link is about',
  description:
    'Names the chat user who was sent a link to join an account, without using the link. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/chat_links/review', errors: ['not_found'] },
  input: z.strictObject({ token: ChatToken }),
  output: InvitedChatUser,
  example: { token: 'unknown-unknown-unknown-unknown-unknown-unk' },
  async run({ token }, { store, identity, now }) {
    const user = await store.chatUsers.invited(chatTokenDigest(identity, token), now())
    if (!user) throw noSuchInvite()
    const { vendor, workspaceName, userName, userId } = user
    return { vendor, workspace: workspaceName, user: userName, user_id: userId }
  },
})

export function noSuchInvite(): AppError {
  return new AppError(
    'not_found',
    'This link is used or older than 10 minutes. Give a command in the chat again for a new one.',
  )
}
