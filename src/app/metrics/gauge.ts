import { Gauge, type Registry } from 'prom-client'

/** A metric that is read when the metrics are requested. NaN is unknown. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  const made: Gauge = new Gauge({ name, help, registers: [registry], collect: () => made.set(read()) })
}
