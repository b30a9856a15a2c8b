import { createSocket } from 'node:dgram'
import { once } from 'node:events'

type Answer = readonly string[] | 'no_such_name' | 'broken' | 'silence'

export interface DnsResponder extends AsyncDisposable {
  /** As a resolver takes it: `127.0.0.1:5353`. */
  readonly server: string
  /** Names that were asked for, with the kind: `a.example A`. */
  readonly questions: string[]
  /** Answers for a name from now on: addresses of both kinds, or a list of answers, one for each time it is asked. */
  set(name: string, answer: Answer): void
}

const A = 1
const AAAA = 28

/** A small real name server on loopback (RFC 1035), for A and AAAA. Names that it does not know do not exist. */
export async function dnsResponder(records: Readonly<Record<string, Answer>> = {}): Promise<DnsResponder> {
  const known = new Map<string, Answer>(Object.entries(records))
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, kind, end } = questionOf(query)
    questions.push(`${name} ${kind === A ? 'A' : 'AAAA'}`)
    const answer = known.get(name) ?? 'no_such_name'
    if (answer !== 'silence') socket.send(replyTo(query, end, kind, answer), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    set: (name, answer) => void known.set(name, answer),
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), kind: query.readUInt16BE(at + 1), end: at + 5 }
}

function replyTo(query: Buffer, end: number, kind: number, answer: Exclude<Answer, 'silence'>): Buffer {
  const addresses = typeof answer === 'string' ? [] : answer
  const wanted = addresses.filter((address) => address.includes(':') === (kind === AAAA))
  const head = Buffer.from(query.subarray(0, 12))
  const code = answer === 'no_such_name' ? 3 : answer === 'broken' ? 2 : 0
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(wanted.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, query.subarray(12, end), ...wanted.map((address) => recordOf(kind, address))])
}

function recordOf(kind: number, address: string): Buffer {
  const data = kind === A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const fixed = Buffer.alloc(12)
  fixed.writeUInt16BE(0xc00c, 0)
  fixed.writeUInt16BE(kind, 2)
  fixed.writeUInt16BE(1, 4)
  fixed.writeUInt32BE(0, 6)
  fixed.writeUInt16BE(data.length, 10)
  return Buffer.concat([fixed, data])
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]))
}
