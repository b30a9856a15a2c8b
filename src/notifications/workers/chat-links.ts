/** Reads what people do with the bots of chat services, and links the chats that give a valid code. */
import type { ChannelName } from '../domain/notification.ts'
import { applyChatEvent, type ChatEventParts } from '../operations/settings/chat-events.ts'
import type { ChatBot, ChatEvent } from '../ports/chat-bot.ts'
import type { NotificationStore } from '../store/index.ts'

export interface ChatLinkParts extends ChatEventParts {
  readonly store: NotificationStore
  readonly channel: ChannelName
  readonly bot: ChatBot
  /** Of this process: of several on one store, one reads. */
  readonly reader: string
  /** Ends when its signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Static text and fields; no secrets. */
  readonly log: (message: string, fields: Readonly<Record<string, unknown>>) => void
}

/** Beyond the longest read, so that a reader that is busy with its store keeps its place. */
const LEASE_MARGIN_MS = 10_000

/**
 * One step: reads once, which waits for something to happen. What was read and how far are one commit, so that no event
 * is lost or applied twice. True when something had happened.
 */
export async function readChats(parts: ChatLinkParts, signal: AbortSignal): Promise<boolean> {
  const { store, bot, reader, now, channel, log } = parts
  const until = new Date(now().getTime() + bot.waitMs + LEASE_MARGIN_MS)
  const lease = await store.transaction(({ chatLinks }) => chatLinks.lease(bot.inbox, reader, { now: now(), until }))
  if (!lease) return false
  const inbox = await bot.read(lease.position, signal)
  if (!inbox.ok) {
    if (inbox.reason === null) return false
    log('the messages of a bot could not be read', { channel, reason: inbox.reason })
    await parts.pause(inbox.afterMs, signal)
    return false
  }
  if (inbox.next === null) return false
  const replies = await applied(parts, inbox.events, inbox.next)
  for (const { address, text } of replies) {
    const problem = await bot.reply(address, text, signal)
    // The chat is linked either way, and the pages show it.
    if (problem !== null) log('a reply of a bot was not sent', { channel, reason: problem })
  }
  return true
}

interface Reply {
  readonly address: string
  readonly text: string
}

function applied(parts: ChatLinkParts, events: readonly ChatEvent[], next: number): Promise<readonly Reply[]> {
  const { store, bot, reader, channel } = parts
  return store.transaction(async (repositories) => {
    if (!(await repositories.chatLinks.advance(bot.inbox, reader, next))) return []
    const replies: Reply[] = []
    for (const event of events) {
      const text = await applyChatEvent(repositories, parts, channel, event)
      if (text !== null) replies.push({ address: event.address, text })
    }
    return replies
  })
}

/** At a stop: another process may read at once. */
export async function releaseChats({ store, bot, reader, now }: ChatLinkParts): Promise<void> {
  await store.transaction(({ chatLinks }) => chatLinks.release(bot.inbox, reader, now()))
}
