import { type Bus, HINT_TOPICS, HintListeners, type HintTopic } from './bus.ts'

/** PostgreSQL takes less than 8,000 bytes at once. */
const MAX_BYTES = 7_000

/** How texts get to the other processes. */
export interface Wire extends AsyncDisposable {
  /** Rejects where the text could not be sent. */
  send(text: string): Promise<void>
  /** Called once, at the first subscription: from then on texts of all processes, own ones too, are handed over. */
  receive(onText: (text: string) => void): void
}

export interface RemoteBusParts {
  readonly processId: string
  readonly wire: Wire
  /** Hints were lost on their way. Called once until some arrive again. */
  readonly onLost: (error: unknown) => void
}

/** A bus over a wire. The listeners of this process hear a hint at once, and not a second time from the wire. */
export class RemoteBus implements Bus {
  readonly processId: string
  readonly isLossy = true
  readonly #parts: RemoteBusParts
  readonly #listeners = new HintListeners()
  #isReceiving = false
  #isLosing = false
  /** What was published since the last send, each hint once. */
  #gathered = new Map<string, readonly [HintTopic, string]>()
  #nextFlush: NodeJS.Immediate | undefined
  #sending: Promise<void> | undefined

  constructor(parts: RemoteBusParts) {
    this.#parts = parts
    this.processId = parts.processId
  }

  publish(topic: HintTopic, subject: string): void {
    this.#listeners.deliver(topic, subject)
    this.#gathered.set(`${topic} ${subject}`, [topic, subject])
    // Hints of one commit travel together.
    if (!this.#sending) this.#nextFlush ??= setImmediate(() => this.#flush())
  }

  subscribe(topic: HintTopic, listener: (subject: string) => void): () => void {
    if (!this.#isReceiving) this.#parts.wire.receive((text) => this.#take(text))
    this.#isReceiving = true
    return this.#listeners.subscribe(topic, listener)
  }

  /** One send at a time: what is published during one goes with the next. */
  #flush(): void {
    this.#nextFlush = undefined
    if (this.#gathered.size === 0) return
    const hints = [...this.#gathered.values()]
    this.#gathered = new Map()
    this.#sending = this.#send(hints).then(() => {
      this.#sending = undefined
      this.#flush()
    })
  }

  async #send(hints: readonly (readonly [HintTopic, string])[]): Promise<void> {
    try {
      for (const text of textsOf(this.processId, hints)) await this.#parts.wire.send(text)
      this.#isLosing = false
    } catch (error) {
      if (!this.#isLosing) this.#parts.onLost(error)
      this.#isLosing = true
    }
  }

  /** What another program or version sends is left out: a hint may be lost. */
  #take(text: string): void {
    const { from, hints } = readText(text) ?? { from: this.processId, hints: [] }
    if (from === this.processId) return
    for (const [topic, subject] of hints) this.#listeners.deliver(topic, subject)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearImmediate(this.#nextFlush)
    if (!this.#sending) this.#flush()
    while (this.#sending !== undefined) await this.#sending
    await this.#parts.wire[Symbol.asyncDispose]()
  }
}

function* textsOf(from: string, hints: readonly (readonly [HintTopic, string])[]): Generator<string> {
  let some: (readonly [HintTopic, string])[] = []
  let bytes = 0
  for (const hint of hints) {
    const length = Buffer.byteLength(JSON.stringify(hint)) + 1
    if (some.length > 0 && bytes + length > MAX_BYTES) {
      yield JSON.stringify([from, some])
      some = []
      bytes = 0
    }
    some.push(hint)
    bytes += length
  }
  yield JSON.stringify([from, some])
}

function readText(text: string): { from: string; hints: [HintTopic, string][] } | null {
  const value = parsed(text)
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !Array.isArray(value[1])) return null
  const hints: [HintTopic, string][] = []
  for (const hint of value[1]) {
    const [name, subject]: unknown[] = Array.isArray(hint) ? hint : []
    const topic = HINT_TOPICS.find((it) => it === name)
    if (topic && typeof subject === 'string') hints.push([topic, subject])
  }
  return { from: value[0], hints }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
