import { setTimeout as sleep } from 'node:timers/promises'
import { addAccount } from '../add-account.ts'
import { type StubBroker, stubBroker } from '../broker/stub-broker.ts'
import { type StubModel, stubModel } from '../model/stub-model.ts'
import { type Ended, run } from '../process/command.ts'
import { tempFolder } from '../process/temp-folder.ts'
import { type RunningService, SECRET_SETTINGS, startService } from '../service.ts'
import { aPayload } from './ideas.ts'

export const RECEIVER_EMAIL = 'receiver@optionwire.test'
export const RECEIVER_PASSWORD = 'correct horse battery'
const SECRET = SECRET_SETTINGS.WEBHOOK_SECRET
const PATIENCE_MS = 60_000

export interface Entry {
  readonly fingerprint: string
  readonly status: string
  readonly decision: { action: string; notional_usd: number; rationale: string } | null
  readonly order_result: Record<string, unknown> | null
  readonly error: string | null
  readonly created_at: string
}

export interface ReceiverWorld extends AsyncDisposable {
  readonly service: RunningService
  readonly model: StubModel
  readonly broker: StubBroker
  /** Headers of the API key of the account. */
  readonly key: Readonly<Record<string, string>>
  send(change: Record<string, unknown>): Promise<{ status: string; fingerprint: string }>
  entry(fingerprint: string): Promise<Entry>
}

/**
 * The service in a process of its own, which is also the tool server of its own receiver; model and brokerage beside it.
 * `prepare` has the command line before the service starts.
 */
export async function receiverWorld(
  settings: Record<string, string>,
  prepare: (cli: (...args: string[]) => Promise<Ended>, folder: string) => Promise<void> = async () => {},
): Promise<ReceiverWorld> {
  const folder = tempFolder()
  const database = `${folder.path}/store.sqlite3`
  const env = { DATABASE_PATH: database, ...SECRET_SETTINGS }
  const cli = (...args: string[]) => run('src/cli.ts', args, { cwd: folder.path, env })
  const token = await addAccount(database, { email: RECEIVER_EMAIL, password: RECEIVER_PASSWORD })
  await prepare(cli, folder.path)
  const model = await stubModel()
  const broker = await stubBroker()
  const service = await startService({
    folder: folder.path,
    settings: {
      MARKET_SYMBOLS: 'AAPL',
      OPENAI_API_KEY: 'sk-stub-key',
      OPENAI_BASE_URL: model.url,
      SERVICE_EMAIL: RECEIVER_EMAIL,
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
    key: { 'x-user-email': RECEIVER_EMAIL, 'x-user-token': token },
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
