import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Sink, type SinkAnswer, sink } from '../support/http/sink.ts'

const DONE = { status: 204 }
const later = (status: number, seconds: string) => ({ status, headers: { 'retry-after': seconds } })

export interface Fault {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** What the peer answers, in order; the last one stays. */
  readonly answers: readonly SinkAnswer[]
  readonly calls: number
  readonly sleeps: readonly number[]
  /** The status of the error; null if there is none, undefined if there was no answer. */
  readonly status: number | null | undefined
}

/** What a client does when a peer fails, in the same way in each language. */
export const FAULTS: readonly Fault[] = [
  { name: '429 with a wait', method: 'POST', answers: [later(429, '7'), DONE], calls: 2, sleeps: [7], status: null },
  { name: '429 without a wait', method: 'GET', answers: [429, 429, DONE], calls: 3, sleeps: [1, 2], status: null },
  {
    name: '503 of a reading call',
    method: 'GET',
    answers: [later(503, '3'), DONE],
    calls: 2,
    sleeps: [3],
    status: null,
  },
  {
    name: '503 of a changing call',
    method: 'POST',
    answers: [later(503, '3'), DONE],
    calls: 1,
    sleeps: [],
    status: 503,
  },
  { name: '503 without end', method: 'GET', answers: [503], calls: 4, sleeps: [1, 2, 4], status: 503 },
  { name: 'a wait beyond the bound', method: 'GET', answers: [later(429, '61')], calls: 1, sleeps: [], status: 429 },
  {
    name: 'a date that is past',
    method: 'GET',
    answers: [later(429, 'Fri, 20 Nov 2020 15:00:00 GMT'), DONE],
    calls: 2,
    sleeps: [0],
    status: null,
  },
  { name: 'a broken reading call', method: 'GET', answers: ['reset', DONE], calls: 2, sleeps: [1], status: null },
  { name: 'a broken changing call', method: 'POST', answers: ['reset', DONE], calls: 1, sleeps: [], status: undefined },
  { name: '500', method: 'GET', answers: [500], calls: 1, sleeps: [], status: 500 },
]

export const ALERT = { name: 'Calls', source: 'option_flow' } as const

/** A peer that answers as the fault says. */
export async function failing({ answers }: Fault): Promise<Sink> {
  const peer = await sink()
  peer.misbehave((call) => answers[Math.min(call, answers.length - 1)] ?? 500)
  return peer
}

/** A peer whose answer begins at once and ends later than a client waits for a begin. */
export async function slowFile(endMs: number): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('symbol')
    setTimeout(() => response.end(',close'), endMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
