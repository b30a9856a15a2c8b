import type { Caller } from '../../operations/context.ts'

/** Error codes of JSON-RPC, of MCP, and our own for refusals before a message is read. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  unauthenticated: -32001,
  resourceNotFound: -32002,
  forbidden: -32003,
  rateLimited: -32029,
} as const

/** An error that the protocol answers instead of a result; its message is for the client to read. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

/** Who sends a message. Made for each HTTP request, and shared by nothing else. */
export interface McpCall {
  readonly caller: Caller
  readonly requestId: string
}

type Result = Record<string, unknown>

/** Answers one request. Throws an `RpcError` for what the client did wrong; all else is a fault of ours. */
export type Method = (params: unknown, call: McpCall) => Promise<Result>

/** What a server of this protocol offers, apart from how messages reach it. */
export interface McpFeatures {
  readonly name: string
  readonly title: string
  readonly version: string
  /** What a model should know before it uses anything. */
  readonly instructions: string
  readonly methods: ReadonlyMap<string, Method>
  /** The result of `tools/list` as JSON, written once: most of what is ever sent. */
  readonly toolList: string
}
