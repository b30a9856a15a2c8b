import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Measuring } from '../metrics/measuring.ts'
import type { TraceConfig } from '../settings/trace-settings.ts'
import { VERSION } from '../version.ts'
import { traceHttp } from './http-traces.ts'
import { tracedTools } from './tool-traces.ts'
import { traceVendors } from './vendor-traces.ts'
import { tracedChannels, tracedOperations, tracedReceiver, tracedTransactions } from './work-traces.ts'

/** A collector that is away must not hold up the shutdown. */
const EXPORT_TIMEOUT_MS = 3_000

export interface TracingOptions extends TraceConfig {
  /** Host of a vendor → its name. */
  readonly vendors: ReadonlyMap<string, string>
  /** Called when spans could not be sent. */
  readonly onLost: (error: unknown) => void
}

export interface Tracing extends Measuring {
  /** Sends the spans that have ended. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/**
 * Spans of OpenTelemetry, sent as JSON by OTLP over HTTP. Spans hold names of routes, tools, operations and vendors,
 * statuses and codes; never a value that a user has sent. Where too many wait to be sent, spans are dropped.
 */
export function tracing({ endpoint, share, headers, vendors, onLost }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const sampler = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'optionwire', 'service.version': VERSION }),
    // A caller may join its trace to ours, and cannot make us trace more than our share.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
  const tracer = provider.getTracer('optionwire', VERSION)
  const propagator = new W3CTraceContextPropagator()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  setGlobalErrorHandler(onLost)
  const endVendors = traceVendors(tracer, propagator, vendors)
  return {
    http: (server) => traceHttp(tracer, propagator, server),
    tools: (features) => tracedTools(tracer, propagator, features),
    channels: tracedChannels(tracer),
    feeds: () => undefined,
    receiver: (parts) => tracedReceiver(tracer, parts),
    transactions: tracedTransactions(tracer),
    traced: tracedOperations(tracer),
    flush: () => provider.forceFlush(),
    async stop() {
      endVendors()
      context.disable()
      // The service ends without an error where only its last spans are lost.
      await provider.shutdown().catch(onLost)
    },
  }
}
