import {
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { z } from 'zod'
import type { McpFeatures, Method } from '../../surfaces/mcp/method.ts'
import { inSpan } from './in-span.ts'

const CALL = 'tools/call'
const Params = z.object({
  name: z.unknown(),
  _meta: z.object({ traceparent: z.string(), tracestate: z.string().optional() }).optional().catch(undefined),
})

/** MCP features whose tool calls have a span, below the `traceparent` in `_meta` of the call where there is one. */
export function tracedTools(tracer: Tracer, propagator: TextMapPropagator, features: McpFeatures): McpFeatures {
  const call = features.methods.get(CALL)
  if (!call) return features
  const tools = new Set<unknown>(JSON.parse(features.toolList).tools.map(({ name }: { name: string }) => name))
  const traced: Method = (params, message) => {
    const { name, _meta } = Params.safeParse(params).data ?? {}
    const tool = tools.has(name) ? String(name) : 'unknown'
    const active = context.active()
    const remote = trace.getSpanContext(propagator.extract(ROOT_CONTEXT, _meta ?? {}, defaultTextMapGetter))
    const request = trace.getSpanContext(active)
    const options = {
      name: `${CALL} ${tool}`,
      kind: SpanKind.SERVER,
      attributes: { 'mcp.method.name': CALL, 'gen_ai.tool.name': tool },
      parent: remote ? trace.setSpanContext(active, remote) : active,
      // The request that carried the call has another parent.
      links: remote && request ? [{ context: request }] : [],
    }
    return inSpan(tracer, options, async (span) => {
      const result = await call(params, message)
      if (result['isError'] === true) span.setStatus({ code: SpanStatusCode.ERROR })
      return result
    })
  }
  return { ...features, methods: new Map([...features.methods, [CALL, traced]]) }
}
