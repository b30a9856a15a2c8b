/**
 * A process that opens bells and says when all of them have been told. Its parent sends `{url, headers}` and how many
 * sockets to open with each, then a number of messages; the answer is the instant, in nanoseconds of the machine's
 * monotonic clock, at which the last socket had so many. Told to, all of them stop reading.
 */
import { WebSocket } from 'ws'

export interface Opening {
  readonly url: string
  readonly headers: readonly Readonly<Record<string, string>>[]
  readonly each: number
}

const AT_ONCE = 50
const sockets: WebSocket[] = []
let open = 0
/** How many sockets have had so many messages. */
const told: number[] = []
const toldAt: string[] = []
const waiting = new Map<number, () => void>()

process.on('message', (asked: Opening | number | 'stop reading') => {
  if (asked === 'stop reading') {
    for (const socket of sockets) socket.pause()
    process.send?.({ paused: sockets.length })
  } else if (typeof asked === 'number') void whenTold(asked).then((at) => process.send?.({ at }))
  else void openAll(asked).then(() => process.send?.({ open }))
})

async function openAll({ url, headers, each }: Opening): Promise<void> {
  const todo = headers.flatMap((of) => Array.from({ length: each }, () => of))
  const lane = async () => {
    for (let of = todo.pop(); of; of = todo.pop()) await connect(url, of)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

function connect(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: { ...headers } })
    sockets.push(socket)
    let count = 0
    socket.on('message', () => {
      if (count === 0) {
        open++
        resolve()
      }
      hear(count)
      count++
    })
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`a bell was closed with ${code}`)))
  })
}

function hear(index: number): void {
  const total = (told[index] ?? 0) + 1
  told[index] = total
  if (total < open) return
  toldAt[index] = String(process.hrtime.bigint())
  waiting.get(index + 1)?.()
}

async function whenTold(count: number): Promise<string> {
  if ((told[count - 1] ?? 0) < open) await new Promise<void>((resolve) => waiting.set(count, resolve))
  return toldAt[count - 1] ?? ''
}
