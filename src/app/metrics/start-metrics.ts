import type { Lifecycle } from '../lifecycle.ts'
import type { Log } from '../logger.ts'
import type { Overrides } from '../parts.ts'
import type { Config } from '../settings/config.ts'
import { addressOf } from '../settings/derived-settings.ts'
import { startTraces } from '../traces/start-traces.ts'
import { bothMeasuring } from './measuring.ts'
import type { MetricSources } from './metric-sources.ts'
import { metricsServer } from './metrics-server.ts'

export interface StartedMetrics {
  /** With them the parts of the service are measured. */
  readonly overrides: Pick<Overrides, 'metrics'>
  /** Listens on METRICS_PORT. */
  serve(sources: MetricSources): Promise<void>
}

/** The client of Prometheus is loaded only where METRICS_PORT is set; traces have a setting of their own. */
export async function startMetrics(config: Config, life: Lifecycle, log: Log): Promise<StartedMetrics> {
  const { metricsPort: port } = config
  const traces = await startTraces(config, life, log)
  if (port === undefined) return { overrides: traces ? { metrics: traces } : {}, serve: async () => undefined }
  const { prometheusMetrics } = await import('./prometheus.ts')
  const metrics = life.own(
    'metrics',
    prometheusMetrics(config, () => performance.now()),
    (it) => it.stop(),
  )
  return {
    overrides: { metrics: traces ? bothMeasuring(metrics, traces) : metrics },
    async serve(sources) {
      metrics.read(sources)
      const { host } = config.listen
      const { metrics: token } = config.secrets
      const served = life.own('metrics server', await metricsServer(metrics, { host, port, token, log }), (it) =>
        it[Symbol.asyncDispose](),
      )
      log.info({ url: `${addressOf(host, served.port)}/metrics` }, 'metrics')
    },
  }
}
