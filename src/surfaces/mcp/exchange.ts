import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '../../lib/errors.ts'
import { type McpCall, type McpFeatures, RPC, RpcError } from './method.ts'
import type { Sdk } from './sdk.ts'

const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} }

export interface ExchangeParts {
  readonly sdk: Sdk
  readonly features: McpFeatures
  /** Logs a fault; the caller only learns that there was one. */
  readonly onFault: (error: unknown, call: McpCall) => void
}

/**
 * Answers the messages of one HTTP request with a server of its own: no state of a caller outlives the request, so
 * answers cannot reach another caller. The SDK's HTTP transport is not used: it waits permanently when a batch cancels
 * one of its requests, rejects most `Accept` headers, and doubles the cost.
 */
export async function exchange(
  requests: readonly JSONRPCRequest[],
  call: McpCall,
  { sdk, features, onFault }: ExchangeParts,
): Promise<JSONRPCMessage[]> {
  const { name, title, version, instructions } = features
  const server = new sdk.Server(
    { name, title, version },
    { capabilities: CAPABILITIES, instructions, jsonSchemaValidator: sdk.validator },
  )
  server.fallbackRequestHandler = ({ method, params }) => {
    return answered(features, method, params, call).catch((error) => Promise.reject(clientError(error, call, onFault)))
  }
  const wire = oneExchange(requests)
  await server.connect(wire.transport)
  for (const request of requests) wire.transport.onmessage?.(request)
  // Not closed: it contains nothing but these requests, and closing would abort finished ones.
  return wire.answers
}

async function answered({ methods }: McpFeatures, method: string, params: unknown, call: McpCall) {
  const handler = methods.get(method)
  if (!handler) throw new RpcError(RPC.methodNotFound, 'There is no method with this name.')
  return handler(params, call)
}

/** The part of an error that clients may see. */
function clientError(error: unknown, call: McpCall, onFault: ExchangeParts['onFault']): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof AppError) {
    return new RpcError(error.code === 'unavailable' ? RPC.refused : RPC.invalidParams, error.message)
  }
  onFault(error, call)
  return new RpcError(RPC.internal, INTERNAL)
}

const INTERNAL = 'Internal error'

/** A transport that delivers the requests and collects one answer for each, in the order of the requests. */
function oneExchange(requests: readonly JSONRPCRequest[]) {
  const byId = new Map<string | number, JSONRPCMessage>()
  let finish: (answers: JSONRPCMessage[]) => void = () => {}
  const answers = new Promise<JSONRPCMessage[]>((resolve) => {
    finish = resolve
  })
  const transport: Transport = {
    async start() {},
    async send(message) {
      if (!('id' in message) || message.id === undefined) return
      byId.set(message.id, readable(message))
      if (byId.size < requests.length) return
      finish(requests.flatMap(({ id }) => byId.get(id) ?? []))
    },
    async close() {
      transport.onclose?.()
    },
  }
  return { transport, answers }
}

/** The SDK's error for invalid parameters of its own methods shows the internals of its schema. */
function readable(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== RPC.internal || message.error.message === INTERNAL) return message
  return {
    ...message,
    error: { code: RPC.invalidParams, message: 'The params do not match the protocol’s definition of this method.' },
  }
}
