import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/**
 * A collector written from the specification of OTLP/HTTP 1.x with JSON: ids are hexadecimal, times are decimal strings
 * of nanoseconds, enums are numbers. https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
const Value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.union([z.string().regex(/^-?\d+$/), z.int()]) }),
  z.strictObject({ doubleValue: z.number() }),
])
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([])
const TraceId = z.string().regex(/^(?!0+$)[0-9a-f]{32}$/)
const SpanId = z.string().regex(/^(?!0+$)[0-9a-f]{16}$/)
const Nanoseconds = z.string().regex(/^\d{19}$/)
const Span = z.object({
  traceId: TraceId,
  spanId: SpanId,
  parentSpanId: z.union([SpanId, z.literal('')]).optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  links: z.array(z.object({ traceId: TraceId, spanId: SpanId })).default([]),
  status: z.object({ code: z.int().min(0).max(2).optional(), message: z.string().optional() }).default({}),
})
const Request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
})

export interface ReceivedSpan extends Omit<z.infer<typeof Span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly service: unknown
}

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** The bodies as they arrived. */
  readonly bodies: string[]
  readonly headers: Readonly<Record<string, unknown>>[]
  /** Why a request broke the specification. */
  readonly faults: string[]
}

export async function otlpReceiver(): Promise<OtlpReceiver> {
  const [spans, bodies, faults]: [ReceivedSpan[], string[], string[]] = [[], [], []]
  const headers: Readonly<Record<string, unknown>>[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    bodies.push(body)
    headers.push(request.headers)
    const isRight = request.method === 'POST' && request.url === '/v1/traces'
    if (!isRight || request.headers['content-type'] !== 'application/json')
      faults.push(`${request.method} ${request.url}`)
    const parsed = Request.safeParse(JSON.parse(body))
    if (parsed.success) spans.push(...spansOf(parsed.data))
    else faults.push(parsed.error.message)
    response.writeHead(parsed.success ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    faults,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function spansOf({ resourceSpans }: z.infer<typeof Request>): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        attributes: plain(span.attributes),
        service: plain(resource.attributes)['service.name'],
      })),
    ),
  )
}

function plain(attributes: z.infer<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
