import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that requests have in turn, besides those of all. */
  readonly callers?: readonly Readonly<Record<string, string>>[]
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: string
  readonly connections: number
  readonly durationMs: number
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  readonly p99Ms: number
  readonly bytes: number
}

const END_OF_HEAD = '\r\n\r\n'

/**
 * Keeps a number of connections busy with one request and only counts the bytes that come back. A load tool that parses
 * answers of several hundred kilobytes in JavaScript would measure itself.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const start = performance.now()
  const until = start + options.durationMs
  const latencies: number[] = []
  let bytes = 0
  const nextRequest = requestsOf(options)
  const workers = Array.from({ length: options.connections }, () =>
    keepAsking(options, { until, nextRequest }, (ms, size) => {
      latencies.push(ms)
      bytes += size
    }),
  )
  stayAwake(until)
  await Promise.all(workers)
  latencies.sort((a, b) => a - b)
  const seconds = (performance.now() - start) / 1000
  const p99Ms = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN
  return { requests: latencies.length, perSecond: latencies.length / seconds, p99Ms, bytes }
}

/**
 * Polls instead of sleeping. A server that answers a sleeping client pays for waking it, on virtual machines more than
 * for the answer, and pays the more often the slower it is: that would be measured instead.
 */
function stayAwake(until: number): void {
  if (performance.now() < until) setImmediate(stayAwake, until)
}

/** The texts of the requests, those of each caller in turn. */
function requestsOf({ path, headers = {}, callers = [{}], body }: LoadOptions): () => string {
  const ofBody =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const texts = callers.map((caller) => {
    const all = Object.entries({ host: 'bench', ...ofBody, ...headers, ...caller })
    const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
    return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
  })
  let asked = 0
  return () => texts[asked++ % texts.length] ?? ''
}

function keepAsking(
  { port }: LoadOptions,
  { until, nextRequest }: { readonly until: number; readonly nextRequest: () => string },
  onAnswer: (ms: number, bytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let asked = 0
    let head = ''
    let missing = -1
    let size = 0
    const ask = () => {
      head = ''
      missing = -1
      size = 0
      asked = performance.now()
      socket.write(nextRequest())
    }
    socket.on('data', (chunk) => {
      size += chunk.length
      if (missing < 0) {
        head += chunk.toString('latin1')
        const end = head.indexOf(END_OF_HEAD)
        if (end === -1) return
        if (!head.startsWith('HTTP/1.1 200')) {
          socket.destroy()
          reject(new Error(head.slice(0, 200)))
          return
        }
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - END_OF_HEAD.length)
      } else missing -= chunk.length
      if (missing > 0) return
      onAnswer(performance.now() - asked, size)
      if (performance.now() < until) ask()
      else socket.destroy()
    })
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}
