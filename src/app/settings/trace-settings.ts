import type { z } from 'zod'
import { httpUrl, number, text } from '../../lib/setting-readers.ts'

const HEADERS_FORM = 'must be name=value pairs, separated by commas'

/** The names are those that OpenTelemetry gives them. */
export const TRACE_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .regex(/^[\w-]+=[^,=\s]+(=*)(,[\w-]+=[^,=\s]+=*)*$/, HEADERS_FORM)
    .transform((pairs) =>
      Object.fromEntries(
        pairs.split(',').map((pair) => {
          const at = pair.indexOf('=')
          return [pair.slice(0, at), decoded(pair.slice(at + 1))]
        }),
      ),
    )
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: number('a number from 0 to 1', (value) => value >= 0 && value <= 1).default(1),
}

/** Where spans are sent, and the share of requests that are traced. */
export interface TraceConfig {
  readonly endpoint: string
  readonly share: number
  /** Headers for the collector, such as its key. */
  readonly headers: Readonly<Record<string, string>>
}

export function traceConfigOf(settings: z.output<z.ZodObject<typeof TRACE_SETTINGS>>): TraceConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, OTEL_EXPORTER_OTLP_HEADERS } = settings
  return endpoint === undefined ? undefined : { endpoint, share, headers: OTEL_EXPORTER_OTLP_HEADERS ?? {} }
}

/** Values are percent-encoded where they hold commas or spaces. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
