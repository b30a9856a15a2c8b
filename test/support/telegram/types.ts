// Shapes of the fake Telegram Bot API. Sources: README.md.

export type Clock = () => number | Date

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export interface Entity {
  type: string
  offset: number
  length: number
  url?: string
  user?: { id: number }
  language?: string
  custom_emoji_id?: string
  unix_time?: number
  date_time_format?: string
}

export interface User {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

export type ChatState =
  | 'open' // the user pressed Start, or the bot is a member
  | 'notStarted' // the user is known but never wrote to the bot
  | 'blocked'
  | 'deactivated'
  | 'kicked'
  | 'upgraded'

export interface Chat {
  id: number
  type: 'private' | 'group' | 'supergroup' | 'channel'
  title?: string
  username?: string
  user?: User
  state: ChatState
  migrateTo?: number
}

export interface LinkPreviewOptions {
  is_disabled?: boolean
  url?: string
  prefer_small_media?: boolean
  prefer_large_media?: boolean
  show_above_text?: boolean
}

// One accepted sendMessage.
export interface SentMessage {
  messageId: number
  chatId: number
  at: number
  text: string // as the reader sees it
  entities: Entity[]
  raw: string // as the bot sent it
  parseMode: string | null
  linkPreview: LinkPreviewOptions | null
  disableNotification: boolean
  protectContent: boolean
  params: Params
}

export interface Call {
  at: number
  httpMethod: string
  token: string
  method: string
  params: Params
  status: number
  description?: string
}

export interface Update {
  update_id: number
  [kind: string]: unknown
}

export interface WebhookCall {
  at: number
  updateId: number
  url: string
  secret: string | null
  status: number | null // null: no answer
  error?: string
}

export type Params = Record<string, string>

export interface Fault {
  method?: string // any method when absent
  chatId?: number | string
  times?: number // 1 when absent
  status?: number
  description?: string
  retryAfter?: number // makes a 429
  html?: boolean // a proxy's page in place of JSON
  delayMs?: number // real milliseconds before anything is done
  hang?: boolean // never answers
  drop?: 'before' | 'after' // cuts the socket before the work, or after the work is done
}

export interface LimitRule {
  perChatPerSecond?: number
  perSecond?: number
  perGroupPerMinute?: number
}

export class ApiError extends Error {
  status: number
  parameters: Record<string, number> | undefined
  constructor(status: number, description: string, parameters?: Record<string, number>) {
    super(description)
    this.status = status
    this.parameters = parameters
  }
}

export function tooMany(seconds: number): ApiError {
  return new ApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
}

export function toMs(clock: Clock): number {
  return Number(clock())
}
