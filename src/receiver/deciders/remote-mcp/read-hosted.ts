import type { ToolUse } from '../../domain/evidence.ts'
import { failed, type Reading, readDecision } from '../read-decision.ts'
import { finalTextOf, itemsOf, type ModelResponse, type OutputItem, statusFailure } from '../read-response.ts'
import type { Tally } from '../tally.ts'

/**
 * The decision in an answer with hosted tools, and the count of their calls. Read here, since the SDK's own parsing lets
 * refusals, failed listings, failed calls and a second message pass.
 */
export function readHosted(response: ModelResponse, tally: Tally, mayBeFenced = false): Reading {
  const calls = itemsOf(response, 'mcp_call')
  tally.toolCalls = calls.length
  tally.failedToolCalls = calls.filter(hasFailed).length
  tally.toolUses = calls.map(useOf)
  const failure = statusFailure(response) ?? listFailure(response) ?? callFailure(calls)
  if (failure !== undefined) return failed(failure)
  const final = finalTextOf(response)
  return readDecision(final.ok ? { ...final, mayBeFenced } : final)
}

function listFailure(response: ModelResponse): string | undefined {
  const listing = itemsOf(response, 'mcp_list_tools').find(hasFailed)
  return listing === undefined ? undefined : `MCP tool list failed: ${wordsOf(listing['error'])}`
}

/** A decision is worth nothing when every look at the market failed; when none was made, the gates and people decide. */
function callFailure(calls: readonly OutputItem[]): string | undefined {
  if (calls.length === 0 || !calls.every(hasFailed)) return undefined
  return `MCP unavailable: all ${calls.length} tool calls failed, the first with: ${wordsOf(calls[0]?.['error'])}`
}

function useOf(call: OutputItem): ToolUse {
  const ok = !hasFailed(call)
  const text = ok || call['output'] ? call['output'] : wordsOf(call['error'])
  return {
    tool: textOf(call['name']),
    argumentsText: textOf(call['arguments']),
    ok,
    text: textOf(text),
    latencyMs: null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function hasFailed({ error, status }: OutputItem): boolean {
  return (error !== null && error !== undefined) || status === 'failed' || status === 'incomplete'
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return JSON.stringify(error) ?? 'no cause given'
}
