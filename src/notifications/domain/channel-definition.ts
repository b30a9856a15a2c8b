import type { Capability } from '../../accounts/domain/plan.ts'

/**
 * What an address of a channel is, and so how it is given, checked and shown: the address of the account itself, a
 * phone number verified by code, devices, a URL, a URL whose messages are signed, a chat linked through a bot.
 */
export type AddressKind = 'account_email' | 'phone' | 'devices' | 'url' | 'signed_url' | 'chat'

/** Everything about a channel except how it sends. Pure, so that the domain and the pages can read it too. */
export interface ChannelDefinition {
  /** Its name in the API and the store. */
  readonly name: string
  readonly title: string
  /** The noun for its messages: "50 e-mails". */
  readonly many: string
  readonly capability: Extract<Capability, 'notifications' | 'webhook_channel'>
  /** Programs are never sent a digest or a summary. */
  readonly audience: 'people' | 'programs'
  readonly address: AddressKind
  /** Which column of the plan's table limits the messages of a day. */
  readonly dailyLimit: 'day' | 'smsDay'
  /** Why an address that is not verified gets nothing, without the period. */
  readonly unverified: string
  /** For addresses that can be refused as unknown; absent where the answer of the peer ends the address itself. */
  readonly reverification?: {
    /** After so many messages in a row whose recipient is unknown. */
    readonly refusals: number
    /** What the owner has to do, as a sentence. */
    readonly how: string
  }
  /** An example for the form that takes the address. */
  readonly placeholder?: string
  /** What its operator sets up, as Markdown for the documentation. */
  readonly setup: string
}
