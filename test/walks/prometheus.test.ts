import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { freePort } from '../support/http/free-port.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { type RunningService, startService } from '../support/service.ts'

const run = promisify(execFile)
const deploy = resolve(import.meta.dirname, '../../deploy')
const RULES = join(deploy, 'prometheus/optionwire.rules.yml')
const hasPrometheus = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)
if (!hasPrometheus) console.warn('There is no Prometheus here: metrics, dashboard and alert rules are not tried in it.')

const minutes = (count: number) => `${count}m`

/** For each alert series that fire it, when it has fired, and its labels. */
const FIRED: readonly (readonly [string, Record<string, string>, number, Record<string, string>])[] = [
  [
    'OptionwireRequestsFail',
    {
      'http_server_request_duration_seconds_count{http_response_status_code="500"}': '0+5x60',
      'http_server_request_duration_seconds_count{http_response_status_code="200"}': '0+95x60',
    },
    20,
    {},
  ],
  ['OptionwireEventLoopSlow', { nodejs_eventloop_lag_p99_seconds: '0.3x60' }, 11, {}],
  [
    'OptionwireDeliveriesLate',
    { 'optionwire_outbox_overdue_seconds{channel="webhook",state="pending"}': '301x60' },
    6,
    {},
  ],
  [
    'OptionwireWorkerFails',
    { 'optionwire_worker_failures_in_a_row{worker="decisions"}': '4x60' },
    6,
    { worker: 'decisions' },
  ],
  ['OptionwireSourceDown', { optionwire_source_up: '0x60' }, 6, {}],
  ['OptionwireQuotesOld', { 'optionwire_source_chain_age_seconds{class="index"}': '1900x60' }, 11, { class: 'index' }],
  [
    'OptionwireScoresUnusual',
    { 'optionwire_print_score_bucket{le="89"}': '0+990x500', optionwire_print_score_count: '0+1000x500' },
    450,
    {},
  ],
  [
    'OptionwireVendorLimits',
    { 'optionwire_vendor_requests_total{vendor="alpaca",status="429"}': '0+30x60' },
    20,
    { vendor: 'alpaca' },
  ],
  [
    'OptionwireBackupOld',
    { optionwire_backup_age_seconds: '180000x100', optionwire_backup_interval_seconds: '86400x100' },
    65,
    {},
  ],
  ['OptionwireBackupFailed', { optionwire_backup_failed: '1x100' }, 10, {}],
  ['OptionwireClockJumped', { optionwire_clock_steady: '0x60' }, 2, {}],
  ['OptionwireStoreGrows', { 'optionwire_store_bytes{file="wal"}': '0+10000000x200' }, 120, { file: 'wal' }],
]

/** The same series when all is well. */
const QUIET: Record<string, string> = {
  'http_server_request_duration_seconds_count{http_response_status_code="500"}': '0+1x500',
  'http_server_request_duration_seconds_count{http_response_status_code="200"}': '0+99x500',
  nodejs_eventloop_lag_p99_seconds: '0.02x500',
  'optionwire_outbox_overdue_seconds{channel="webhook",state="pending"}': '20x500',
  'optionwire_worker_failures_in_a_row{worker="decisions"}': '1x500',
  optionwire_source_up: '1x500',
  'optionwire_source_chain_age_seconds{class="index"}': '900x500',
  'optionwire_print_score_bucket{le="89"}': '0+999x500',
  optionwire_print_score_count: '0+1000x500',
  'optionwire_vendor_requests_total{vendor="alpaca",status="429"}': '0+1x500',
  optionwire_backup_age_seconds: '80000x500',
  optionwire_backup_interval_seconds: '86400x500',
  optionwire_backup_failed: '0x500',
  optionwire_clock_steady: '1x500',
  'optionwire_store_bytes{file="wal"}': '4000000x500',
}

describe.skipIf(!hasPrometheus)('the alert rules, in Prometheus', () => {
  const folder = tempFolder()
  afterAll(() => folder[Symbol.dispose]())

  const tested = async (tests: readonly unknown[]) => {
    const file = folder.file('tests.yml')
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: minutes(1), tests }))
    return await run('promtool', ['test', 'rules', file])
  }
  const test = (series: Record<string, string>, alert: string, at: number, fired: readonly unknown[]) => ({
    interval: minutes(1),
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: minutes(at), alertname: alert, exp_alerts: fired }],
  })
  const names = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const summaryOf = (alert: string) =>
    new RegExp(`alert: ${alert}\\n[^]*?summary: "(.+)"`).exec(readFileSync(RULES, 'utf8'))?.[1]

  it('can be read', async () => {
    expect((await run('promtool', ['check', 'rules', RULES])).stdout).toContain(`${names.length} rules found`)
  })

  it('each fire when what they are for happens', async () => {
    expect(FIRED.map(([alert]) => alert)).toEqual(names)

    await tested(
      FIRED.map(([alert, series, at, labels]) =>
        test(series, alert, at, [{ exp_labels: labels, exp_annotations: { summary: summaryOf(alert) } }]),
      ),
    )
  })

  it('are silent when all is well', async () => {
    await tested(names.map((alert = '') => test(QUIET, alert, 450, [])))
  })
})

describe.skipIf(!hasPrometheus)('a service that Prometheus reads', { timeout: 60_000 }, () => {
  const folder = tempFolder()
  let service: RunningService
  let prometheus: ChildProcess
  let target: string
  let url: string

  beforeAll(async () => {
    service = await startService({ settings: { METRICS_PORT: '0', MARKET_SYMBOLS: 'F,KO' } })
    target = /"url":"([^"]+\/metrics)"/.exec(service.output())?.[1] ?? ''
    const address = `127.0.0.1:${await freePort()}`
    url = `http://${address}/api/v1`
    const settings = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [RULES],
      scrape_configs: [{ job_name: 'optionwire', static_configs: [{ targets: [new URL(target).host] }] }],
    }
    writeFileSync(folder.file('prometheus.yml'), JSON.stringify(settings))
    const flags = [`--web.listen-address=${address}`, `--storage.tsdb.path=${folder.file('data')}`]
    prometheus = spawn('prometheus', [`--config.file=${folder.file('prometheus.yml')}`, ...flags], { stdio: 'ignore' })
  }, 60_000)
  afterAll(async () => {
    prometheus?.kill()
    await service?.[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  const asked = async (path: string, query: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/${path}?${new URLSearchParams(query)}`)
    return { status: answer.status, body: Answer.parse(await answer.json()) }
  }

  it('is scraped, and every rule and every query of the dashboard is evaluated', async () => {
    await untilTrue(async () => ((await asked('query', { query: 'up == 1' })).body.data.result?.length ?? 0) > 0)
    const dashboard = Dashboard.parse(JSON.parse(readFileSync(join(deploy, 'grafana/optionwire.json'), 'utf8')))
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

    const refused: string[] = []
    for (const query of queries) {
      const { status, body } = await asked('query', { query: query.replaceAll('$__rate_interval', '5m') })
      if (status !== 200) refused.push(`${query}: ${body.error}`)
    }
    expect(queries.length).toBeGreaterThan(25)
    expect(refused).toEqual([])
    const rules = async () => (await asked('rules')).body.data.groups?.flatMap((group) => group.rules) ?? []
    await untilTrue(async () => (await rules()).every(({ health }) => health !== 'unknown'))
    expect(await rules()).toEqual(Array.from(FIRED, () => ({ health: 'ok' })))
  })

  it('says nothing that the linter of Prometheus complains about', async () => {
    const text = await (await fetch(target)).text()
    const checked = run('promtool', ['check', 'metrics'])
    checked.child.stdin?.end(text)

    const { stdout, stderr } = await checked
    expect(stdout + stderr).toBe('')
  })
})

/** Until it is; the test has a timeout. */
async function untilTrue(is: () => Promise<boolean>): Promise<void> {
  while (!(await is().catch(() => false))) await pause(100)
}

const Answer = z.object({
  error: z.string().optional(),
  data: z
    .object({
      result: z.array(z.unknown()).optional(),
      groups: z
        .array(z.object({ rules: z.array(z.object({ health: z.string(), lastError: z.string().optional() })) }))
        .optional(),
    })
    .default({}),
})
const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
