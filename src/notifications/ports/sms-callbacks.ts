/** What the SMS vendor calls back. */

export type CallbackForm = Readonly<Record<string, string>>

export interface SmsCallbacks {
  /** Whether a callback comes from the vendor. `url` is the address as the vendor was given it, with its query. */
  isSigned(request: { readonly url: string; readonly form: CallbackForm; readonly signature: string }): boolean
  /** Null where the form is no report of a delivery. */
  readReport(form: CallbackForm): SmsReport | null
  /** What a text that a person sent asks for. */
  readKeyword(body: string, helpUrl: string): SmsAnswer
}

/** What a delivery report says of the message with this id. */
export interface SmsReport {
  readonly messageId: string
  readonly outcome: 'delivered' | 'failed' | 'under_way'
  /** Number of the vendor's error; null where there is none. */
  readonly errorCode: number | null
}

export interface SmsAnswer {
  /** Ends or resumes the channel for this number; null changes nothing. */
  readonly action: 'stop' | 'start' | null
  /** The text to answer with; null where nothing is sent (the vendor itself answers STOP and START). */
  readonly reply: string | null
}
