/** One HTTP request and its answer under one deadline. https://undici.nodejs.org/#/docs/api/Dispatcher */
import type { Dispatcher } from 'undici'

/** Read of an answer's body; beyond it the connection is destroyed. */
const MAX_READ = 64 * 1_024
/** Kept of what was read: twice what is shown, so that what is masked does not lie across the cut. */
const MAX_KEPT = 16 * 1_024

export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The head of the body as it came, not unpacked. */
  readonly text: string
  /** Whether `text` is all of the body. */
  readonly whole: boolean
}

export interface Broken {
  readonly kind: 'broken'
  readonly cause: unknown
  /** Whether the request had begun to leave this machine. */
  readonly started: boolean
  /** Status of an answer that began and never ended. */
  readonly status: number | null
}

export interface Request {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for a GET. */
  readonly body: string | Buffer | null
  /** Bytes of the answer's body to keep, where that is not the usual. */
  readonly maxKept?: number | undefined
}

/** Ends by itself when the signal fires: a peer that drips a byte now and then gains nothing. */
export function exchange(dispatcher: Dispatcher, request: Request, signal: AbortSignal): Promise<Answer | Broken> {
  return new Promise((resolve) => new Exchange(signal, resolve).start(dispatcher, request))
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal
  readonly #resolve: (result: Answer | Broken) => void
  readonly #chunks: Buffer[] = []
  readonly #onAbort = () => this.#abort()
  #controller: Dispatcher.DispatchController | undefined
  #status: number | null = null
  #headers: Record<string, string> = {}
  #read = 0
  #done = false
  #maxKept = MAX_KEPT

  constructor(signal: AbortSignal, resolve: (result: Answer | Broken) => void) {
    this.#signal = signal
    this.#resolve = resolve
  }

  start(dispatcher: Dispatcher, { origin, path, headers, body, maxKept = MAX_KEPT }: Request): void {
    this.#maxKept = maxKept
    if (this.#signal.aborted) {
      this.#break(this.#signal.reason)
      return
    }
    this.#signal.addEventListener('abort', this.#onAbort, { once: true })
    try {
      dispatcher.dispatch({ origin, path, method: body === null ? 'GET' : 'POST', headers, body }, this)
    } catch (error) {
      this.#break(error)
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // A request whose time ran out while it waited for a connection must not leave after all.
    if (this.#done) controller.abort(new Error('too late'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: object): void {
    if (status < 200) return
    this.#status = status
    this.#headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#read < this.#maxKept) this.#chunks.push(chunk.subarray(0, this.#maxKept - this.#read))
    this.#read += chunk.length
    if (this.#read <= Math.max(MAX_READ, this.#maxKept) || this.#done) return
    this.#finish()
    controller.abort(new Error('the answer is too long'))
  }

  onResponseEnd(): void {
    this.#finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#break(error)
  }

  #abort(): void {
    this.#break(this.#signal.reason)
    this.#controller?.abort(new Error('ended by this side'))
  }

  #finish(): void {
    const text = Buffer.concat(this.#chunks).toString('utf8')
    const whole = this.#read <= this.#maxKept
    if (this.#status === null) this.#break(new Error('the answer had no status'))
    else this.#end({ kind: 'answer', status: this.#status, headers: this.#headers, text, whole })
  }

  #break(cause: unknown): void {
    this.#end({ kind: 'broken', cause, started: this.#controller !== undefined, status: this.#status })
  }

  #end(result: Answer | Broken): void {
    if (this.#done) return
    this.#done = true
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#resolve(result)
  }
}
