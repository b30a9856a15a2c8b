import { Histogram, type Registry } from 'prom-client'
import type { McpFeatures, Method } from '../../surfaces/mcp/method.ts'

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10]
const CALL = 'tools/call'

/** MCP features whose tool calls are counted and timed. Names that are no tool are one label. */
export function measuredTools(registry: Registry, features: McpFeatures, monotonicMs: () => number): McpFeatures {
  const calls = new Histogram({
    name: 'optionwire_mcp_tool_call_duration_seconds',
    help: 'Time of one tool call over MCP, by tool and outcome: answered, refused (an error for the model) or failed.',
    labelNames: ['tool', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  })
  const call = features.methods.get(CALL)
  if (!call) return features
  const tools = new Set<unknown>(JSON.parse(features.toolList).tools.map(({ name }: { name: string }) => name))
  const measured: Method = async (params, message) => {
    const startedMs = monotonicMs()
    const name = params !== null && typeof params === 'object' && 'name' in params ? params.name : undefined
    let outcome = 'failed'
    try {
      const result = await call(params, message)
      outcome = result['isError'] === true ? 'refused' : 'answered'
      return result
    } finally {
      const tool = tools.has(name) ? String(name) : 'unknown'
      calls.observe({ tool, outcome }, (monotonicMs() - startedMs) / 1_000)
    }
  }
  return { ...features, methods: new Map([...features.methods, [CALL, measured]]) }
}
