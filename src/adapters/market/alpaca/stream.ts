/**
 * One WebSocket of Alpaca that stays up: it signs in, subscribes, tells when it is whole and since when it is not, and
 * comes back by itself after longer and longer pauses.
 */
import type { MessageEvent, WebSocket } from 'undici'
import { z } from 'zod'
import type { HealthLog } from '../source-health.ts'
import type { VendorClock } from '../vendor-client.ts'
import { VendorFailure, type VendorFault } from '../vendor-failure.ts'
import type { StreamCodec } from './stream-codec.ts'

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
  /** A message that is no answer to what this file asks. */
  readonly onMessage: (message: unknown) => void
  /** Nothing came any more after an instant. */
  readonly onBroken: (lastSeenMs: number) => void
}

const Control = z.object({
  T: z.enum(['success', 'error', 'subscription']),
  msg: z.string().optional(),
  code: z.number().optional(),
})

const FAULTS: Readonly<Record<number, readonly [VendorFault, string]>> = {
  401: ['unauthorized', 'wants keys first'],
  402: ['unauthorized', 'does not accept the keys'],
  404: ['stalled', 'did not get the keys in time'],
  405: ['forbidden', 'allows fewer symbols'],
  406: ['forbidden', 'allows no further connection of this account'],
  407: ['stalled', 'found this service too slow'],
  409: ['forbidden', 'is not part of the subscription'],
}

/** Names a message: a message with all contracts of a large chain would be refused. */
const NAMES_A_MESSAGE = 1_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const PAUSE_OF_REFUSAL_MS = 10 * 60_000
/** A question that has no answer after this means that the connection is dead. */
const SILENCE_MS = 20_000
const LARGEST_MESSAGE = 16_000_000

export class VendorStream {
  readonly #options: StreamOptions
  readonly #names = new Set<string>()
  readonly #life = new AbortController()
  #codec: StreamCodec | undefined
  #socket: WebSocket | undefined
  #running: Promise<void> | undefined
  #signedIn = false
  /** Subscriptions that were sent and not yet confirmed. */
  #unconfirmed = 0
  #whole = false
  #wasWhole = false
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

  /** Adds names to the subscription; the first ones open the connection. */
  subscribe(names: readonly string[]): void {
    const added = names.filter((name) => !this.#names.has(name))
    if (added.length === 0) return
    for (const name of added) this.#names.add(name)
    if (this.#signedIn) this.#sendNames(added)
    this.#running ??= this.#run().catch((cause: unknown) => {
      this.#note(new VendorFailure('broken', 'The stream of Alpaca cannot be opened.', { cause }))
    })
  }

  /**
   * To be called every half minute: a connection can be dead without being closed. The vendor answers a subscription to
   * what is subscribed already.
   */
  beat(): void {
    const nowMs = this.#options.clock.monotonicMs()
    if (!this.#signedIn) return
    if (nowMs - this.#askedMs > SILENCE_MS) {
      this.#end(new VendorFailure('stalled', 'The stream of Alpaca fell silent.'))
      return
    }
    const [name] = this.#names
    if (Number.isNaN(this.#askedMs) && name !== undefined) {
      this.#askedMs = nowMs
      this.#send({ action: 'subscribe', trades: [name] })
      this.#unconfirmed++
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
      failures = (await this.#connection()) ? 1 : failures + 1
      const doubled =
        Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + clock.random() / 2)
      const refused = this.#failure !== null && ['unauthorized', 'forbidden'].includes(this.#failure.fault)
      await clock.sleep(refused ? PAUSE_OF_REFUSAL_MS : doubled, this.#life.signal).catch(() => undefined)
    }
  }

  /** From the handshake to the end; whether it was whole in between. */
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
    this.#wasWhole = false
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
    await dispatcher.destroy()
    return this.#wasWhole
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
    const control = Control.safeParse(message)
    if (!control.success) this.#options.onMessage(message)
    else if (control.data.T === 'error') this.#refused(control.data.code ?? 0)
    else if (control.data.T === 'subscription') this.#confirmed()
    else this.#greeted(control.data.msg)
  }

  #greeted(msg: string | undefined): void {
    const { keyId, secret } = this.#options
    if (msg === 'connected') this.#send({ action: 'auth', key: keyId, secret })
    if (msg !== 'authenticated') return
    this.#signedIn = true
    this.#unconfirmed = 0
    this.#sendNames([...this.#names])
  }

  #refused(code: number): void {
    const [fault, says] = FAULTS[code] ?? ['broken', 'fails']
    this.#end(new VendorFailure(fault, `The stream of Alpaca ${says} (code ${code}).`))
  }

  #confirmed(): void {
    this.#unconfirmed = Math.max(0, this.#unconfirmed - 1)
    if (this.#unconfirmed > 0 || this.#whole) return
    this.#whole = true
    this.#wasWhole = true
    this.#failure = null
    const { health, name, clock } = this.#options
    health.succeeded(name, clock.nowMs())
  }

  /** A name that is added later makes the stream incomplete until it is confirmed. */
  #sendNames(names: readonly string[]): void {
    this.#broken()
    for (let first = 0; first < names.length; first += NAMES_A_MESSAGE) {
      this.#unconfirmed++
      this.#send({ action: 'subscribe', trades: names.slice(first, first + NAMES_A_MESSAGE) })
    }
  }

  #send(message: object): void {
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
    this.#options.health.failed(this.#options.name, this.#failure, this.#options.clock.nowMs())
  }

  #broken(): void {
    this.#askedMs = Number.NaN
    if (!this.#whole) return
    this.#whole = false
    this.#options.onBroken(this.#lastSeenMs)
  }
}
