import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '../../domain/errors.ts'
import { type McpCall, type McpFeatures, RPC, RpcError } from './method.ts'
import type { Sdk } from './sdk.ts'

const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} }

export interface ExchangeParts {
  readonly sdk: Sdk
  readonly features: McpFeatures
  /** Writes a fault to the log, since its caller only learns that there was one. */
  readonly onFault: (error: unknown, call: McpCall) => void
}

/**
 * Answers the requests of one HTTP request by a server of its own: nothing that knows one caller outlives it, so answers
 * cannot reach another. The SDK's own HTTP transport would do as well, but it waits for ever when a batch cancels one of
 * its requests, refuses most `Accept` lines, and costs as much again as everything else.
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
    return answered(features, method, params, call).catch((error) => Promise.reject(shown(error, call, onFault)))
  }
  const wire = oneExchange(requests)
  await server.connect(wire.transport)
  for (const request of requests) wire.transport.onmessage?.(request)
  // Not closed: it holds nothing but these requests, and closing would abort what has just been answered.
  return wire.answers
}

async function answered({ methods }: McpFeatures, method: string, params: unknown, call: McpCall) {
  const known = methods.get(method)
  if (!known) throw new RpcError(RPC.methodNotFound, 'There is no method of this name here.')
  return known(params, call)
}

/** What a client may know of an error. */
function shown(error: unknown, call: McpCall, onFault: ExchangeParts['onFault']): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof AppError) {
    return new RpcError(error.code === 'unavailable' ? RPC.refused : RPC.invalidParams, error.message)
  }
  onFault(error, call)
  return new RpcError(RPC.internal, INTERNAL)
}

const INTERNAL = 'Internal error'

/** A transport that hands over some requests and collects one answer for each, in the order of the requests. */
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

/** The SDK answers parameters of its own methods that it cannot read with the internals of its schema. */
function readable(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== RPC.internal || message.error.message === INTERNAL) return message
  return {
    ...message,
    error: { code: RPC.invalidParams, message: 'The params do not have the form that the protocol gives this method.' },
  }
}
