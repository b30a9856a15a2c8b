import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Plan } from '../../src/accounts/domain/plan.ts'
import { accountCreate } from '../../src/accounts/operations/admin/account-create.ts'
import { accountSuspend } from '../../src/accounts/operations/admin/account-suspend.ts'
import { keyCreate } from '../../src/accounts/operations/admin/key-create.ts'
import { identity } from '../../src/accounts/operations/identity.ts'
import { composeServer } from '../../src/app/http/compose-server.ts'
import { Lifecycle } from '../../src/app/lifecycle.ts'
import { createLogger } from '../../src/app/logger.ts'
import { contextOf, OPERATOR, openParts, type Parts } from '../../src/app/parts.ts'
import { readConfig } from '../../src/app/settings/config.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import type { Answer, Operation } from '../../src/catalogue/operation.ts'
import { QUICK_COST } from './account-world.ts'
import { type TestClock, testClock } from './clock.ts'
import { putMigratedFile } from './migrated-store.ts'
import { tempFolder } from './process/temp-folder.ts'
import { SECRET_SETTINGS } from './service.ts'
import { sharedValuer } from './shared-valuer.ts'

export interface TestAccount {
  readonly email: string
  readonly password: string
  readonly token: string
  /** Headers of an API key. */
  readonly key: Record<string, string>
  /** Headers of a browser that is signed in. */
  readonly session: Record<string, string>
}

/** The whole service below the socket: real store in a file, simulated market, clocks by hand. */
export interface TestApp extends AsyncDisposable {
  readonly server: FastifyInstance
  readonly parts: Parts
  readonly clock: TestClock
  readonly folder: string
  readonly logged: string[]
  /** An account with a key and a sign-in session. */
  account(
    plan: Plan,
    options?: { standing?: 'suspended'; verified?: boolean; operator?: boolean },
  ): Promise<TestAccount>
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  request(request: InjectOptions): Promise<LightMyRequestResponse>
  asOperator(operation: Operation, input: Answer): Promise<Answer>
  /** Adds a text that must appear neither in the log nor in the store's files. */
  guard(secret: string): void
}

const ORIGIN = 'http://127.0.0.1:3000'

/** At its end every app looks through its log and its store's files for each secret that was used. */
export async function testApp(
  settings: Record<string, string> = {},
  replaced: Partial<Pick<Parts, 'clientDocuments' | 'metrics' | 'store' | 'bus' | 'windows'>> = {},
): Promise<TestApp> {
  const folder = tempFolder()
  const clock = testClock('2026-11-20T18:00:00.000Z')
  const logged: string[] = []
  const config = readConfig({
    ...SECRET_SETTINGS,
    SIGNUPS: 'open',
    DATABASE_PATH: join(folder.path, 'store.sqlite3'),
    ...settings,
  })
  await putMigratedFile(config.databasePath ?? '')
  const parts = await openParts(config, {
    valuer: sharedValuer,
    now: clock.now,
    monotonicMs: () => clock.now().getTime(),
    log: createLogger('trace', { write: (line: string) => void logged.push(line) }),
    identity: identity({ sessionSecret: config.secrets.session, randomBytes, passwordCost: QUICK_COST }),
    ...replaced,
  })
  const life = new Lifecycle()
  const server = await composeServer(parts, life)
  const secrets = new Set<string>([...Object.values(SECRET_SETTINGS)])
  let count = 0

  const request = (options: InjectOptions) => server.inject({ remoteAddress: '192.0.2.1', ...options })
  const asOperator = (operation: Operation, input: Answer) =>
    invoke(operation, input, contextOf(parts, { caller: OPERATOR }))

  async function account(
    plan: Plan,
    {
      standing,
      verified = true,
      operator = false,
    }: { standing?: 'suspended'; verified?: boolean; operator?: boolean } = {},
  ) {
    const email = `${plan}-${++count}@optionwire.test`
    const password = `canary password ${randomBytes(8).toString('hex')}`
    await asOperator(accountCreate, { email, password, plan, verified, operator })
    const { token } = await asOperator(keyCreate, { email, name: 'test', expires: '30d' })
    const signedIn = await request({
      method: 'POST',
      url: '/api/v1/session',
      payload: { email, password },
      headers: { origin: ORIGIN },
      remoteAddress: `198.51.100.${count}`,
    })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    if (standing) await asOperator(accountSuspend, { email })
    for (const secret of [password, String(token), cookie.split('=')[1] ?? '']) secrets.add(secret)
    const key = { 'x-user-email': email, 'x-user-token': `${token}` }
    return { email, password, token: `${token}`, key, session: { cookie, origin: ORIGIN } }
  }

  return {
    server,
    parts,
    clock,
    folder: folder.path,
    logged,
    account,
    request,
    asOperator,
    get: (url, headers = {}) => request({ url, headers }),
    guard: (secret) => void secrets.add(secret),
    async [Symbol.asyncDispose]() {
      const kept = keptText({ databasePath: config.databasePath ?? '' }, logged)
      await life[Symbol.asyncDispose]()
      await parts[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
      // One pass for all: some tests use a thousand. The error must not name it either.
      const searched = [...secrets].filter((secret) => secret !== '').map((it) => it.replace(/\W/g, '\\$&'))
      if (new RegExp(searched.sort().join('|')).test(kept))
        throw new Error("A secret is in the log or in the store's files")
    },
  }
}

/** The log and the store's files, main and write-ahead, as one text. */
function keptText({ databasePath }: { databasePath: string }, logged: readonly string[]): string {
  const folder = join(databasePath, '..')
  const files = readdirSync(folder)
    .filter((name) => name.startsWith(basename(databasePath)))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
  return [...logged, ...files].join('\n')
}
