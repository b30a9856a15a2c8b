import type { Figure } from './figure.ts'
import { alternating, type Load, type Server } from './http.ts'
import { median } from './median.ts'

const INITIALIZE = message('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
})
const LIST = message('tools/list', {})
const CALL = message('tools/call', { name: 'stock_quote', arguments: { symbol: 'SPY' } })

/** What a message costs with authentication, limits and the operation itself, next to the bare low-level server. */
export async function figures(): Promise<Figure[]> {
  const loads = await alternating(casesOf)
  const typical = (name: string, part: keyof Load) => median((loads.get(name) ?? []).map((load) => load[part]))
  const figure = (name: string, kind: string, goal?: string): Figure => ({
    name,
    value: typical(`our ${kind}`, 'cpuUs'),
    unit: 'µs',
    ...(goal && { goal }),
    anchor: { name: 'bare low-level SDK server', value: typical(`bare ${kind}`, 'cpuUs') },
  })
  return [
    figure('MCP initialize, CPU', 'initialize'),
    figure('MCP tools/list, prepared, CPU', 'list', '≤ 100 µs'),
    figure('MCP tools/call of a quote, CPU', 'call', '≤ 250 µs'),
    {
      name: 'MCP tools/call of a quote',
      value: typical('our call', 'perSecond'),
      unit: 'requests/s',
      anchor: { name: 'bare low-level SDK server', value: typical('bare call', 'perSecond') },
    },
    { name: 'MCP tools/call of a quote, p99', value: typical('our call', 'p99Ms'), unit: 'ms' },
  ]
}

function casesOf({ email, token, bare, ours }: Server) {
  const headers = { host: '127.0.0.1', 'x-user-email': email, 'x-user-token': token }
  const both = (kind: string, body: string) => ({
    [`bare ${kind}`]: { port: bare, path: '/mcp', body },
    [`our ${kind}`]: { port: ours, path: '/mcp', body, headers },
  })
  return { ...both('initialize', INITIALIZE), ...both('list', LIST), ...both('call', CALL) }
}

function message(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}
