import {
  type Context,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Holds the span of the request, where requests are traced. */
    traceContext: Context | null
  }
}

/** A span for each request, by the template of its route, below the `traceparent` of the request. */
export function traceHttp(tracer: Tracer, propagator: TextMapPropagator, server: FastifyInstance): void {
  server.decorateRequest('traceContext', null)
  server.addHook('onRequest', (request, _reply, done) => {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const { method } = request
    const route = request.routeOptions.url ?? 'unmatched'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    request.traceContext = trace.setSpan(parent, span)
    context.with(request.traceContext, done)
  })
  // A body arrives by events of the connection, which know no request.
  server.addHook('preValidation', (request, _reply, done) => context.with(request.traceContext ?? ROOT_CONTEXT, done))
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const span = request.traceContext && trace.getSpan(request.traceContext)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
