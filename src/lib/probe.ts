/** One request to a peer that shows what these settings may do there: `optionwire doctor` sends it. */
export interface Probe {
  /** What is asked for, as an operator knows it: `option chain, feed opra`. */
  readonly name: string
  readonly url: string
  /** Secrets may stand in the address, in headers and in the body; no finding repeats them. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent by POST; without it the request is a GET. */
  readonly body?: string
  /** What is missing without it: `Splits and dividends are unknown.` */
  readonly lacks: string
  /** The service is of no use without it: a failure, not a warning. */
  readonly isEssential: boolean
  /** Statuses besides 2xx that show that all is well: a peer that refuses an empty message has known the address. */
  readonly alsoFine?: readonly number[]
  /** What is wrong although the answer is 2xx, with what to change; null where nothing is. Throws nothing. */
  readonly problem?: (body: unknown) => string | null
  /** What to change after a refusal, by its status; null where only the peer can help. */
  readonly fix: (status: number) => string | null
  /** Facts of the answer that may be shown to anybody. Throws nothing: an unknown body has no facts. */
  readonly facts?: (body: unknown) => string | null
}
