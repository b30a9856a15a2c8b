/** When and from which network address a key or a session was used. */
export interface LastUse {
  readonly id: string
  readonly at: Date
  readonly address: string
}
