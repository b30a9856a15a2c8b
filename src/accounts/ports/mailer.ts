export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Submits a mail for sending; throws `unavailable` if that fails. */
  send(mail: Mail): Promise<void>
  /** Sends nothing, and takes this thread the time that `send` takes, so that timing does not reveal which one ran. */
  pretend(mail: Mail): Promise<void>
}
