// What people do: write, open a link, block the bot. Each makes the updates the vendor makes.
import { type Chats, type NewUser, publicChat } from './chats.ts'
import { finishText } from './entities.ts'
import { publicUser } from './methods.ts'
import { type Chat, type Clock, toMs, type Update, type User } from './types.ts'
import type { UpdateQueue } from './updates.ts'

export class People {
  bot: User
  chats: Chats
  queue: UpdateQueue
  now: Clock
  nextMessageId: () => number

  constructor(bot: User, chats: Chats, queue: UpdateQueue, now: Clock, nextMessageId: () => number) {
    this.bot = bot
    this.chats = chats
    this.queue = queue
    this.now = now
    this.nextMessageId = nextMessageId
  }

  // A private message; the first one starts the bot, one from a user who blocked it lets it in again.
  userSends(chat: number | NewUser, text: string): Update | null {
    const user = typeof chat === 'number' ? { id: chat } : chat
    const known = this.chats.byId.get(user.id)
    if (known?.state === 'deactivated') throw new Error('A deactivated user sends nothing')
    if (known?.state === 'blocked') this.unblockedBy(user.id)
    const open = this.chats.addUser(user)
    return this.queue.add('message', this.message(open, open.user!, text))
  }

  groupSends(groupId: number, from: number, text: string): Update | null {
    const user = this.chats.byId.get(from)?.user ?? this.chats.addUser({ id: from }, 'notStarted').user!
    return this.queue.add('message', this.message(this.chats.must(groupId), user, text))
  }

  // A tap on https://t.me/<bot>?start=CODE and on Start.
  opensLink(chat: number | NewUser, link: string): Update | null {
    const url = new URL(link)
    if (url.protocol !== 'https:' || !['t.me', 'telegram.me'].includes(url.hostname)) {
      throw new Error(`Not a link to Telegram: ${link}`)
    }
    if (url.pathname.slice(1).toLowerCase() !== this.bot.username!.toLowerCase()) {
      throw new Error(`Not a link to this bot: ${link}`)
    }
    const code = url.searchParams.get('start')
    if (code === null) return this.userSends(chat, '/start')
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(code)) throw new Error(`A start code has 1-64 of A-Z a-z 0-9 _ -: ${code}`)
    return this.userSends(chat, `/start ${code}`)
  }

  knows(user: NewUser): Chat {
    return this.chats.addUser(user, 'notStarted')
  }

  blockedBy(id: number): void {
    const chat = this.chats.must(id)
    const was = chat.state
    chat.state = 'blocked'
    if (was === 'open') this.member(chat, 'member', 'kicked')
  }

  unblockedBy(id: number): void {
    const chat = this.chats.must(id)
    chat.state = 'open'
    this.member(chat, 'kicked', 'member')
  }

  deactivated(id: number): void {
    this.chats.must(id).state = 'deactivated'
  }

  kickedFrom(id: number): void {
    const chat = this.chats.must(id)
    chat.state = 'kicked'
    this.member(chat, 'member', 'kicked')
  }

  // The group goes on under a new id; the old id answers with migrate_to_chat_id.
  upgrades(groupId: number, newId: number): void {
    const group = this.chats.must(groupId)
    group.state = 'upgraded'
    group.migrateTo = newId
    const next = this.chats.addGroup({ id: newId, title: group.title ?? 'Group', type: 'supergroup' })
    const service = { message_id: this.nextMessageId(), date: this.seconds() }
    this.queue.add('message', { ...service, chat: publicChat(group), migrate_to_chat_id: newId })
    this.queue.add('message', { ...service, chat: publicChat(next), migrate_from_chat_id: groupId })
  }

  // Any other update, as it stands.
  push(kind: string, body: unknown): Update | null {
    return this.queue.add(kind, body)
  }

  message(chat: Chat, from: User, sent: string): Record<string, unknown> {
    const { text, entities } = finishText({ text: sent, entities: [] })
    return {
      message_id: this.nextMessageId(),
      from: publicUser(from),
      chat: publicChat(chat),
      date: this.seconds(),
      text,
      ...(entities.length ? { entities } : {}),
    }
  }

  member(chat: Chat, before: string, after: string): void {
    const bot = publicUser(this.bot)
    const state = (status: string): Record<string, unknown> =>
      status === 'kicked' ? { user: bot, status, until_date: 0 } : { user: bot, status }
    this.queue.add('my_chat_member', {
      chat: publicChat(chat),
      from: chat.user ? publicUser(chat.user) : bot,
      date: this.seconds(),
      old_chat_member: state(before),
      new_chat_member: state(after),
    })
  }

  seconds(): number {
    return Math.floor(toMs(this.now) / 1000)
  }
}
