import {
  type Context,
  context,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AppError } from '../../lib/errors.ts'

/**
 * Runs work in a span below `parent`, the span that is active by default. An error is on the span by its code alone:
 * messages may hold what a user has sent.
 */
export async function inSpan<Result>(
  tracer: Tracer,
  { name, parent = context.active(), ...options }: SpanOptions & { readonly name: string; readonly parent?: Context },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = tracer.startSpan(name, options, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span))
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof AppError ? error.code : 'internal')
    throw error
  } finally {
    span.end()
  }
}
