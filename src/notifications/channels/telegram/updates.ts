/** What updates mean. https://core.telegram.org/bots/api#update */
import { z } from 'zod'
import type { ChatEvent } from '../../ports/chat-bot.ts'
import { oneLine } from '../message-text.ts'

const Chat = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string().optional(),
  username: z.string().optional(),
  first_name: z.string().optional(),
})
const Update = z.object({
  update_id: z.int(),
  message: z.object({ chat: Chat, text: z.string().optional(), migrate_to_chat_id: z.int().optional() }).optional(),
  my_chat_member: z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
})
type Update = z.output<typeof Update>

/** An update that is not as documented is passed over, but its number counts: it must not come again and again. */
const Numbered = z.object({ update_id: z.int() })

/** In a group the command may name the bot. A start code has 1 to 64 of these characters. */
const START = /^\/start(?:@\w+)?(?: ([\w-]{1,64}))?$/
const LINKABLE = new Set(['private', 'group', 'supergroup'])
const MAX_LABEL = 100

export function readUpdates(result: unknown): { events: readonly ChatEvent[]; next: number | null } {
  const updates = z.array(z.unknown()).safeParse(result).data ?? []
  const ids = updates.flatMap((update) => Numbered.safeParse(update).data?.update_id ?? [])
  const events = updates.flatMap((update) => {
    const known = Update.safeParse(update).data
    return known ? eventsOf(known) : []
  })
  return { events, next: ids.length === 0 ? null : Math.max(...ids) + 1 }
}

function eventsOf({ message, my_chat_member: member }: Update): ChatEvent[] {
  if (member) return memberEvents(String(member.chat.id), member.new_chat_member.status)
  if (!message) return []
  const { chat, text = '', migrate_to_chat_id: movedTo } = message
  const address = String(chat.id)
  if (movedTo !== undefined) return [{ kind: 'moved', address, to: String(movedTo) }]
  const start = START.exec(text)
  if (!start || !LINKABLE.has(chat.type)) return []
  return [{ kind: 'code', address, label: labelOf(chat), code: start[1] ?? '' }]
}

/** https://core.telegram.org/bots/api#chatmember */
function memberEvents(address: string, status: string): ChatEvent[] {
  if (status === 'kicked' || status === 'left') return [{ kind: 'ended', address }]
  if (status === 'member' || status === 'administrator') return [{ kind: 'resumed', address }]
  return []
}

function labelOf({ title, username, first_name: firstName }: z.output<typeof Chat>): string {
  const name = title ?? (username === undefined ? firstName : `@${username}`)
  return oneLine(name ?? '', MAX_LABEL) || 'Telegram chat'
}
