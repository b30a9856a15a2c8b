import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { accountCreate } from '../../src/accounts/operations/admin/account-create.ts'
import { keyCreate } from '../../src/accounts/operations/admin/key-create.ts'
import { optionsChainOperation } from '../../src/analytics/operations/options-chain.ts'
import { composeServer } from '../../src/app/http/compose-server.ts'
import { Lifecycle } from '../../src/app/lifecycle.ts'
import { bufferedDestination, createLogger } from '../../src/app/logger.ts'
import { operations } from '../../src/app/operations.ts'
import { contextOf, OPERATOR, openParts, type Parts } from '../../src/app/parts.ts'
import { readConfig } from '../../src/app/settings/config.ts'
import { openStore } from '../../src/app/store/open-store.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import { toolListTexts } from '../../src/surfaces/mcp/tools.ts'
import { SECRET_SETTINGS } from '../support/service.ts'
import { mountSdk } from './mcp-sdk.ts'

/**
 * The server process of the HTTP benchmark: the whole service over a simulated market whose clock stands still, and
 * beside it bare Fastify with a small answer, one that writes a chain anew for each request, and a bare MCP server.
 */
const EMAIL = 'bench@optionwire.test'
const CONTRACTS = 5000
const NOW = new Date('2026-11-20T18:00:00Z')

const life = new Lifecycle()
const now = () => NOW
// The store keeps its real clock; the limiter gets one that lets everything through.
const store = await openStore({ path: ':memory:', now, monotonicMs: () => performance.now() })
const parts = await openParts(readConfig({ ...SECRET_SETTINGS, PORT: '0' }), {
  now,
  store,
  monotonicMs: steppingClock(),
  log: createLogger('info', bufferedDestination('/dev/null')),
})
const token = await newToken(parts)
const small = { symbol: 'SPY', price: 512.34, bid: 512.33, ask: 512.35, warnings: [] }
const chain = await invoke(
  optionsChainOperation,
  { symbol: 'SPY', limit: CONTRACTS },
  contextOf(parts, { caller: OPERATOR }),
)

const bare = fastify()
bare.get('/small', async () => small)
bare.get('/chain', (_request, reply) => reply.type('application/json').send(JSON.stringify(chain)))
bare.get('/made', async (_request, reply) => reply.type('application/json').send(JSON.stringify(await madeChain())))

mountSdk(bare, toolListTexts(operations).toolList, small)

const ours = await composeServer(parts, life)
process.on('SIGINT', () => process.exit(0))
process.on('message', () => process.send?.({ cpuUs: process.cpuUsage().user + process.cpuUsage().system }))
process.send?.({ email: EMAIL, token, contracts: CONTRACTS, bare: await listening(bare), ours: await listening(ours) })

function madeChain() {
  return invoke(optionsChainOperation, { symbol: 'SPY', limit: CONTRACTS }, contextOf(parts, { caller: OPERATOR }))
}

/** A minute passes with every request: the limiter does its work, and lets all through. */
function steppingClock(): () => number {
  let ms = 0
  return () => {
    ms += 1000
    return ms
  }
}

async function newToken(of: Parts): Promise<string> {
  const context = contextOf(of, { caller: OPERATOR })
  await invoke(accountCreate, { email: EMAIL, password: 'bench bench bench', plan: 'vega', verified: true }, context)
  const { token: made } = await invoke(keyCreate, { email: EMAIL, name: 'bench', expires: '30d' }, context)
  return String(made)
}

async function listening(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port }: AddressInfo = server.server.address() as AddressInfo
  return port
}
