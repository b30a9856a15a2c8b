import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ReceiverWorld, receiverWorld } from '../support/receiver/receiver-world.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const NAME = /^[a-z][a-z0-9_]*$/
const PREFIX = /^(http_server|optionwire|nodejs|process)_/

interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly series: readonly string[]
}

describe('the metrics of a service that works', { timeout: 120_000 }, () => {
  let world: ReceiverWorld
  let families: Family[]
  let text: string
  const valueIn = (series: RegExp) =>
    Number(
      text
        .split('\n')
        .find((line) => series.test(line))
        ?.split(' ')
        .at(-1),
    )

  beforeAll(async () => {
    world = await receiverWorld({ DECISION_MODE: 'local_mcp', DRY_RUN: 'false', METRICS_PORT: '0', BACKUP_DIR: '.' })
    const { fingerprint } = await world.send({ alert_name: 'script:mcp', symbol: 'AAPL' })
    await world.entry(fingerprint)
    for (const path of ['/health', '/health', '/no/such/page/ada@example.com', '/api/v1/stocks/AAPL/quote']) {
      await fetch(world.service.url + path)
    }
    text = await read(world)
    families = familiesOf(text)
  }, 120_000)
  afterAll(() => world?.[Symbol.asyncDispose]())

  it('are on a port of their own, and not on the one of users', async () => {
    const address = addressIn(world)

    expect(new URL(address).port).not.toBe(new URL(world.service.url).port)
    expect((await fetch(new URL('/metrics', world.service.url))).status).toBe(404)
    expect((await fetch(new URL('/', address))).status).toBe(404)
    expect((await fetch(address, { method: 'POST' })).status).toBe(405)
    expect((await fetch(address)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  it('follow the conventions: a help, a type, lower-case names with units, counters that end in _total', () => {
    const faults = families.flatMap(({ name, type, help, series }) => [
      ...(help.length < 10 ? [`${name} has no help`] : []),
      ...(NAME.test(name) && PREFIX.test(name) ? [] : [`${name} is no good name`]),
      ...(type === 'counter' && !name.endsWith('_total') ? [`${name} is a counter without _total`] : []),
      ...(type === 'histogram' && !/_(seconds|bytes|score)$/.test(name) ? [`${name} has no unit`] : []),
      ...(type !== 'counter' && name.endsWith('_total') && PREFIX.exec(name)?.[1] === 'optionwire'
        ? [`${name} is no counter`]
        : []),
      ...(/_(ms|milliseconds|minutes|hours|kb|mb)(_|$)/.test(name) ? [`${name} has no base unit`] : []),
      ...(new Set(series).size < series.length ? [`${name} has a series twice`] : []),
    ])

    expect(faults).toEqual([])
    expect(families.length).toBeGreaterThan(40)
  })

  it('count requests by the template of their route, and hold no path, address or secret', () => {
    expect(
      valueIn(/^http_server_request_duration_seconds_count\{.*http_route="\/health".*="200"\} /),
    ).toBeGreaterThanOrEqual(2)
    expect(
      valueIn(
        /^http_server_request_duration_seconds_count\{.*http_route="\/api\/v1\/stocks\/:symbol\/quote".*="401"\} /,
      ),
    ).toBe(1)
    expect(valueIn(/^http_server_request_duration_seconds_count\{.*http_route="unmatched".*="404"\} /)).toBeGreaterThan(
      0,
    )
    expect(text).not.toMatch(/@|no\/such|127\.0\.0\.1|canary|ow_[A-Za-z0-9]{10}/)
  })

  it('count the decision, its tokens, its tool calls, the order and the vendors', () => {
    expect(valueIn(/^optionwire_decision_duration_seconds_count\{action="buy"\} /)).toBe(1)
    expect(valueIn(/^optionwire_llm_tokens_total\{kind="input"\} /)).toBeGreaterThan(0)
    expect(valueIn(/^optionwire_orders_total\{outcome="accepted"\} /)).toBe(1)
    expect(
      valueIn(/^optionwire_mcp_tool_call_duration_seconds_count\{tool="trade_context",outcome="answered"\} /),
    ).toBeGreaterThan(0)
    expect(valueIn(/^optionwire_vendor_requests_total\{vendor="openai",status="200"\} /)).toBeGreaterThan(0)
    expect(valueIn(/^optionwire_vendor_requests_total\{vendor="alpaca_trading",status="200"\} /)).toBeGreaterThan(0)
  })

  it('read the store, the workers and the market when they are requested', () => {
    expect(valueIn(/^optionwire_ledger_entries\{status="ordered"\} /)).toBe(1)
    expect(valueIn(/^optionwire_store_bytes\{file="database"\} /)).toBeGreaterThan(100_000)
    expect(valueIn(/^optionwire_store_transaction_duration_seconds_count\{outcome="committed"\} /)).toBeGreaterThan(0)
    expect(valueIn(/^optionwire_worker_failures_in_a_row\{worker="deliveries"\} /)).toBe(0)
    expect(valueIn(/^optionwire_worker_lag_seconds\{worker="decisions"\} /)).toBeLessThan(60)
    expect(valueIn(/^optionwire_prints\{outcome="read"\} /)).toBeGreaterThanOrEqual(0)
    expect(valueIn(/^optionwire_feed_sockets /)).toBe(0)
    expect(valueIn(/^optionwire_clock_steady /)).toBe(1)
  })

  it('know every metric that the dashboard and the alert rules use', () => {
    const dashboard = Dashboard.parse(JSON.parse(readFileSync(join(deploy, 'grafana/optionwire.json'), 'utf8')))
    const rules = readFileSync(join(deploy, 'prometheus/optionwire.rules.yml'), 'utf8')
    const queries = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
    ]
    // Only a live source has these.
    const known = new Set([
      ...families.map(({ name }) => name),
      'optionwire_source_up',
      'optionwire_source_chain_age_seconds',
    ])

    const unknown = queries
      .flatMap((query) => [...query.matchAll(/\b(http_server|optionwire|nodejs|process)_\w+/g)].map(([name]) => name))
      .filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')) && !known.has(name))

    expect(queries.length).toBeGreaterThan(25)
    expect(unknown).toEqual([])
  })
})

const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })

function addressIn({ service }: ReceiverWorld): string {
  return /"url":"([^"]+\/metrics)"/.exec(service.output())?.[1] ?? ''
}

async function read(world: ReceiverWorld): Promise<string> {
  const answer = await fetch(addressIn(world))
  expect(answer.status).toBe(200)
  return answer.text()
}

function familiesOf(text: string): Family[] {
  return text
    .split(/^(?=# HELP )/m)
    .filter((block) => block.startsWith('# HELP '))
    .map((block) => {
      const [, name = '', help = ''] = /^# HELP (\S+) (.*)$/m.exec(block) ?? []
      const [, type = ''] = /^# TYPE \S+ (\S+)$/m.exec(block) ?? []
      const series = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      return { name, help, type, series: series.map((line) => line.slice(0, line.lastIndexOf(' '))) }
    })
}
