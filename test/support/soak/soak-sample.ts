import { statSync } from 'node:fs'
import type { Watched } from '../attack/watched-service.ts'
import type { SoakLoad } from './soak-load.ts'

const MB = 1024 * 1024

/** The service at an hour of the session, after a garbage collection of its main thread. */
export interface SoakSample {
  readonly hour: number
  readonly rssMb: number
  readonly heapMb: number
  readonly arraysMb: number
  readonly descriptors: number
  /** The file of the store with its write-ahead log. */
  readonly storeMb: number
  readonly walMb: number
  /** Rows of flow that were read since the start. */
  readonly rows: number
  readonly notifications: number
  readonly ideas: number
  /** Since every watched symbol was read up to the present, seconds of the machine. */
  readonly feedLagS: number
}

export async function soakSample(watched: Watched, load: SoakLoad, hour: number): Promise<SoakSample> {
  const { rssMb, heapMb, arraysMb, descriptors } = await watched.collected()
  const { service } = watched
  const value = await metricsOf(/"url":"([^"]+\/metrics)"/.exec(service.output())?.[1] ?? '')
  const file = service.environment['DATABASE_PATH'] ?? ''
  const walMb = statSync(`${file}-wal`).size / MB
  const { text } = await load.get('/api/v1/notifications/unread_count')
  return {
    ...{ hour, rssMb, heapMb, arraysMb, descriptors, walMb },
    storeMb: statSync(file).size / MB + walMb,
    rows: value('optionwire_prints{outcome="rows"}'),
    notifications: Number(JSON.parse(text).unread_count),
    ideas: load.acknowledged.length,
    feedLagS: value('optionwire_worker_lag_seconds{worker="market feed"}'),
  }
}

async function metricsOf(url: string): Promise<(series: string) => number> {
  const lines = (await (await fetch(url)).text()).split('\n')
  return (series) =>
    Number(
      lines
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    )
}

/** A table as the documentation has it. */
export function soakTable(samples: readonly SoakSample[]): string {
  const names = [...Object.keys(samples[0] ?? {})] as (keyof SoakSample)[]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1))
  const rows = samples.map((sample) => line(names.map((name) => shown(sample[name]))))
  return [line(names), line(names.map(() => '---:')), ...rows].join('\n')
}
