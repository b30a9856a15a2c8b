import type { Measuring } from './measuring.ts'
import type { MetricSources } from './metric-sources.ts'

export interface Metrics extends Measuring {
  /** Adds what is read each time the metrics are requested. */
  read(sources: MetricSources): void
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  stop(): void
}
