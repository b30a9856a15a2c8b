export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Hands a mail over for sending; throws `unavailable` when it could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
