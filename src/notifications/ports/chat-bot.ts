/** The bot of a chat service: how a person links a chat with an account, and how the service learns of it. */
export interface ChatBot {
  /** Stands for the bot in the store: another bot counts what happens from another start. */
  readonly inbox: string
  /** The address that opens the chat with the bot and gives it the code; null while the service does not answer. */
  linkUrl(code: string, signal: AbortSignal): Promise<string | null>
  /**
   * What happened in the bot's chats from `position` on, in order; null for everything that the service still has. Waits
   * for something to happen, for less than `waitMs`. Never throws.
   */
  read(position: number | null, signal: AbortSignal): Promise<ChatInbox>
  /** Longest time that `read` takes, milliseconds. */
  readonly waitMs: number
  /** A short text to a chat, which may get lost; null, or why it was not sent. Never throws. */
  reply(address: string, text: string, signal: AbortSignal): Promise<string | null>
}

export type ChatInbox =
  | { readonly ok: true; readonly events: readonly ChatEvent[]; readonly next: number | null }
  | {
      readonly ok: false
      /** A sentence for the operator, without secrets; null where the service itself stopped. */
      readonly reason: string | null
      /** How long to wait before reading again, milliseconds. */
      readonly afterMs: number
    }

export type ChatEvent =
  /** Somebody gave the bot a code; an empty one where the bot was merely started. */
  | { readonly kind: 'code'; readonly address: string; readonly label: string; readonly code: string }
  /** The bot may not write to the chat any more, or may again. */
  | { readonly kind: 'ended' | 'resumed'; readonly address: string }
  /** The chat goes on under another address. */
  | { readonly kind: 'moved'; readonly address: string; readonly to: string }
