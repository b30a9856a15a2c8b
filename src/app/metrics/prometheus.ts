import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '../settings/config.ts'
import { measuredChannels } from './delivery-metrics.ts'
import { gauge } from './gauge.ts'
import { measureHttp } from './http-metrics.ts'
import { registerSources } from './metric-sources.ts'
import type { Metrics } from './metrics.ts'
import { measuredReceiver } from './receiver-metrics.ts'
import { measuredTransactions } from './store-metrics.ts'
import { measuredTools } from './tool-metrics.ts'
import { measureVendors } from './vendor-metrics.ts'

/** Gauges with the suffix of a counter; each is the sum of one that stays, or deprecated by Node. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Metrics in a registry of Prometheus. `monotonicMs` is a monotonic clock. */
export function prometheusMetrics(config: Config, monotonicMs: () => number): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const stop = measureVendors(registry, config)
  return {
    http: (server) => measureHttp(registry, server),
    channels: (channels) => measuredChannels(registry, channels, monotonicMs),
    tools: (features) => measuredTools(registry, features, monotonicMs),
    feeds: (open) => gauge(registry, 'optionwire_feed_sockets', 'Open WebSockets of the bell.', open),
    receiver: (parts) => measuredReceiver(registry, parts, monotonicMs),
    transactions: (store) => measuredTransactions(registry, store, monotonicMs),
    read: (sources) => registerSources(registry, sources),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    stop,
  }
}
