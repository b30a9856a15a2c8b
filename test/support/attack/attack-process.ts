/**
 * Attacks a service on this machine until it is ended: slow sockets, refused upgrades, expensive questions, wrong
 * secrets and fuzzed requests, each from addresses of its own. Argument: an `AttackOrder` as JSON. At SIGTERM it writes
 * the number of answers by attack and status, and the share of a processor that it took itself.
 */
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { mix, uniform } from '../../../src/lib/math/seeded-random.ts'
import { addDays, weekdayOf } from '../../../src/lib/time/civil-date.ts'
import { fuzzRequest, fuzzRoutes } from '../fuzz/fuzz-requests.ts'
import { pick } from '../fuzz/odd-values.ts'
import { HOST, REFUSED_UPGRADES } from '../http/refused-upgrades.ts'

export interface AttackOrder {
  readonly port: number
  readonly today: string
  /** Headers of accounts that ask expensive questions, and fuzz. */
  readonly callers: readonly Readonly<Record<string, string>>[]
  /** An account whose password is guessed. */
  readonly email: string
  /** Each kind starts at most so many requests or connections a second. */
  readonly perSecond: AttackRates
}

export interface AttackRates {
  readonly slowSockets: number
  readonly slowReaders: number
  readonly upgrades: number
  readonly questions: number
  readonly secrets: number
  readonly fuzz: number
}

const SLOW_SOCKETS_AN_ADDRESS = 100
const SLOW_ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
const SLOW_READERS = 20
const PIPELINED = 40
const EXPENSIVE_AT_ONCE = 6
/** A timer goes off at most so often, and then starts several. */
const MIN_INTERVAL_MS = 50

const { port, today, callers, email, perSecond }: AttackOrder = JSON.parse(process.argv[2] ?? '')
const counts = new Map<string, number>()
let serial = 0
const chance = { next: () => uniform(mix(17, serial++)) }

function count(attack: string, outcome: string | number): void {
  const key = `${attack} ${outcome}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

interface Sent {
  readonly attack: string
  readonly path: string
  readonly from: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Resolves when the answer was read, or the connection failed. */
function send({ attack, path, from, method = 'GET', headers = {}, body }: Sent): Promise<void> {
  return new Promise((resolve) => {
    const finish = (outcome: string | number) => {
      count(attack, outcome)
      resolve()
    }
    const target = { host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: false }
    const sent = request(target, (answer: IncomingMessage) => {
      answer.resume()
      answer.once('end', () => finish(answer.statusCode ?? 0))
      answer.once('error', () => finish('cut'))
    })
    sent.once('error', () => finish('no answer'))
    sent.end(body)
  })
}

/** Starts `begin` so often, whatever becomes of those before. */
function steadily(rate: number, begin: () => void): void {
  const intervalMs = Math.max(MIN_INTERVAL_MS, 1_000 / rate)
  let due = 0
  setInterval(() => {
    for (due += (rate * intervalMs) / 1_000; due >= 1; due--) begin()
  }, intervalMs)
}

/** Begins what waits, one after the other: a service that cuts at once is not asked more often than that. */
class Queue {
  readonly #waiting: (() => void)[] = []

  constructor(rate: number) {
    steadily(rate, () => this.#waiting.shift()?.())
  }

  add(begin: () => void): void {
    this.#waiting.push(begin)
  }
}

/** A header byte every second: the connection is opened again whenever the service has cut it. */
function slowSocket(from: string): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => undefined)
  socket.write(`GET /health HTTP/1.1\r\n${HOST}\r\nX-Slow: `)
  const drip = setInterval(() => socket.write('a'), 1_000)
  socket.resume()
  socket.once('close', () => {
    clearInterval(drip)
    count('slow socket', 'cut')
    slowSockets.add(() => slowSocket(from))
  })
}

/** Asks for more than the socket's buffers hold, and reads nothing. */
function slowReader(from: string): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(`GET /api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n\r\n`.repeat(PIPELINED))
  // A paused socket is not told that its peer has gone; a write is.
  const knock = setInterval(() => socket.write('\r\n'), 5_000)
  socket.once('close', () => {
    clearInterval(knock)
    count('slow reader', 'cut')
    slowReaders.add(() => slowReader(from))
  })
}

/** The service ends the connection: this side never does. */
function refusedUpgrade(): void {
  const form = pick(Object.values(REFUSED_UPGRADES), chance)
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${pick([5, 6], chance)}` })
  socket.on('error', () => undefined)
  socket.once('close', () => count('refused upgrade', 'closed'))
  socket.once('connect', () => {
    socket.write(form, 'latin1')
    socket.resume()
  })
}

/** Questions about another past session each time, as many at once as the attacker can. */
function expensiveQuestion(): void {
  if (questionsOpen >= EXPENSIVE_AT_ONCE) return
  questionsOpen++
  const index = questionsAsked++
  let date = addDays(today, -3 - (Math.floor(index / 2) % 120))
  while (weekdayOf(date) % 6 === 0) date = addDays(date, -1)
  const path = index % 2 === 0 ? `/api/v1/stocks/SPY/trade_context?date=${date}` : `/api/v1/flow?limit=5&date=${date}`
  const asked = send({ attack: 'expensive question', path, from: '127.0.0.7', headers: pick(callers, chance) })
  void asked.then(() => questionsOpen--)
}

function wrongSecret(): void {
  const attack = 'wrong secret'
  const from = `127.0.2.${1 + (serial % 200)}`
  const json = { 'content-type': 'application/json' }
  const guess = { ...json, origin: `http://127.0.0.1:${port}` }
  const kinds: Omit<Sent, 'attack' | 'from'>[] = [
    { path: '/api/v1/account', headers: { 'x-user-email': email, 'x-user-token': `wrong-${serial}` } },
    {
      path: '/webhooks/optionomics-neutral/trade-ideas',
      method: 'POST',
      headers: { ...json, 'x-bot-secret': `wrong-${serial}` },
      body: '{}',
    },
    {
      path: '/api/v1/session',
      method: 'POST',
      headers: guess,
      body: JSON.stringify({ email, password: `wrong password ${serial}` }),
    },
  ]
  void send({ attack, from, ...pick(kinds, chance) })
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads the document as JSON
function fuzz(document: any, routes: ReturnType<typeof fuzzRoutes>): void {
  const { path, method, headers, body } = fuzzRequest(document, pick(routes, chance), chance)
  const from = `127.0.1.${1 + (serial % 200)}`
  void send({
    attack: 'fuzz',
    path,
    method,
    from,
    headers: { ...headers, ...pick([{}, ...callers], chance) },
    ...(body === undefined ? {} : { body }),
  })
}

const document = await (await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`)).json()
// Routes that end the accounts of the attack would end the attack.
const routes = fuzzRoutes(document).filter(({ method, path }) => method !== 'DELETE' && !/password|totp/.test(path))
const slowSockets = new Queue(perSecond.slowSockets)
const slowReaders = new Queue(perSecond.slowReaders)
let questionsAsked = 0
let questionsOpen = 0
for (const from of SLOW_ADDRESSES)
  for (let each = 0; each < SLOW_SOCKETS_AN_ADDRESS; each++) slowSockets.add(() => slowSocket(from))
for (let each = 0; each < SLOW_READERS; each++) slowReaders.add(() => slowReader('127.0.0.8'))
steadily(perSecond.upgrades, refusedUpgrade)
steadily(perSecond.secrets, wrongSecret)
steadily(perSecond.fuzz, () => fuzz(document, routes))
steadily(perSecond.questions, expensiveQuestion)
const startMs = performance.now()
process.once('SIGTERM', () => {
  const { user, system } = process.cpuUsage()
  const cpuPct = Math.round((user + system) / 10 / (performance.now() - startMs))
  process.stdout.write(`${JSON.stringify({ cpuPct, ...Object.fromEntries([...counts].sort()) })}\n`)
  process.exit(0)
})
process.stdout.write('attacking\n')
