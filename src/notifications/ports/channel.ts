import type { ChannelName, NotificationContent } from '../domain/notification.ts'
import type { ChatBot } from './chat-bot.ts'

/** An address of the service, and what is written on the link to it. */
export interface MessageLink {
  readonly url: string
  readonly label: string
}

/** What is frozen into a body when the delivery is created. */
export interface ChannelMessage {
  readonly deliveryId: string
  readonly notificationId: string
  /** Number of the notification in its account's feed. */
  readonly seq: number
  readonly content: NotificationContent
  /** What programs are sent in place of the record, for example the payload of a trade idea; null for the record. */
  readonly programPayload: Readonly<Record<string, unknown>> | null
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string
  /** When it is to go out, as known while the body is made: what is older than that by minutes says so to people. */
  readonly dueAt: string
  /** IANA name of the account's zone, in which times are shown to people. */
  readonly timeZone: string
  /** Where a person sees it, an address of the service. */
  readonly url: string
  /** What is written on the link; each channel has its own word where absent. */
  readonly urlLabel?: string
  /** One-click link that ends such messages; null where the channel has none. */
  readonly unsubscribeUrl: string | null
  /** Several notifications in one message (digest, catch-up); empty for a single one. */
  readonly items: readonly (NotificationContent & { readonly createdAt: string })[]
  /** How many notifications the summary leaves out. */
  readonly moreItems: number
}

export interface ChannelEndpoint {
  readonly id: string
  /** E-mail address, phone number in E.164, URL, or a device as JSON text. */
  readonly address: string
  /** Signing secrets, newest first; more than one while a rotation overlaps. */
  readonly secrets: readonly string[]
}

export interface Outgoing {
  readonly deliveryId: string
  readonly endpoint: ChannelEndpoint
  /** Exactly what `freeze` gave when the delivery was created: equal on every attempt. */
  readonly body: string
}

export interface SendProof {
  /** HTTP or SMTP status of the answer; null where none came. */
  readonly httpStatus: number | null
  /** The head of the peer's answer as text, at most 8 KiB, masked; null where none came. */
  readonly responseHead: string | null
  /** The address under which the recipient is reached from now on. */
  readonly movedTo?: string
}

export type SendResult =
  | ({ readonly ok: true } & SendProof)
  | ({
      readonly ok: false
      /** Another try could help. */
      readonly retry: boolean
      /** A short code, for example `http_503`, `timeout`, `blocked_address`, `refused_recipient`. */
      readonly code: string
      /** One sentence for the account's owner, without secrets. */
      readonly reason: string
      /** Not before this many milliseconds, where the peer said so. */
      readonly afterMs?: number
      /** The address is gone: send nothing there any more. */
      readonly disable?: boolean
      /** The peer knows no such recipient: after a few of these its owner has to verify the address again. */
      readonly unknownRecipient?: boolean
      /** The service's own settings are wrong: the owner of the account cannot help it. */
      readonly operator?: boolean
      /** It may have been sent: never repeated. */
      readonly maybeSent?: boolean
    } & SendProof)

/** A channel. `send` makes one attempt within its own time limit, never throws, and never reveals a secret. */
export interface Channel {
  readonly name: ChannelName
  /** Longest time that one attempt takes, milliseconds. */
  readonly timeoutMs: number
  /** The body as text; a pure function of the message. */
  freeze(message: ChannelMessage): string
  send(outgoing: Outgoing, signal: AbortSignal): Promise<SendResult>
  /** For channels whose address is a chat that people link through a bot. */
  readonly bot?: ChatBot
}
