import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildServer } from '../../../src/app/http/server.ts'
import type { Caller } from '../../../src/catalogue/context.ts'
import { memoryWindows } from '../../../src/lib/async/windows.ts'
import { MessageLimits } from '../../../src/surfaces/mcp/message-limits.ts'
import type { McpFeatures } from '../../../src/surfaces/mcp/method.ts'
import { mountMcp } from '../../../src/surfaces/mcp/mount-mcp.ts'
import { RateLimits } from '../../../src/surfaces/rest/rate-limit.ts'

export interface McpEndpoint extends AsyncDisposable {
  readonly server: FastifyInstance
  readonly logged: string[]
}

/** The endpoint as the product mounts it, with other features behind it, and one caller who needs no credentials. */
export async function mcpEndpoint(features: () => McpFeatures): Promise<McpEndpoint> {
  const logged: string[] = []
  const monotonicMs = steppingClock()
  const publicUrl = 'http://127.0.0.1:3000'
  const server = await buildServer({
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    publicUrl,
    trustProxy: false,
    newId: () => 'request',
    monotonicMs,
  })
  server.addHook('onRequest', async (request) => {
    request.headers['x-user-email'] = CALLER.account?.email
  })
  const limits = new RateLimits({ now: () => new Date('2026-11-20T18:00:00Z'), windows: memoryWindows(monotonicMs) })
  mountMcp(server, {
    features,
    authenticate: () => CALLER,
    limits: new MessageLimits(memoryWindows(monotonicMs)),
    limitHeaders: (admission) => limits.headers(admission),
    address: () => ({ publicUrl, boundTo: '127.0.0.1' }),
  })
  return { server, logged, [Symbol.asyncDispose]: () => server.close() }
}

const CALLER: Caller = {
  kind: 'api_key',
  account: {
    id: 'caller',
    email: 'caller@optionwire.test',
    emailVerified: true,
    plan: 'vega',
    status: 'good',
    timeZone: 'America/New_York',
  },
  address: null,
  sessionId: null,
}

/** A second passes with every look, so that no limit is met. */
function steppingClock(): () => number {
  let ms = 0
  return () => {
    ms += 1000
    return ms
  }
}
