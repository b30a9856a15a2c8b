import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { quoteTable } from '../support/market/imports.ts'
import { run } from '../support/process/command.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { type RunningService, startService } from '../support/service.ts'

/** The whole market takes seconds to value after each start. */
const FEW_SYMBOLS = { MARKET_SYMBOLS: 'SPY,AMD,KO,PLTR' }

describe('npm start', () => {
  it('writes its settings, makes a demo account and prints how to ask, on the first run alone', async () => {
    using folder = tempFolder()
    const first = await startService({ entry: 'src/start.ts', folder: folder.path, settings: FEW_SYMBOLS })
    const welcome = await until(first, /mcpServers[\s\S]*\n {2}}\n/)
    const token = /token\s+(ow_\w+)/.exec(welcome)?.[1] ?? ''
    const email = /e-mail\s+(\S+)/.exec(welcome)?.[1] ?? ''

    const answer = await fetch(`${first.url}/api/v1/stocks/SPY/quote`, {
      headers: { 'X-USER-EMAIL': email, 'X-USER-TOKEN': token },
    })
    const configuration = JSON.parse(/^ {2}{\n[\s\S]*^ {2}}$/m.exec(welcome)?.[0] ?? 'null')
    const { url, headers } = configuration.mcpServers.optionwire
    const initialized = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    const settings = readFileSync(join(folder.path, '.env'), 'utf8')
    const firstCode = await first.stop()
    await using second = await startService({ entry: 'src/start.ts', folder: folder.path, settings: FEW_SYMBOLS })
    const again = await until(second, /Optionwire runs at/)

    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ symbol: 'SPY', source: 'simulated' })
    expect(welcome).toContain('gamma_exposure?dte_max=30')
    expect({ status: initialized.status, json: await initialized.json() }).toEqual({
      status: 200,
      json: { result: {}, jsonrpc: '2.0', id: 1 },
    })
    expect(firstCode).toBe(0)
    expect(statSync(join(folder.path, '.env')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder.path, '.env'), 'utf8')).toBe(settings)
    expect(settings).toMatch(/^SESSION_SECRET=[\w-]{44}$/m)
    expect(settings).toMatch(/^WEBHOOK_SECRET=[\w-]{44}$/m)
    expect(settings).toMatch(/^MAIL_TO_LOG=true$/m)
    expect(settings).toMatch(/^SIGNUPS=open$/m)
    expect(again).not.toMatch(/ow_|password|mcpServers/)
  })

  it('is the first run as well where a command has made the store before', async () => {
    using folder = tempFolder()
    const DATABASE_PATH = folder.file('store.sqlite3')
    const listed = await run('src/cli.ts', ['ledger', 'list'], { cwd: folder.path, env: { DATABASE_PATH } })
    const hadStore = existsSync(DATABASE_PATH)
    await using service = await startService({ entry: 'src/start.ts', folder: folder.path, settings: FEW_SYMBOLS })

    expect({ code: listed.code, hadStore }).toEqual({ code: 0, hadStore: true })
    expect(await until(service, /mcpServers[\s\S]*\n {2}}\n/)).toContain('A demo account on the Vega plan was created.')
  })
})

const Ledger = z.object({ data: z.array(z.looseObject({ status: z.string() })) })
const Alerts = z.object({ data: z.array(z.object({ webhook_url: z.string() })) })

describe('the demonstration', () => {
  it('carries a trade idea to the ledger within two minutes, by its own webhook, and follows to another port', async () => {
    using folder = tempFolder()
    await using first = await startService({ entry: 'src/start.ts', folder: folder.path, settings: FEW_SYMBOLS })
    const welcome = await until(first, /mcpServers[\s\S]*\n {2}}\n/)
    const [, token = ''] = /token\s+(ow_\w+)/.exec(welcome) ?? []
    const [, secret = ''] = /^WEBHOOK_SECRET=(.+)$/m.exec(readFileSync(join(folder.path, '.env'), 'utf8')) ?? []
    first.guard(secret)
    const key = { 'X-USER-EMAIL': 'demo@optionwire.test', 'X-USER-TOKEN': token }
    const alertOf = async ({ url }: RunningService) =>
      Alerts.parse(await (await fetch(`${url}/api/v1/alerts`, { headers: key })).json()).data[0]

    const ledger = `${first.url}/webhooks/optionomics-neutral/ledger`
    const ended = async () => {
      const { data } = Ledger.parse(await (await fetch(ledger, { headers: { 'X-BOT-SECRET': secret } })).json())
      return data.find(({ status }) => status === 'dry_run' || status === 'skipped')
    }
    await expect.poll(ended, { timeout: 120_000, interval: 250 }).toBeDefined()
    const entry = await ended()
    const before = await alertOf(first)
    const firstCode = await first.stop()
    await using second = await startService({ entry: 'src/start.ts', folder: folder.path, settings: FEW_SYMBOLS })
    await until(second, /Optionwire runs at/)

    expect(entry).toMatchObject({
      payload: { source: 'trade_idea', alert_name: 'Demo: every trade idea, to this service’s own receiver' },
      decision: { rationale: expect.any(String) },
      error: null,
    })
    expect(before?.webhook_url).toContain(new URL(first.url).host)
    expect(firstCode).toBe(0)
    expect((await alertOf(second))?.webhook_url).toContain(new URL(second.url).host)
    expect(readFileSync(join(folder.path, '.env'), 'utf8')).toMatch(/^DECISION_MODE=rules$[\s\S]*^LLM_/m)
  }, 150_000)
})

describe('the strict start', () => {
  it('names every bad and missing setting at once, prints no value and ends with 1', async () => {
    const start = startService({ settings: { SESSION_SECRET: 'canary', DRY_RUN: 'canary', PORT: 'canary' } })

    const failure = await start.then(
      () => 'started',
      (error: Error) => error.message,
    )

    expect(failure).toContain('ended with 1')
    for (const name of ['SESSION_SECRET', 'DRY_RUN', 'PORT']) expect(failure).toContain(name)
    expect(failure).not.toContain('canary')
    expect(failure).not.toMatch(/\bat .*\.ts/)
  })

  it('warns that mails go to the log, writes no file but the store, refuses a taken port, and closes with 0', async () => {
    await using service = await startService({ settings: { MAIL_TO_LOG: 'true', ...FEW_SYMBOLS } })
    const { port } = new URL(service.url)
    const second = await startService({ settings: { PORT: port, ...FEW_SYMBOLS } }).then(
      () => 'started',
      (error: Error) => error.message,
    )
    const files = readdirSync(service.folder)
    const code = await service.stop('SIGTERM')

    expect(service.output()).toMatch(/"level":40[^\n]*MAIL_TO_LOG is true/)
    expect(files.filter((name) => !name.startsWith('store.sqlite3'))).toEqual([])
    expect(second).toContain('The port is in use')
    expect(code).toBe(0)
  })

  it('imports what REPLAY_PATH holds before it listens, and says what it refused', async () => {
    using folder = tempFolder()
    const replay = folder.file('replay')
    mkdirSync(replay)
    writeFileSync(join(replay, 'quotes.csv'), quoteTable())
    writeFileSync(join(replay, 'notes.txt'), 'nothing of the kind')
    await using service = await startService({
      settings: { MARKET_SOURCE: 'replay', REPLAY_PATH: replay },
      folder: folder.path,
    })

    const ready = await fetch(`${service.url}/health/ready`)

    expect(await ready.json()).toMatchObject({ status: 'ready' })
    expect(service.output()).toMatch(/quotes\.csv","status":"imported"/)
    expect(service.output()).toMatch(/notes\.txt","status":"refused"/)
  })

  it('does not start over a REPLAY_PATH without a single chain', async () => {
    using folder = tempFolder()
    writeFileSync(folder.file('notes.txt'), 'nothing of the kind')

    const failure = await startService({
      settings: { MARKET_SOURCE: 'replay', REPLAY_PATH: folder.file('notes.txt') },
      folder: folder.path,
    }).then(
      () => 'started',
      (error: Error) => error.message,
    )

    expect(failure).toContain('REPLAY_PATH contains no readable option chains.')
  })
})

/** The output once it matches; the service prints it right after it listens. */
async function until(service: RunningService, pattern: RegExp): Promise<string> {
  while (!pattern.test(service.output())) await new Promise((resolve) => setImmediate(resolve))
  return service.output()
}
