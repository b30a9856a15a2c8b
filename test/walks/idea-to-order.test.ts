import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { accountWithKey, run } from '../support/command.ts'
import { aPayload } from '../support/ideas.ts'
import { injections } from '../support/injections.ts'
import { type RunningService, SECRET_SETTINGS, startService } from '../support/service.ts'
import { type StubBroker, stubBroker } from '../support/stub-broker.ts'
import { type StubModel, stubModel } from '../support/stub-model.ts'
import { tempFolder } from '../support/temp-folder.ts'

const EMAIL = 'receiver@optionwire.test'
const SECRET = SECRET_SETTINGS.WEBHOOK_SECRET
const PATIENCE_MS = 60_000

interface Entry {
  readonly fingerprint: string
  readonly status: string
  readonly decision: { action: string; notional_usd: number; rationale: string } | null
  readonly order_result: Record<string, unknown> | null
  readonly error: string | null
}

interface World extends AsyncDisposable {
  readonly service: RunningService
  readonly model: StubModel
  readonly broker: StubBroker
  send(change: Record<string, unknown>): Promise<{ status: string; fingerprint: string }>
  entry(fingerprint: string): Promise<Entry>
}

/** The service in a process of its own, which is also the tool server of its own receiver; model and brokerage beside it. */
async function world(settings: Record<string, string>): Promise<World> {
  const folder = tempFolder()
  const database = `${folder.path}/store.sqlite3`
  const env = { DATABASE_PATH: database, ...SECRET_SETTINGS }
  const token = await accountWithKey((...args) => run('src/cli.ts', args, { cwd: folder.path, env }), EMAIL)
  const model = await stubModel()
  const broker = await stubBroker()
  const service = await startService({
    folder: folder.path,
    settings: {
      MARKET_SYMBOLS: 'AAPL',
      OPENAI_API_KEY: 'sk-stub-key',
      OPENAI_BASE_URL: model.url,
      SERVICE_EMAIL: EMAIL,
      SERVICE_TOKEN: token,
      ALPACA_API_KEY: 'PKTESTKEY',
      ALPACA_API_SECRET: 'stub-broker-secret',
      ALPACA_BASE_URL: broker.url,
      ...settings,
    },
  })
  service.guard(token)
  const path = `${service.url}/webhooks/optionomics-neutral`
  const headers = { 'x-bot-secret': SECRET, 'content-type': 'application/json' }
  const read = async (fingerprint: string): Promise<Entry> =>
    (await (await fetch(`${path}/ledger/${fingerprint}`, { headers })).json()) as Entry
  return {
    service,
    model,
    broker,
    async send(change) {
      const body = JSON.stringify(aPayload(change))
      return (await (await fetch(`${path}/trade-ideas`, { method: 'POST', headers, body })).json()) as never
    },
    async entry(fingerprint) {
      const until = performance.now() + PATIENCE_MS
      for (;;) {
        const entry = await read(fingerprint)
        if (entry.status !== 'queued' || performance.now() > until) return entry
        await sleep(50)
      }
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
      await broker[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

describe('an idea on its way to an order', { timeout: 180_000 }, () => {
  it.each(['remote_mcp', 'local_mcp'])(
    'is decided with the service’s own tools, gated and ordered once (%s)',
    async (mode) => {
      await using it = await world({ DECISION_MODE: mode, DRY_RUN: 'false' })

      const idea = { alert_name: 'script:mcp', symbol: 'AAPL' }
      const first = await it.send(idea)
      const again = await it.send(idea)
      const entry = await it.entry(first.fingerprint)

      expect([first.status, again.status]).toEqual(['queued', 'duplicate'])
      expect(entry).toMatchObject({ status: 'ordered', error: null })
      expect(it.broker.orders).toMatchObject([
        { client_order_id: `om-${first.fingerprint.slice(0, 24)}`, symbol: 'AAPL', side: 'buy', type: 'market' },
      ])
      expect(entry.order_result).toMatchObject({ dry_run: false, symbol: 'AAPL', side: 'buy' })
      // Lines are written in groups, all of them when it ends.
      await it.service.stop()
      const asked = it.service
        .output()
        .split('\n')
        .find((line) => line.includes('decision asked for'))
      expect(JSON.parse(asked ?? '{}')).toMatchObject({ ok: true, mode, failed_tool_calls: 0 })
      expect(JSON.parse(asked ?? '{}').tool_calls).toBeGreaterThan(0)
    },
  )

  it('is never ordered outside the bounds, whatever texts an obedient model reads in the webhook', async () => {
    await using it = await world({ DECISION_MODE: 'remote_mcp', DRY_RUN: 'false' })

    const fingerprints: string[] = []
    for (const [index, text] of injections.entries()) {
      const injected = text.slice(0, 180)
      const where = index % 2 === 0 ? { alert_name: `script:mcp_obey ${injected}` } : { strategy: injected }
      const sent = await it.send({ alert_name: `script:mcp_obey ${index}`, model: injected, ...where })
      fingerprints.push(sent.fingerprint)
    }
    const entries = await Promise.all(fingerprints.map((fingerprint) => it.entry(fingerprint)))

    expect(entries.map(({ status }) => status)).not.toContain('queued')
    expect(new Set(it.broker.orders.map(({ client_order_id: id }) => id)).size).toBe(it.broker.orders.length)
    for (const { symbol, side, notional } of it.broker.orders) {
      expect([symbol, side]).toEqual(['AAPL', 'buy'])
      expect(Number(notional)).toBeGreaterThan(0)
      expect(Number(notional)).toBeLessThanOrEqual(250)
    }
  })

  it('is decided without a model, from the analytics, and never leaves the dry run', async () => {
    await using it = await world({ DECISION_MODE: 'rules' })

    const { fingerprint } = await it.send({ alert_name: 'plain rules', symbol: 'AAPL' })
    const entry = await it.entry(fingerprint)

    expect(['skipped', 'dry_run']).toContain(entry.status)
    expect(entry.decision?.rationale).toMatch(/\d/)
    expect(it.model.requests).toEqual([])
    expect(it.broker.requests).toEqual([])
  })
})
