import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Addresses, or another name with its addresses, or what goes wrong. */
type Answer = readonly string[] | Alias | 'no_such_name' | 'broken' | 'silence'

interface Alias {
  readonly alias: string
  readonly addresses: readonly string[]
}

export interface DnsResponder extends AsyncDisposable {
  /** As a resolver takes it: `127.0.0.1:5353`. */
  readonly server: string
  /** Names that were asked for, with the kind: `a.example A`. */
  readonly questions: string[]
  /** Answers so for a name from now on. */
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
  const alias = isAlias(answer) ? [aliasRecord(answer.alias)] : []
  const addresses = isAlias(answer) ? answer.addresses : typeof answer === 'string' ? [] : answer
  const wanted = addresses.filter((address) => address.includes(':') === (kind === AAAA))
  const head = Buffer.from(query.subarray(0, 12))
  const code = answer === 'no_such_name' ? 3 : answer === 'broken' ? 2 : 0
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(alias.length + wanted.length, 6)
  head.writeUInt32BE(0, 8)
  const owner = isAlias(answer) ? nameBytes(answer.alias) : QUESTIONED
  return Buffer.concat([
    head,
    query.subarray(12, end),
    ...alias,
    ...wanted.map((address) => recordOf(owner, kind, address)),
  ])
}

function isAlias(answer: Answer): answer is Alias {
  return typeof answer === 'object' && 'alias' in answer
}

/** Points back to the name that was asked for. */
const QUESTIONED = Buffer.from([0xc0, 0x0c])
const CNAME = 5

function aliasRecord(alias: string): Buffer {
  return record(QUESTIONED, CNAME, nameBytes(alias))
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  return Buffer.concat([...labels, Buffer.from([0])])
}

function recordOf(owner: Buffer, kind: number, address: string): Buffer {
  return record(owner, kind, kind === A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address))
}

function record(owner: Buffer, kind: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(kind, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(0, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, fixed, data])
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]))
}
