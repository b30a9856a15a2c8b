import { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import type { Context } from '../../operations/context.ts'
import type { Operation } from '../../operations/operation.ts'
import { inTime } from './in-time.ts'
import { type McpCall, type Method, RPC, RpcError } from './method.ts'
import { fieldSentences, readParams } from './read-params.ts'
import { toolAnswer } from './tool-answer.ts'
import { toolDefinition } from './tool-schema.ts'

export interface ToolParts {
  /** Those of the MCP surface are tools, in their order. */
  readonly operations: readonly Operation[]
  readonly contextOf: (call: McpCall) => Context
  readonly toolTimeoutMs: number
  readonly onFault: (error: unknown, call: McpCall) => void
}

export function toolOperations(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ surfaces }) => surfaces.includes('mcp'))
}

/** The result of `tools/list` as JSON. */
export function toolListText(operations: readonly Operation[]): string {
  return JSON.stringify({ tools: toolOperations(operations).map(toolDefinition) })
}

const CallParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
})
const ListParams = z.looseObject({ cursor: z.string().optional() })

export function toolMethods(parts: ToolParts, toolList: string): [string, Method][] {
  const tools = new Map(toolOperations(parts.operations).map((operation) => [operation.name, operation]))
  return [
    ['tools/list', async (params) => wholeList(params, toolList)],
    [
      'tools/call',
      async (params, call) => {
        const { name, arguments: args } = readParams(CallParams, params)
        const operation = tools.get(name)
        if (!operation) throw new RpcError(RPC.invalidParams, 'There is no tool of this name. tools/list names all.')
        return callTool(operation, withoutNulls(args ?? {}), call, parts)
      },
    ],
  ]
}

/** Models write null for what they leave out. */
function withoutNulls(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

/** A list that has one page. */
export function wholeList(params: unknown, text: string): Record<string, unknown> {
  const { cursor } = readParams(ListParams, params)
  if (cursor !== undefined) throw new RpcError(RPC.invalidParams, 'This list has one page: leave the cursor out.')
  return JSON.parse(text)
}

async function callTool(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  call: McpCall,
  { contextOf, toolTimeoutMs, onFault }: ToolParts,
): Promise<Record<string, unknown>> {
  try {
    const { body, text } = await inTime(toolAnswer(operation, args, contextOf(call)), toolTimeoutMs, (error) =>
      onFault(error, call),
    )
    return { content: [{ type: 'text', text }], structuredContent: body }
  } catch (error) {
    if (error instanceof AppError) return failure(sentencesOf(error))
    onFault(error, call)
    return failure('Internal error')
  }
}

/** A model reads these and tries again; the protocol's own errors it may never see. */
function failure(text: string): Record<string, unknown> {
  return { content: [{ type: 'text', text }], isError: true }
}

function sentencesOf({ message, details }: AppError): string {
  return details.issues && details.issues.length > 0 ? fieldSentences(details.issues) : message
}
