import { randomBytes } from 'node:crypto'
import type { SignUpMode } from '../../src/accounts/domain/sign-ups.ts'
import { type Identity, identity } from '../../src/accounts/operations/identity.ts'
import { accountOperations } from '../../src/accounts/operations/index.ts'
import { mailOwner } from '../../src/accounts/operations/mail-owner.ts'
import type { Mail } from '../../src/accounts/ports/mailer.ts'
import type { AppContext } from '../../src/app/context.ts'
import { type NotifierOptions, processNotifier } from '../../src/app/notifier.ts'
import type { Store } from '../../src/app/store/open-store.ts'
import type { Caller, SessionCookie } from '../../src/catalogue/context.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import type { Answer } from '../../src/catalogue/operation.ts'
import { background } from '../../src/lib/node/background.ts'
import { timeOrderedIds } from '../../src/lib/node/ids.ts'
import type { PasswordCost, Passwords } from '../../src/lib/node/passwords.ts'
import { simulatedDefinition } from '../../src/market/sources/simulated/definition.ts'
import { accountEvents } from '../../src/notifications/operations/raise/account-events.ts'
import { inProcessBus } from '../../src/store/processes/bus.ts'
import { noAnalytics } from './analytics/no-analytics.ts'
import { type TestClock, testClock } from './clock.ts'
import { migratedStore } from './migrated-store.ts'
import { NO_OPERATOR_VIEW } from './no-operator-view.ts'
import { NO_APPS } from './oauth/no-apps.ts'

/** Without a client of outgoing requests every channel is shown as not configured, and no URL is taken. */
const NO_CHANNELS: Pick<NotifierOptions, 'channels' | 'checkUrl' | 'bus'> = {
  channels: new Map(),
  bus: inProcessBus('p1'),
  checkUrl: async () => 'cannot be used: this server sends nothing to URLs',
}

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
  /** Mails that were prepared and not sent. */
  readonly pretended: Mail[]
  /** Secrets of session cookies in the order of their setting; null where one was cleared. */
  readonly cookies: (string | null)[]
  /** Values of device cookies in the order of their setting. */
  readonly devices: string[]
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
  /** As whoever calls, with the device cookie of a browser if one is given. */
  context(caller: Caller, device?: string | null): AppContext
}

export interface WorldOptions {
  readonly path?: string
  readonly clock?: TestClock
  readonly passwordCost?: PasswordCost
  readonly busyTimeoutMs?: number
  readonly signUps?: SignUpMode
}

function keptCookies(cookies: (string | null)[], devices: string[], device: string | null): SessionCookie {
  return {
    device,
    setDevice: (value) => void devices.push(value),
    set: (secret) => void cookies.push(secret),
    clear: () => void cookies.push(null),
  }
}

const unused = () => Promise.reject(new Error('accounts do not ask the market'))
const unusedPremium = {
  bySide: unused,
  bySentiment: unused,
  netOfSessions: unused,
  countOfScore: unused,
  between: unused,
}

export async function accountWorld(options: WorldOptions = {}): Promise<AccountWorld> {
  const clock = options.clock ?? testClock()
  const store = await migratedStore({
    ...(options.path && { path: options.path }),
    now: clock.now,
    ...(options.busyTimeoutMs && { busyTimeoutMs: options.busyTimeoutMs }),
  })
  const counting = countDerivations(
    identity({ sessionSecret: 's'.repeat(32), randomBytes, passwordCost: options.passwordCost ?? QUICK_COST }),
  )
  const mail = keptMails()
  const cookies: (string | null)[] = []
  const devices: string[] = []
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const work = background({ maxRunning: 1_000, refused: () => new Error('full'), onError })
  const newId = timeOrderedIds(clock.now, randomBytes)
  const notifier = processNotifier({ sessionSecret: 's'.repeat(32), randomBytes, ...NO_CHANNELS })
  const publicUrl = 'https://options.example'
  const events = accountEvents({
    store,
    notifier,
    now: clock.now,
    newId,
    publicUrl,
    onUnnotified: (accountId, event) => work.run(() => mailOwner({ store, mailer: mail, publicUrl }, accountId, event)),
  })
  const context = (caller: Caller, device: string | null = null): AppContext => ({
    caller,
    market: { ...simulatedDefinition, listings: unused, viewAt: unused },
    ...NO_OPERATOR_VIEW,
    ...noAnalytics(store),
    receiverEmail: null,
    store,
    mailer: mail,
    now: clock.now,
    newId,
    randomBytes,
    mayDelete: () => true,
    publicUrl,
    sessionCookie: keptCookies(cookies, devices, device),
    identity: counting.identity,
    notifier,
    accountEvents: events,
    signUps: options.signUps ?? 'open',
    ...NO_APPS,
    sessionPremium: unusedPremium,
    afterwards: (each) => work.run(each),
    later: (each) => work.run(each),
    limitsOf: async () => [{ name: 'rest_requests', window: 'minute', limit: 100, used: 7 }],
  })
  const call = (name: string, input: Answer, caller = ANONYMOUS) => invoke(operationNamed(name), input, context(caller))

  return {
    store,
    clock,
    identity: counting.identity,
    mails: mail.kept,
    pretended: mail.pretended,
    cookies,
    devices,
    errors,
    derivations: counting.count,
    breakMail: mail.break,
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

/** A mailer that keeps what it should send. */
function keptMails() {
  const kept: Mail[] = []
  const pretended: Mail[] = []
  let works = true
  return {
    kept,
    pretended,
    async send(mail: Mail) {
      if (!works) throw new Error('mail server down')
      kept.push(mail)
    },
    async pretend(mail: Mail) {
      pretended.push(mail)
    },
    break: () => {
      works = false
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
