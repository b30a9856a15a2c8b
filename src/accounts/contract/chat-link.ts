import { z } from 'zod'
import { CHAT_VENDORS } from '../domain/chat-link.ts'

const chatUser = {
  vendor: z.enum(CHAT_VENDORS).describe('The chat.'),
  workspace: z.string().describe('Workspace, as the chat names it; in Discord a link holds in all servers.'),
  user: z.string().describe('User, as the chat names them.'),
}

/** Whom a link to the page is about. */
export const InvitedChatUser = z
  .object({ ...chatUser, user_id: z.string().describe('Id of the user in the chat: names can be chosen freely.') })
  .meta({ id: 'InvitedChatUser' })

/** A chat user who gives commands as the account. */
export const PublicChatLink = z
  .object({
    id: z.string().describe('Id of the link.'),
    ...chatUser,
    linked_at: z.iso.datetime().describe('When it was confirmed, UTC.'),
  })
  .meta({ id: 'ChatLink' })
export type PublicChatLink = z.infer<typeof PublicChatLink>

export const ChatLinkId = z.string().min(1).max(40).describe('Id of the link.')

export const ChatToken = z.string().min(20).max(100).describe('The token of the link that the chat showed.')
