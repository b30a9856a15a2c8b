import type { Caller, Progress } from '../../catalogue/context.ts'

/** Error codes of JSON-RPC, of MCP, and our own for requests that are refused before a message is read. */
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

/** A protocol error; its message is for the client. */
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

/** The sender of a message. Created per HTTP request, and shared with nothing else. */
export interface McpCall {
  readonly caller: Caller
  readonly requestId: string
  /** Sends a progress notification; absent where the client did not ask for any. */
  readonly progress?: Progress | undefined
  /** Whether the client certainly reads `structuredContent`, so that the text of an answer may be a short rendering. */
  readonly readsStructure?: boolean
}

type Result = Record<string, unknown>

/** Answers one request. Throws an `RpcError` for client errors; any other error is a fault. */
export type Method = (params: unknown, call: McpCall) => Promise<Result>

/** The features of an MCP server, independent of the transport. */
export interface McpFeatures {
  readonly name: string
  readonly title: string
  readonly version: string
  /** Instructions for a model. */
  readonly instructions: string
  readonly methods: ReadonlyMap<string, Method>
  /** The result of `tools/list` as JSON, written once, because most responses contain it. */
  readonly toolList: string
  /** The same for connected apps, which were only allowed to read. */
  readonly readerToolList: string
  /** Whether tools have views that hosts may show (MCP Apps). */
  readonly hasViews?: boolean
}
