import { z } from 'zod'
import type { Caller, Progress } from '../../catalogue/context.ts'
import type { Operation } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import type { MarketContext } from '../../market/operations/context.ts'
import { markdownText } from './answers/markdown-text.ts'
import { toolAnswer } from './answers/tool-answer.ts'
import { type McpCall, type McpFeatures, type Method, RPC, RpcError } from './method.ts'
import { fieldSentences, readParams } from './read-params.ts'
import { toolDefinition } from './tool-schema.ts'
import { withView } from './views.ts'
import { withTimeout } from './with-timeout.ts'

export interface ToolParts {
  /** Operations of the MCP surface become tools, in order. */
  readonly operations: readonly Operation[]
  readonly contextOf: (call: McpCall) => MarketContext
  readonly toolTimeoutMs: number
  readonly onFault: (error: unknown, call: McpCall) => void
}

export function toolOperations(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ surfaces }) => surfaces.includes('mcp'))
}

/** Whether a caller may use a tool: a connected app was only allowed to read. */
function isOffered({ tool }: Operation, { kind }: Caller): boolean {
  return kind !== 'connected_app' || tool?.changes !== true
}

/** The results of `tools/list` as JSON. */
export function toolListTexts(
  operations: readonly Operation[],
  hasViews = false,
): Pick<McpFeatures, 'toolList' | 'readerToolList'> {
  const tools = toolOperations(operations)
  const listOf = (offered: readonly Operation[]) =>
    JSON.stringify({ tools: offered.map((it) => (hasViews ? withView(toolDefinition(it)) : toolDefinition(it))) })
  return { toolList: listOf(tools), readerToolList: listOf(tools.filter(({ tool }) => tool?.changes !== true)) }
}

export function toolListOf({ toolList, readerToolList }: ReturnType<typeof toolListTexts>, { kind }: Caller): string {
  return kind === 'connected_app' ? readerToolList : toolList
}

const CallParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
})
const ListParams = z.looseObject({ cursor: z.string().optional() })

export function toolMethods(parts: ToolParts, lists: ReturnType<typeof toolListTexts>): [string, Method][] {
  const tools = new Map(toolOperations(parts.operations).map((operation) => [operation.name, operation]))
  return [
    ['tools/list', async (params, { caller }) => wholeList(params, toolListOf(lists, caller))],
    [
      'tools/call',
      async (params, call) => {
        const { name, arguments: args } = readParams(CallParams, params)
        const operation = tools.get(name)
        if (!operation || !isOffered(operation, call.caller))
          throw new RpcError(RPC.invalidParams, 'There is no tool with this name. See tools/list.')
        return callTool(operation, withoutNulls(args ?? {}), call, parts)
      },
    ],
  ]
}

/** Models send null for absent arguments. */
function withoutNulls(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

/** A list with a single page. */
export function wholeList(params: unknown, text: string): Record<string, unknown> {
  const { cursor } = readParams(ListParams, params)
  if (cursor !== undefined) throw new RpcError(RPC.invalidParams, 'This list has one page: omit the cursor.')
  return JSON.parse(text)
}

async function callTool(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  call: McpCall,
  { contextOf, toolTimeoutMs, onFault }: ToolParts,
): Promise<Record<string, unknown>> {
  let renew = () => {}
  const progress: Progress | undefined =
    call.progress &&
    ((done, total) => {
      renew()
      call.progress?.(done, total)
    })
  try {
    const { body, text } = await withTimeout(
      toolAnswer(operation, args, contextOf({ ...call, progress })),
      toolTimeoutMs,
      (error) => onFault(error, call),
      (it) => {
        renew = it
      },
    )
    const shown = call.readsStructure === true ? markdownText(body, text, operation) : text
    return { content: [{ type: 'text', text: shown }], structuredContent: body }
  } catch (error) {
    if (error instanceof AppError) return failure(sentencesOf(error))
    onFault(error, call)
    return failure('Internal error')
  }
}

/** Models read these errors and retry; they may never see protocol errors. */
function failure(text: string): Record<string, unknown> {
  return { content: [{ type: 'text', text }], isError: true }
}

function sentencesOf({ message, details }: AppError): string {
  return details.issues && details.issues.length > 0 ? fieldSentences(details.issues) : message
}
