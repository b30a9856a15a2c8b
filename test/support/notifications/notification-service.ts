import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { accountCreate } from '../../../src/accounts/operations/admin/account-create.ts'
import { keyCreate } from '../../../src/accounts/operations/admin/key-create.ts'
import { identity } from '../../../src/accounts/operations/identity.ts'
import { composeServer } from '../../../src/app/http/compose-server.ts'
import { builtViews } from '../../../src/app/http/pages.ts'
import { Lifecycle } from '../../../src/app/lifecycle.ts'
import { createLogger } from '../../../src/app/logger.ts'
import { notificationsOf } from '../../../src/app/notifications.ts'
import { contextOf, OPERATOR, openParts, type Parts } from '../../../src/app/parts.ts'
import { type Config, readConfig } from '../../../src/app/settings/config.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { raise } from '../../../src/notifications/operations/raise/raise.ts'
import type { Raised, Trigger } from '../../../src/notifications/operations/raise/trigger.ts'
import { QUICK_COST } from '../account-world.ts'
import { putMigratedFile } from '../migrated-store.ts'
import { tempFolder } from '../process/temp-folder.ts'
import { SECRET_SETTINGS } from '../service.ts'
import { sharedValuer } from '../shared-valuer.ts'

export interface NotifiedAccount {
  readonly id: string
  readonly email: string
  /** Headers of an API key. */
  readonly key: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
type Body = any

/** The service in this process, over real HTTP and on the real clock, with its real channels and the work on them. */
export interface NotificationService extends AsyncDisposable {
  readonly url: string
  readonly config: Config
  readonly parts: Parts
  readonly logged: string[]
  readonly folder: string
  /** Begins to send, where it was made not to. */
  start(): Promise<void>
  account(email?: string): Promise<NotifiedAccount>
  call(account: NotifiedAccount, method: string, path: string, body?: object): Promise<{ status: number; body: Body }>
  raise(...triggers: readonly Trigger[]): Promise<readonly Raised[]>
}

export interface NotificationServiceOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** A folder whose store is used; else a new one, which is removed. */
  readonly folder?: string
  /** Whether what is due is sent. */
  readonly works?: boolean
  readonly graceMs?: number
  /** The instant at which its clock begins to run; else it has the machine's. */
  readonly from?: string
  /** A clock that the test moves, instead of one that runs. */
  readonly now?: () => Date
  /** Moves with that clock where limits of requests should; else it is the machine's. */
  readonly monotonicMs?: () => number
  /** Which work of a service of several processes this one does; else all. */
  readonly leases?: Parts['leases']
  /** The folder of the built web pages, where they are looked at. */
  readonly pages?: string
}

export async function notificationService(options: NotificationServiceOptions = {}): Promise<NotificationService> {
  const own = options.folder === undefined ? tempFolder() : undefined
  const folder = options.folder ?? own?.path ?? ''
  const logged: string[] = []
  const life = new Lifecycle()
  const config = readConfig({
    ...SECRET_SETTINGS,
    PORT: '0',
    DATABASE_PATH: join(folder, 'store.sqlite3'),
    MARKET_SYMBOLS: 'SPY',
    ...options.settings,
  })
  const log = createLogger('info', { write: (line: string) => void logged.push(line) })
  const { session: sessionSecret } = config.secrets
  const quick = identity({ sessionSecret, randomBytes, passwordCost: QUICK_COST })
  await putMigratedFile(config.databasePath ?? '')
  const opened = await openParts(config, {
    log,
    identity: quick,
    valuer: sharedValuer,
    ...(options.leases && { leases: options.leases }),
    ...clockOf(options),
  })
  const parts = life.own('parts', opened, (it) => it[Symbol.asyncDispose]())
  const { graceMs = 200 } = options
  const notifications = life.own('notifications', notificationsOf(parts, { graceMs }), (it) =>
    it[Symbol.asyncDispose](),
  )
  const server = await composeServer(parts, life, {
    notifications,
    pages: options.pages,
    views: options.pages === undefined ? undefined : builtViews(),
  })
  const url = await server.listen({ host: '127.0.0.1', port: config.listen.port })
  if (config.publicUrl === undefined) parts.address.publicUrl = url
  if (options.works !== false) await notifications.start()
  const context = contextOf(parts, { caller: OPERATOR })
  let count = 0
  return {
    url,
    config,
    parts,
    logged,
    folder,
    start: () => notifications.start(),
    async account(email = `notified-${++count}@optionwire.test`) {
      await invoke(accountCreate, { email, password: 'a password of a test', plan: 'vega', verified: true }, context)
      const { token } = await invoke(keyCreate, { email, name: 'test', expires: '30d' }, context)
      const id = (await parts.store.accounts.byEmail(email))?.account.id ?? ''
      return { id, email, key: { 'x-user-email': email, 'x-user-token': String(token) } }
    },
    async call({ key }, method, path, body) {
      const headers = body ? { ...key, 'content-type': 'application/json' } : key
      const answer = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    },
    raise: (...triggers) => raise({ ...parts, publicUrl: parts.address.publicUrl }, triggers),
    async [Symbol.asyncDispose]() {
      await life[Symbol.asyncDispose]()
      own?.[Symbol.dispose]()
      const kept = logged.join('')
      for (const secret of Object.values(SECRET_SETTINGS)) {
        if (kept.includes(secret)) throw new Error('a secret was found in the log')
      }
    },
  }
}

function clockOf({
  now,
  monotonicMs,
  from: start,
}: NotificationServiceOptions): Pick<NotificationServiceOptions, 'now' | 'monotonicMs'> {
  if (now) return { now, ...(monotonicMs && { monotonicMs }) }
  if (start === undefined) return {}
  const beganMs = performance.now()
  return { now: () => new Date(Date.parse(start) + Math.round(performance.now() - beganMs)) }
}
