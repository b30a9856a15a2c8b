import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { RPC } from './method.ts'
import type { Refusal } from './refusal.ts'
import type { Sdk } from './sdk.ts'

const MAX_IN_BATCH = 100

/** The messages of a body. */
export interface Read {
  /** Messages that need an answer. Notifications and responses have no effect without a session. */
  readonly requests: readonly JSONRPCRequest[]
  readonly isBatch: boolean
}

/** The number of messages in a body, before they are parsed. */
export function countMessages(body: unknown): number {
  return Array.isArray(body) ? body.length : 1
}

/** The messages of a JSON body, or why they are refused. */
export function readMessages(body: unknown, protocolVersion: string | undefined, sdk: Sdk): Read | Refusal {
  const isBatch = Array.isArray(body)
  const raw: readonly unknown[] = isBatch ? body : [body]
  if (raw.length > MAX_IN_BATCH) {
    return invalidRequest(`A batch has at most ${MAX_IN_BATCH} messages: split this one.`)
  }
  const messages: JSONRPCMessage[] = []
  for (const one of raw) {
    const message = sdk.JSONRPCMessageSchema.safeParse(one)
    if (!message.success) return { ...invalidRequest(NO_MESSAGE), id: isBatch ? null : idOf(one) }
    messages.push(message.data)
  }
  const requests = messages.filter(isRequest)
  return refusalOf(requests, raw.length, protocolVersion, sdk) ?? { requests, isBatch }
}

/** Errors in messages that are valid separately. */
function refusalOf(
  requests: readonly JSONRPCRequest[],
  messages: number,
  protocolVersion: string | undefined,
  { versions }: Sdk,
): Refusal | undefined {
  if (new Set(requests.map(({ id }) => id)).size < requests.length) {
    return invalidRequest('Two requests of this batch have the same id: give each its own.')
  }
  if (requests.some(({ method }) => method === 'initialize')) {
    // A client may already name the offered version in the header.
    return messages > 1 ? invalidRequest('Send initialize alone, not in a batch.') : undefined
  }
  if (protocolVersion === undefined || versions.includes(protocolVersion)) return undefined
  return {
    status: 400,
    code: RPC.refused,
    message: `MCP-Protocol-Version must be one of ${versions.join(', ')}.`,
    data: MALFORMED,
  }
}

const NO_MESSAGE =
  'This is not a JSON-RPC 2.0 message: it needs jsonrpc "2.0" and a method, for a request an id that is text or a whole number, and params as an object.'

const MALFORMED = { code: 'malformed' } as const

function invalidRequest(message: string): Refusal {
  return { status: 400, code: RPC.invalidRequest, message, data: MALFORMED }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message
}

function idOf(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null
}
