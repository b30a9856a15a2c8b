import { connect, createServer, type Socket } from 'node:net'

/**
 * `cut` refuses and ends connections, `slow` delays what is sent on them. `silent` holds it, on new ones too, and sends it
 * once that is over, as TCP does after an outage. `half-open` ends the open ones at the side of the server alone, without a
 * word to the other side; new ones work.
 */
export type LinkState = 'whole' | 'cut' | 'silent' | 'slow' | 'half-open'

const SLOW_MS = 200

export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** From now on, for open connections too. */
  become(state: LinkState): void
  /** Leads new connections to another port, and ends the others. */
  leadTo(port: number): void
}

/** One direction of a connection: never writes one thing before an earlier one, and ends after the last one. */
class Way {
  readonly #to: Socket
  readonly #waiting: { readonly bytes: Buffer; atMs: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #isEnding = false

  constructor(to: Socket) {
    this.#to = to
  }

  /** An endless delay lasts until `release`. */
  send(bytes: Buffer, delayMs: number): void {
    const atMs = Math.max(performance.now() + delayMs, this.#waiting.at(-1)?.atMs ?? 0)
    this.#waiting.push({ bytes, atMs })
    this.#writeDue()
  }

  end(): void {
    this.#isEnding = true
    this.#writeDue()
  }

  release(): void {
    const nowMs = performance.now()
    for (const each of this.#waiting) if (each.atMs === Number.POSITIVE_INFINITY) each.atMs = nowMs
    this.#writeDue()
  }

  forget(): void {
    this.#waiting.splice(0)
    clearTimeout(this.#timer)
  }

  #writeDue(): void {
    const nowMs = performance.now()
    for (let [first] = this.#waiting; first && first.atMs <= nowMs; [first] = this.#waiting) {
      this.#waiting.shift()
      if (!this.#to.destroyed) this.#to.write(first.bytes)
    }
    const [next] = this.#waiting
    clearTimeout(this.#timer)
    if (next && next.atMs < Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#writeDue(), next.atMs - nowMs)
    if (!next && this.#isEnding) this.#to.end()
  }
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
  readonly ways: readonly [Way, Way]
  /** Half open: the side of the server is gone, and what the other one sends goes nowhere. */
  isDead: boolean
}

/** A network link to a server, which a test breaks. */
export async function tcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  let state: LinkState = 'whole'
  let { port } = target
  const pairs = new Set<Pair>()
  const delayMs = () => (state === 'silent' ? Number.POSITIVE_INFINITY : state === 'slow' ? SLOW_MS : 0)
  const pass = (pair: Pair, from: Socket, way: Way) => {
    from.on('data', (bytes) => {
      if (!pair.isDead) way.send(bytes, delayMs())
    })
    // Its end follows.
    from.on('error', () => undefined)
    from.on('close', () => {
      if (!pair.isDead) way.end()
      if (pair.near.destroyed && pair.far.destroyed) pairs.delete(pair)
    })
  }
  const end = ({ near, far, ways }: Pair) => {
    for (const way of ways) way.forget()
    near.destroy()
    far.destroy()
  }
  const halfEnd = (pair: Pair) => {
    pair.isDead = true
    for (const way of pair.ways) way.forget()
    pair.far.destroy()
  }
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect({ host: target.host, port })
    const pair: Pair = { near, far, ways: [new Way(far), new Way(near)], isDead: false }
    pairs.add(pair)
    pass(pair, near, pair.ways[0])
    pass(pair, far, pair.ways[1])
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    become(next) {
      state = next
      for (const pair of pairs) {
        if (state === 'cut') end(pair)
        if (state === 'half-open') halfEnd(pair)
        if (state !== 'silent') for (const way of pair.ways) way.release()
      }
    },
    leadTo(next) {
      port = next
      for (const pair of pairs) end(pair)
    },
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) end(pair)
      await new Promise((done) => server.close(done))
    },
  }
}
