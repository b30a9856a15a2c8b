import { hash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { pino } from 'pino'
import { z } from 'zod'
import { buildServer } from '../../src/app/server.ts'
import { UnderlyingSymbol } from '../../src/domain/market/symbol.ts'
import type { Caller, Context } from '../../src/operations/context.ts'
import { defineOperation } from '../../src/operations/operation.ts'
import { AnswerCache } from '../../src/surfaces/rest/answer-cache.ts'
import { mountOperations } from '../../src/surfaces/rest/mount-operations.ts'
import { RateLimits } from '../../src/surfaces/rest/rate-limit.ts'

/** The server process of the HTTP benchmark: bare Fastify for comparison, and ours with synthetic operations. */

const CONTRACTS = 5000

const small = defineOperation({
  name: 'small_read',
  title: 'A small read',
  description: 'A quote as the service answers it: parsed input, parsed output, nothing kept.',
  capability: 'analytics',
  callers: ['api_key'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/stocks/:symbol/quote' },
  input: z.object({ symbol: UnderlyingSymbol, date: z.iso.date().optional() }),
  output: z.object({
    symbol: z.string(),
    price: z.number(),
    bid: z.number(),
    ask: z.number(),
    warnings: z.array(z.string()),
  }),
  example: { symbol: 'SPY' },
  run: async ({ symbol }) => ({ symbol, price: 512.34, bid: 512.33, ask: 512.35, warnings: [] }),
})

const rows = Array.from({ length: CONTRACTS }, (_, index) => contract(index))
const kinds = { string: z.string(), number: z.number().nullable(), boolean: z.boolean() }
const Contract = z.object(
  Object.fromEntries(
    Object.entries(contract(0)).map(([name, value]) => [name, kinds[typeof value as keyof typeof kinds]]),
  ),
)

/** With as many digits as a source and a model give: cents, and six decimals. */
function contract(index: number) {
  const wave = Math.sin(index / 200)
  const round = (value: number, digits: number) => Number(value.toFixed(digits))
  return {
    option_symbol: `SPY   261218C${String(100_000 + index * 1000).padStart(8, '0')}`,
    option_type: index % 2 === 0 ? 'call' : 'put',
    strike: 100 + index,
    expiration_date: '2026-12-18',
    dte: 27,
    bid: round(10 + wave, 2),
    ask: round(10.1 + wave, 2),
    mid: round(10.05 + wave, 3),
    last: 10,
    bid_size: index % 97,
    ask_size: index % 89,
    volume: (index * 37) % 5000,
    open_interest: (index * 61) % 50_000,
    implied_volatility: round(0.2 + wave / 20, 6),
    iv_status: 'ok',
    delta: round(wave, 6),
    gamma: round(wave / 100, 6),
    theta: round(-wave / 10, 6),
    vega: round(wave / 5, 6),
    rho: round(wave / 7, 6),
    vanna: round(wave / 9, 6),
    charm: round(wave / 11, 6),
    theoretical_price: round(10.04 + wave, 4),
    in_the_money: wave > 0,
  }
}

function chain(name: string, kept: boolean) {
  const version = {}
  return defineOperation({
    name,
    title: 'A chain',
    description: 'A chain of 5,000 contracts, kept as it was written or written for every request.',
    capability: 'analytics',
    callers: ['api_key'],
    surfaces: ['rest'],
    route: { method: 'GET', path: `/${name}` },
    input: z.object({}),
    output: z.object({ data: z.array(Contract) }),
    example: {},
    ...(kept && { dataVersion: async () => version }),
    run: async () => ({ data: rows }),
  })
}

/** Accounts by the digest of their token, as an authenticator with a cache does it. */
const callers = new Map<string, Caller>()
let lastAccount = 0

function authenticate({ headers, ip }: { headers: Record<string, unknown>; ip: string }): Caller {
  const digest = hash('sha256', String(headers['x-user-token']), 'base64url')
  const known = callers.get(digest)
  if (known) return known
  lastAccount++
  const account = { id: `account-${lastAccount}`, email: String(headers['x-user-email']), emailVerified: true } as const
  const caller: Caller = {
    kind: 'api_key',
    account: { ...account, plan: 'vega', standing: 'good', timeZone: 'America/New_York' },
    address: ip,
    sessionId: null,
  }
  callers.set(digest, caller)
  return caller
}

async function ours() {
  const log = pino(pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }))
  // A window that never fills: the limiter does its work, and lets everything through.
  let instant = 0
  const server = await buildServer({
    log,
    publicUrl: 'http://127.0.0.1',
    trustProxy: false,
    newId: () => 'bench',
    monotonicMs: () => performance.now(),
  })
  mountOperations(server, {
    operations: [small, chain('chain_prepared', true), chain('chain_serialised', false)],
    authenticate,
    contextOf: ({ caller }) => ({ caller }) as Context,
    limits: new RateLimits({
      now: () => new Date(),
      monotonicMs: () => {
        instant += 1000
        return instant
      },
    }),
    answers: new AnswerCache(),
  })
  return server
}

const bare = fastify()
bare.get('/small', async () => ({ symbol: 'SPY', price: 512.34, bid: 512.33, ask: 512.35, warnings: [] }))

const servers = { bare, ours: await ours() }
const ports: Record<string, number> = {}
for (const [name, server] of Object.entries(servers)) {
  await server.listen({ port: 0, host: '127.0.0.1' })
  ports[name] = (server.server.address() as AddressInfo).port
}
process.on('SIGINT', () => process.exit(0))
process.on('message', () => process.send?.({ cpuUs: process.cpuUsage().user + process.cpuUsage().system }))
process.send?.(ports)
