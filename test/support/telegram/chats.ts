// Users, groups and what the bot may do in them. Sources: README.md, "Chats".
import { ApiError, type Chat, type User } from './types.ts'

export interface NewUser {
  id: number
  first_name?: string
  last_name?: string
  username?: string
  language_code?: string
}

export class Chats {
  byId = new Map<number, Chat>()

  addUser(user: NewUser, state: Chat['state'] = 'open'): Chat {
    const known = this.byId.get(user.id)
    const full: User = { first_name: `User ${user.id}`, ...known?.user, ...user, is_bot: false }
    const chat: Chat = { id: user.id, type: 'private', user: full, state }
    if (full.username) chat.username = full.username
    this.byId.set(chat.id, chat)
    return chat
  }

  addGroup(group: { id: number; title?: string; type?: 'group' | 'supergroup' | 'channel'; username?: string }): Chat {
    if (group.id >= 0) throw new Error('A group or channel has a negative id')
    const chat: Chat = { title: `Group ${-group.id}`, type: 'group', ...group, state: 'open' }
    this.byId.set(chat.id, chat)
    return chat
  }

  must(id: number): Chat {
    const chat = this.byId.get(id)
    if (!chat) throw new Error(`The fake has no chat ${id}`)
    return chat
  }

  // The chat a call names, or the vendor's error.
  find(chatId: string | undefined): Chat {
    if (!chatId) throw new ApiError(400, 'Bad Request: chat_id is empty')
    const chat = chatId.startsWith('@')
      ? [...this.byId.values()].find((c) => c.username === chatId.slice(1) && c.type !== 'private')
      : this.byId.get(Number(/^-?\d+/.exec(chatId)?.[0] ?? 0))
    if (!chat) throw new ApiError(400, 'Bad Request: chat not found')
    return chat
  }

  // What the Bot API server itself knows before it sends.
  checkAccess(chat: Chat): void {
    if (chat.state === 'upgraded') {
      throw new ApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: chat.migrateTo!,
      })
    }
    if (chat.state === 'kicked') {
      throw new ApiError(403, `Forbidden: bot was kicked from the ${chat.type} chat`)
    }
    if (chat.state === 'deactivated') throw new ApiError(403, 'Forbidden: user is deactivated')
  }

  // What only sending finds out.
  checkDelivery(chat: Chat): void {
    if (chat.state === 'blocked') throw new ApiError(403, 'Forbidden: bot was blocked by the user')
    if (chat.state === 'notStarted') {
      throw new ApiError(403, "Forbidden: bot can't initiate conversation with a user")
    }
  }
}

export function publicChat(chat: Chat): Record<string, unknown> {
  if (chat.type !== 'private') {
    return { id: chat.id, title: chat.title, ...(chat.username ? { username: chat.username } : {}), type: chat.type }
  }
  const { first_name, last_name, username } = chat.user!
  return {
    id: chat.id,
    first_name,
    ...(last_name ? { last_name } : {}),
    ...(username ? { username } : {}),
    type: 'private',
  }
}
