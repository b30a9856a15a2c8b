import { MINUTE_MS } from '../../lib/time/duration.ts'

export const CHAT_VENDORS = ['slack', 'discord'] as const
export type ChatVendor = (typeof CHAT_VENDORS)[number]

export const CHAT_TITLES: Readonly<Record<ChatVendor, string>> = { slack: 'Slack', discord: 'Discord' }

/** A user of a chat. Names are what the vendor says; ids decide. */
export interface ChatUser {
  readonly vendor: ChatVendor
  readonly workspaceId: string
  readonly userId: string
  readonly workspaceName: string
  readonly userName: string
}

export interface ChatLink extends ChatUser {
  readonly id: string
  readonly accountId: string
  /** ISO 8601 UTC. */
  readonly linkedAt: string
}

/** A link to the page that joins a chat user with an account works this long, and once. */
export const CHAT_INVITE_MS = 10 * MINUTE_MS

export const MAX_CHAT_LINKS = 20
