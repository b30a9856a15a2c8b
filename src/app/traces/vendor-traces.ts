import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type TextMapSetter,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { isTracingSuppressed } from '@opentelemetry/core'
import { z } from 'zod'

/** A request of the HTTP client of Node, the same object in each message about it. */
interface ClientRequest {
  readonly origin: string | URL
  readonly method: string
  addHeader(name: string, value: string): unknown
}

const isRequest = (value: unknown): value is ClientRequest =>
  typeof value === 'object' && value !== null && 'addHeader' in value && typeof value.addHeader === 'function'
const About = z.object({ request: z.custom<ClientRequest>(isRequest) })
const Answered = About.extend({ response: z.object({ statusCode: z.number() }) })

const CREATED = 'undici:request:create'
const ANSWERED = 'undici:request:headers'
const FAILED = 'undici:request:error'

const HEADERS: TextMapSetter<ClientRequest> = { set: (request, name, value) => void request.addHeader(name, value) }

/**
 * A span for each request to a vendor, to its answer, and `traceparent` in each. Hosts that are no vendor's are `other`:
 * the addresses of webhooks are private. Returns a function that ends it.
 */
export function traceVendors(
  tracer: Tracer,
  propagator: TextMapPropagator,
  vendors: ReadonlyMap<string, string>,
): () => void {
  const open = new Map<ClientRequest, Span>()
  const created = (message: unknown) => {
    // What sends the spans is not traced.
    if (isTracingSuppressed(context.active())) return
    const { request } = About.parse(message)
    const vendor = vendors.get(new URL(request.origin).host) ?? 'other'
    const attributes = { 'http.request.method': request.method, 'peer.service': vendor }
    const span = tracer.startSpan(`${request.method} ${vendor}`, { kind: SpanKind.CLIENT, attributes })
    open.set(request, span)
    propagator.inject(trace.setSpan(context.active(), span), request, HEADERS)
  }
  const answered = (message: unknown) => {
    const { request, response } = Answered.parse(message)
    open.get(request)?.setAttribute('http.response.status_code', response.statusCode)
    end(request, response.statusCode >= 400)
  }
  const failed = (message: unknown) => end(About.parse(message).request, true)
  const end = (request: ClientRequest, isError: boolean) => {
    const span = open.get(request)
    open.delete(request)
    if (isError) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  subscribe(CREATED, created)
  subscribe(ANSWERED, answered)
  subscribe(FAILED, failed)
  return () => {
    unsubscribe(CREATED, created)
    unsubscribe(ANSWERED, answered)
    unsubscribe(FAILED, failed)
  }
}
