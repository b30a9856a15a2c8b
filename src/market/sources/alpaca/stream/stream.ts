/**
 * One WebSocket of Alpaca that stays up: it signs in, subscribes, reports when it is complete and since when it is not, and
 * comes back by itself after longer and longer pauses. The vendor allows one connection for each feed, so those who want
 * something of it share this one.
 */
import type { MessageEvent, WebSocket } from 'undici'
import { z } from 'zod'
import type { HealthLog } from '../../source-health.ts'
import type { VendorClock } from '../../vendor-client.ts'
import { VendorFailure, type VendorFault } from '../../vendor-failure.ts'
import type { StreamCodec } from './stream-codec.ts'
import { type Interest, Subscriptions } from './subscriptions.ts'

export interface StreamOptions {
  /** For health: "stream of option trades". */
  readonly name: string
  /** `wss://…` with the feed. */
  readonly url: string
  readonly codec: () => Promise<StreamCodec>
  readonly keyId: string
  readonly secret: string
  readonly clock: VendorClock
  readonly health: HealthLog
  /** Without it the source has all that it needs: its failures are no news, warnings say what is missing. */
  readonly isOptional?: boolean
  /** A message that is no answer to what this file asks. */
  readonly onMessage: (message: unknown) => void
  /** Nothing came any more after an instant, of what is essential. */
  readonly onBroken: (lastSeenMs: number) => void
  /** Nothing comes at all until the next subscription is confirmed. */
  readonly onEnd?: () => void
}

/** A question that the vendor answers in turn, by its list of subscriptions or a refusal. */
interface Asked {
  readonly interest: Interest | null
  readonly names: readonly string[]
}

const Control = z.object({
  T: z.enum(['success', 'error', 'subscription']),
  msg: z.string().optional(),
  code: z.number().optional(),
})
const CONTROLS: ReadonlySet<unknown> = new Set(Control.shape.T.options)

const FAULTS: Readonly<Record<number, readonly [VendorFault, string]>> = {
  401: ['unauthorized', 'wants keys first'],
  402: ['unauthorized', 'does not accept the keys'],
  404: ['stalled', 'did not get the keys in time'],
  405: ['forbidden', 'allows fewer symbols'],
  406: ['busy', 'allows no further connection of this account'],
  407: ['stalled', 'found this service too slow'],
  409: ['forbidden', 'is not part of the subscription'],
}

/** Refusals of one subscription, after which those of before stay as they were. */
const REFUSALS: ReadonlySet<number> = new Set([400, 405, 410, 413])
/** Names a message: a message with all contracts of a large chain would be refused. */
const NAMES_A_MESSAGE = 1_000
/** Names that may be refused for lack of room are requested in small parts, so that those that fit are accepted. */
const LESSER_NAMES_A_MESSAGE = 50
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const PAUSE_OF_REFUSAL_MS = 10 * 60_000
/** A connection that broke off lasts with the vendor for a while, and is the only one that the account may have. */
const PAUSE_OF_CONNECTION_MS = 30_000
/** A connection that breaks off sooner each time is opened after longer and longer pauses: every gap costs pages. */
const LASTING_MS = 30_000
/** A question that has no answer after this means that the connection is dead. */
const SILENCE_MS = 20_000
const LARGEST_MESSAGE = 16_000_000

export class VendorStream {
  readonly #options: StreamOptions
  readonly #subscriptions = new Subscriptions()
  readonly #life = new AbortController()
  #codec: StreamCodec | undefined
  #socket: WebSocket | undefined
  #running: Promise<void> | undefined
  #signedIn = false
  /** Sent and not yet answered, in order. */
  #unanswered: Asked[] = []
  #whole = false
  /** Of the monotonic clock; NaN for a connection that never was whole. */
  #wholeSinceMs = Number.NaN
  #openedMs = Number.NaN
  #connections = 0
  #finish: () => void = () => undefined
  #lastSeenMs = Number.NaN
  #askedMs = Number.NaN
  #failure: VendorFailure | null = null

  constructor(options: StreamOptions) {
    this.#options = options
  }

  /** Everything that is subscribed to comes. */
  get whole(): boolean {
    return this.#whole
  }

  get failure(): VendorFailure | null {
    return this.#failure
  }

  /** When anything came last, by our clock; NaN before the first. */
  get lastSeenMs(): number {
    return this.#lastSeenMs
  }

  /** Whether all subscriptions of an interest are confirmed on this connection. */
  isCarried(interest: Interest): boolean {
    return this.#signedIn && this.#unanswered.every((asked) => asked.interest !== interest)
  }

  /** Counts the connections, so that an interruption is noticed. */
  get connections(): number {
    return this.#connections
  }

  /** Adds names to an interest; the first ones open the connection. */
  subscribe(interest: Interest, names: readonly string[]): void {
    const added = this.#subscriptions.add(interest, names)
    if (added.length === 0) return
    if (this.#signedIn) this.#ask(interest, added)
    this.#running ??= this.#run().catch((cause: unknown) => {
      this.#note(new VendorFailure('broken', 'The stream of Alpaca cannot be opened.', { cause }))
    })
  }

  /** For a short while something of these names may still come. */
  unsubscribe(interest: Interest, names: readonly string[]): void {
    const gone = this.#subscriptions.remove(interest, names)
    if (!this.#signedIn) return
    for (const some of parts(gone, NAMES_A_MESSAGE)) {
      this.#send({ action: 'unsubscribe', [interest.channel]: some }, { interest: null, names: [] })
    }
  }

  /**
   * To be called every half minute: a connection can be dead without being closed. The vendor answers a subscription to
   * what is subscribed already.
   */
  beat(): void {
    const nowMs = this.#options.clock.monotonicMs()
    if (!this.#signedIn) {
      if (this.#socket && nowMs - this.#openedMs > SILENCE_MS) {
        this.#end(new VendorFailure('stalled', 'The stream of Alpaca did not answer the sign-in.'))
      }
      return
    }
    if (nowMs - this.#askedMs > SILENCE_MS) {
      this.#end(new VendorFailure('stalled', 'The stream of Alpaca fell silent.'))
      return
    }
    const any = this.#subscriptions.any()
    if (Number.isNaN(this.#askedMs) && any !== null) {
      const [channel, name] = any
      this.#send({ action: 'subscribe', [channel]: [name] }, { interest: null, names: [] })
    }
  }

  async close(): Promise<void> {
    this.#life.abort(new VendorFailure('busy', 'The stream of Alpaca is being closed.'))
    this.#socket?.close()
    this.#finish()
    await this.#running
  }

  async #run(): Promise<void> {
    const { clock } = this.#options
    for (let failures = 0; !this.#life.signal.aborted; ) {
      const mayAsk = clock.mayAsk?.() ?? true
      failures = mayAsk && (await this.#connection()) ? 1 : failures + 1
      const pause = pauseAfter(this.#failure?.fault, failures, clock.random())
      await clock.sleep(pause, this.#life.signal).catch(() => undefined)
    }
  }

  /** From the handshake to the end; whether it was whole for a while in between. */
  async #connection(): Promise<boolean> {
    this.#codec ??= await this.#options.codec()
    const undici = await import('undici')
    const webSocket = { maxPayloadSize: LARGEST_MESSAGE }
    const dispatcher = new undici.Agent({ webSocket, connect: { timeout: SILENCE_MS } })
    const headers = { 'content-type': this.#codec.contentType }
    const socket = new undici.WebSocket(this.#options.url, { headers, dispatcher })
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    this.#failure = null
    this.#wholeSinceMs = Number.NaN
    this.#openedMs = this.#options.clock.monotonicMs()
    const ended = new Promise<void>((resolve) => {
      this.#finish = resolve
      socket.addEventListener('close', () => resolve())
    })
    socket.addEventListener('message', (event: MessageEvent) => {
      if (this.#socket === socket) this.#receive(event.data)
    })
    socket.addEventListener('error', () => this.#note(new VendorFailure('reset', 'The stream of Alpaca broke off.')))
    if (this.#life.signal.aborted) socket.close()
    await ended
    this.#note(new VendorFailure('reset', 'The stream of Alpaca broke off.'))
    this.#socket = undefined
    this.#signedIn = false
    this.#broken()
    this.#options.onEnd?.()
    await dispatcher.destroy()
    return this.#options.clock.monotonicMs() - this.#wholeSinceMs >= LASTING_MS
  }

  #receive(data: unknown): void {
    this.#lastSeenMs = this.#options.clock.nowMs()
    this.#askedMs = Number.NaN
    try {
      for (const message of this.#codec?.decode(data) ?? []) this.#take(message)
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error
      this.#end(error)
    }
  }

  #take(message: unknown): void {
    if (!isControl(message)) {
      this.#options.onMessage(message)
      return
    }
    const control = Control.safeParse(message)
    if (!control.success) throw new VendorFailure('changed_shape', 'A message of the stream of Alpaca cannot be read.')
    const { T, msg, code = 0 } = control.data
    if (T === 'error') this.#refused(code)
    else if (T === 'subscription') this.#confirmed()
    else this.#greeted(msg)
  }

  #greeted(msg: string | undefined): void {
    const { keyId, secret } = this.#options
    if (msg === 'connected') this.#write({ action: 'auth', key: keyId, secret })
    if (msg !== 'authenticated') return
    this.#signedIn = true
    this.#connections++
    this.#unanswered = []
    for (const [interest, names] of this.#subscriptions.all()) this.#ask(interest, names)
  }

  #refused(code: number): void {
    const [asked] = this.#unanswered
    if (asked?.interest?.onRefused && REFUSALS.has(code)) {
      this.#subscriptions.remove(asked.interest, asked.names)
      asked.interest.onRefused(asked.names)
      this.#answered()
      return
    }
    const [fault, says] = FAULTS[code] ?? ['broken', 'fails']
    this.#end(new VendorFailure(fault, `The stream of Alpaca ${says} (code ${code}).`))
  }

  #answered(): void {
    const interest = this.#unanswered.shift()?.interest
    if (interest && this.isCarried(interest)) interest.onCarried?.()
  }

  #confirmed(): void {
    this.#answered()
    if (this.#whole || this.#unanswered.some((asked) => asked.interest?.isEssential)) return
    this.#whole = true
    this.#wholeSinceMs = this.#options.clock.monotonicMs()
    this.#failure = null
    const { health, name, clock } = this.#options
    health.succeeded(name, clock.nowMs())
  }

  /** An essential name that is added later makes the stream incomplete until it is confirmed. */
  #ask(interest: Interest, names: readonly string[]): void {
    if (interest.isEssential) this.#broken()
    const size = interest.isEssential ? NAMES_A_MESSAGE : LESSER_NAMES_A_MESSAGE
    for (const some of parts(names, size)) {
      this.#send({ action: 'subscribe', [interest.channel]: some }, { interest, names: some })
    }
  }

  #send(message: object, asked: Asked): void {
    if (Number.isNaN(this.#askedMs)) this.#askedMs = this.#options.clock.monotonicMs()
    this.#unanswered.push(asked)
    this.#write(message)
  }

  #write(message: object): void {
    if (this.#codec) this.#socket?.send(this.#codec.encode(message))
  }

  #end(failure: VendorFailure): void {
    this.#note(failure)
    this.#signedIn = false
    this.#broken()
    this.#socket?.close()
    // A dead connection would never say goodbye.
    this.#finish()
  }

  #note(failure: VendorFailure): void {
    if (this.#life.signal.aborted) return
    this.#failure ??= failure
    const { health, name, clock, isOptional = false } = this.#options
    if (!isOptional) health.failed(name, this.#failure, clock.nowMs())
  }

  #broken(): void {
    this.#askedMs = Number.NaN
    if (!this.#whole) return
    this.#whole = false
    this.#options.onBroken(this.#lastSeenMs)
  }
}

/** From 30 to 60 seconds while an old connection is still open. */
function pauseAfter(fault: VendorFault | undefined, failures: number, chance: number): number {
  if (fault === 'busy') return PAUSE_OF_CONNECTION_MS * (1 + chance)
  if (fault === 'unauthorized' || fault === 'forbidden') return PAUSE_OF_REFUSAL_MS
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)
  return Math.min(LONGEST_PAUSE_MS, doubled) * (0.5 + chance / 2)
}

function isControl(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'T' in message && CONTROLS.has(message.T)
}

function parts(names: readonly string[], size: number): string[][] {
  const count = Math.ceil(names.length / size)
  return Array.from({ length: count }, (_, part) => names.slice(part * size, (part + 1) * size))
}
