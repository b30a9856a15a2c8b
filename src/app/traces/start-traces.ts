import type { Lifecycle } from '../lifecycle.ts'
import type { Log } from '../logger.ts'
import type { Measuring } from '../metrics/measuring.ts'
import { vendorNames } from '../metrics/vendor-names.ts'
import type { Config } from '../settings/config.ts'

/** A collector that is away is reported once in this time. */
const REPORT_EVERY_MS = 60_000

/** OpenTelemetry is loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export async function startTraces(config: Config, life: Lifecycle, log: Log): Promise<Measuring | undefined> {
  const { traces } = config
  if (!traces) return undefined
  const { tracing } = await import('./tracing.ts')
  let reportAtMs = 0
  const onLost = (error: unknown) => {
    if (performance.now() < reportAtMs) return
    reportAtMs = performance.now() + REPORT_EVERY_MS
    log.warn({ err: error }, 'spans are lost: the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take them')
  }
  return life.own('traces', tracing({ ...traces, vendors: vendorNames(config), onLost }), (it) => it.stop())
}
