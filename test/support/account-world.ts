import { randomBytes } from 'node:crypto'
import { NO_CHANNELS, processNotifier } from '../../src/app/notifier.ts'
import { background } from '../../src/lib/node/background.ts'
import { timeOrderedIds } from '../../src/lib/node/ids.ts'
import type { PasswordCost, Passwords } from '../../src/lib/node/passwords.ts'
import { type Identity, identity } from '../../src/operations/accounts/identity.ts'
import { accountOperations } from '../../src/operations/accounts/index.ts'
import type { Caller, Context } from '../../src/operations/context.ts'
import { invoke } from '../../src/operations/invoke.ts'
import type { Answer } from '../../src/operations/operation.ts'
import type { Mail } from '../../src/ports/mailer.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { type TestClock, testClock } from './clock.ts'

export const QUICK_COST: PasswordCost = { algorithm: 'argon2id', memoryKib: 8, passes: 1, lanes: 1 }
export const PASSWORD = 'correct horse battery'

export const ANONYMOUS: Caller = { kind: 'anonymous', account: null, address: '192.0.2.1', sessionId: null }
export const OPERATOR: Caller = { kind: 'command_line', account: null, address: null, sessionId: null }

/** A service without surfaces: real store, clock that stands still, mails and cookies that are kept, derivations counted. */
export interface AccountWorld extends AsyncDisposable {
  readonly store: Store
  readonly clock: TestClock
  readonly identity: Identity
  readonly mails: Mail[]
  /** Secrets of session cookies in the order of their setting; null where one was cleared. */
  readonly cookies: (string | null)[]
  /** What background work failed with. */
  readonly errors: unknown[]
  derivations(): number
  /** Makes the mail server fail from now on. */
  breakMail(): void
  /** Work that goes on after an answer has ended. */
  settled(): Promise<void>
  call(name: string, input: Answer, caller?: Caller): Promise<Answer>
  /** Signs in and answers as whom the session calls. */
  signIn(email: string, password?: string, caller?: Caller): Promise<Caller>
  context(caller: Caller): Context
}

export interface WorldOptions {
  readonly path?: string
  readonly clock?: TestClock
  readonly passwordCost?: PasswordCost
  readonly busyTimeoutMs?: number
}

export async function accountWorld(options: WorldOptions = {}): Promise<AccountWorld> {
  const clock = options.clock ?? testClock()
  const store = await openStore({
    path: options.path ?? ':memory:',
    now: clock.now,
    ...(options.busyTimeoutMs && { busyTimeoutMs: options.busyTimeoutMs }),
  })
  const counting = countDerivations(
    identity({ sessionSecret: 's'.repeat(32), randomBytes, passwordCost: options.passwordCost ?? QUICK_COST }),
  )
  const mails: Mail[] = []
  const cookies: (string | null)[] = []
  const errors: unknown[] = []
  let mailWorks = true
  const work = background({ most: 1_000, refused: () => new Error('full'), onError: (error) => errors.push(error) })
  const newId = timeOrderedIds(clock.now, randomBytes)

  const unused = () => Promise.reject(new Error('accounts do not ask the market'))
  const context = (caller: Caller): Context => ({
    caller,
    market: { name: 'simulated', listings: unused, viewAt: unused },
    viewAt: unused,
    valued: unused,
    repriced: unused,
    store,
    mailer: {
      async send(mail) {
        if (!mailWorks) throw new Error('mail server down')
        mails.push(mail)
      },
    },
    now: clock.now,
    newId,
    randomBytes,
    publicUrl: 'https://options.example',
    sessionCookie: { set: (secret) => void cookies.push(secret), clear: () => void cookies.push(null) },
    identity: counting.identity,
    notifier: processNotifier({ sessionSecret: 's'.repeat(32), randomBytes, ...NO_CHANNELS }),
    afterwards: work.run,
    limitsOf: async () => [{ name: 'rest_requests', window: 'minute', limit: 100, used: 7 }],
  })
  const call = (name: string, input: Answer, caller = ANONYMOUS) => invoke(operationNamed(name), input, context(caller))

  return {
    store,
    clock,
    identity: counting.identity,
    mails,
    cookies,
    errors,
    derivations: counting.count,
    breakMail: () => {
      mailWorks = false
    },
    settled: work.idle,
    call,
    async signIn(email, password = PASSWORD, caller = ANONYMOUS) {
      await call('sign_in', { email, password }, caller)
      return sessionCaller(store, counting.identity, cookies.at(-1) ?? '', caller)
    },
    context,
    async [Symbol.asyncDispose]() {
      await work.idle()
      await store[Symbol.asyncDispose]()
    },
  }
}

function operationNamed(name: string) {
  const operation = accountOperations.find((each) => each.name === name)
  if (!operation) throw new Error(`no operation is named ${name}`)
  return operation
}

async function sessionCaller(store: Store, { digest }: Identity, secret: string, { address }: Caller): Promise<Caller> {
  const found = await store.sessions.bySecretDigest(digest('session', secret))
  if (!found) throw new Error('the cookie names no session')
  return { kind: 'session', account: found.account, address, sessionId: found.session.id }
}

function countDerivations(real: Identity): { identity: Identity; count: () => number } {
  let derived = 0
  const passwords: Passwords = {
    hash(password) {
      derived++
      return real.passwords.hash(password)
    },
    verify(password, stored) {
      derived++
      return real.passwords.verify(password, stored)
    },
    outdated: (stored) => real.passwords.outdated(stored),
  }
  return { identity: { ...real, passwords }, count: () => derived }
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail | undefined): string {
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('the mail holds no link with a token')
  return token
}
