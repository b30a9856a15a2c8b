/** A command that is not an operation, for example to start the service, import files or copy the store. */
export interface Command {
  /** One word, for example `serve`; the command parses the words after it. */
  readonly name: string
  /** Arguments as shown in help: `chain|bars FILE… --symbol S`. */
  readonly usage: string
  readonly summary: string
  run(call: CommandCall): Promise<void>
}

export interface CommandCall {
  readonly args: readonly string[]
  readonly json: boolean
  readonly stdout: Output
}

export interface Output {
  /** False as of a stream of Node: whoever has more waits for `drain`. */
  write(text: string | Uint8Array): unknown
  once?(event: 'drain', listener: () => void): unknown
  /** Characters in a line, for a terminal. */
  readonly columns?: number | undefined
}
