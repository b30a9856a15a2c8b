/**
 * The host of a view in a chat: JSON-RPC by messages between windows, as the MCP Apps extension defines it (2026-01-26).
 * Only the window that holds the view is heard.
 */

/** A host shows the view once it has been initialized; one that never answers is not waited for longer. */
const INITIALIZE_MS = 1_500
const CALL_MS = 60_000

export interface HostContext {
  readonly theme?: unknown
  readonly styles?: unknown
}

export interface HostEvents {
  readonly onInput: (args: unknown) => void
  readonly onResult: (result: unknown) => void
  readonly onCancelled: () => void
  readonly onContext: (context: HostContext) => void
}

export interface Host {
  /** Calls a tool of the service through the host; null where the host offers that to no view. */
  readonly callTool: ((name: string, args: object) => Promise<unknown>) | null
  readonly reportSize: (height: number, width: number) => void
}

type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Resolves once the host has answered, or has not in time. */
export async function connectHost(own: Window, events: HostEvents): Promise<Host> {
  const { parent } = own
  const open = new Map<number, (answer: Fields) => void>()
  let lastId = 0
  const send = (message: object) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = (method: string, params: object, waitMs: number) =>
    new Promise<Fields>((resolve, reject) => {
      lastId++
      const id = lastId
      const timer = own.setTimeout(() => {
        open.delete(id)
        reject(new Error('The host sent no answer.'))
      }, waitMs)
      open.set(id, (answer) => {
        own.clearTimeout(timer)
        open.delete(id)
        if ('error' in answer) reject(new Error(String(fieldsOf(answer['error'])['message'] ?? 'The host refused it.')))
        else resolve(fieldsOf(answer['result']))
      })
      send({ id, method, params })
    })
  own.addEventListener('message', ({ source, data }) => {
    if (source !== parent || fieldsOf(data)['jsonrpc'] !== '2.0') return
    const message = fieldsOf(data)
    if (typeof message['method'] === 'string') receive(message, events, send)
    else if (typeof message['id'] === 'number') open.get(message['id'])?.(message)
  })
  const answer = await request('ui/initialize', INITIALIZE, INITIALIZE_MS).catch((): Fields => ({}))
  events.onContext(fieldsOf(answer['hostContext']))
  send({ method: 'ui/notifications/initialized', params: {} })
  const callsTools = 'serverTools' in fieldsOf(answer['hostCapabilities'])
  return {
    callTool: callsTools ? (name, args) => request('tools/call', { name, arguments: args }, CALL_MS) : null,
    reportSize: (height, width) => send({ method: 'ui/notifications/size-changed', params: { height, width } }),
  }
}

const INITIALIZE = {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'optionwire', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline'] },
}

function receive({ method, id, params }: Fields, events: HostEvents, send: (message: object) => void): void {
  const given = fieldsOf(params)
  if (method === 'ui/notifications/tool-input') events.onInput(given['arguments'])
  else if (method === 'ui/notifications/tool-result') events.onResult(params)
  else if (method === 'ui/notifications/tool-cancelled') events.onCancelled()
  else if (method === 'ui/notifications/host-context-changed') events.onContext(given)
  else if (id !== undefined && (method === 'ui/resource-teardown' || method === 'ping')) send({ id, result: {} })
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'A view has no such method.' } })
}
