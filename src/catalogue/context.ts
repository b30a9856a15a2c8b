import type { ZodObject } from 'zod'
import type { AccountStatus } from '../accounts/contract/account.ts'
import type { KeyScope } from '../accounts/domain/key-scope.ts'
import type { Plan } from '../accounts/domain/plan.ts'

/**
 * `anonymous` has no account. `webhook_sender` has no account, but the webhook secret. `command_line` is the operator of
 * the machine: it has no account and may do everything. `connected_app` is an app that an account has allowed to call the
 * MCP endpoint, and nothing else.
 */
export type CallerKind = 'anonymous' | 'api_key' | 'connected_app' | 'session' | 'webhook_sender' | 'command_line'

export interface CallerAccount {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly plan: Plan
  readonly status: AccountStatus
  readonly timeZone: string
  /** Whether it has the role of an operator of the service; absent: no. */
  readonly isOperator?: boolean
}

/** Who calls, and on which surface. */
export interface Caller {
  readonly kind: CallerKind
  readonly account: CallerAccount | null
  /** Network address of the request, for delays against password guessing; null on the command line. */
  readonly address: string | null
  /** Whether this account must confirm its e-mail address before it may use more than its own pages. */
  readonly mustConfirmEmail?: boolean
  /** The sign-in session of a `session` caller. */
  readonly sessionId: string | null
  /** The API key of an `api_key` caller, for the log. */
  readonly keyId?: string
  /** All that an `api_key` caller may do; null or absent: everything that a key may do. */
  readonly scopes?: readonly KeyScope[] | null
  /** The connection of a `connected_app` caller, for the log. */
  readonly connectionId?: string
  /** Of a caller with a replay credential: the instant whose market is all that it may read. */
  readonly pinned?: PinnedInstant
  /** The `Host` header of a request without API credentials. */
  readonly host?: string | undefined
  /** The `User-Agent` header of a request without API credentials. */
  readonly userAgent?: string | undefined
}

export interface PinnedInstant {
  /** Unix milliseconds. */
  readonly atMs: number
  /** The New York date of it. */
  readonly date: string
}

export interface SessionCookie {
  /** The cookie of a browser that an account knows, which outlives its sessions; null if the request has none. */
  readonly device: string | null
  setDevice(value: string, expiresAt: Date): void
  set(secret: string, expiresAt: Date): void
  clear(): void
}

/** Usage of a limit that a surface enforces, for example requests per minute. */
export interface LimitUse {
  /** snake_case, for example `rest_requests`. */
  readonly name: string
  readonly window: 'minute' | 'hour' | 'day' | 'total'
  readonly limit: number
  readonly used: number
}

/** A question about a past session that values chains or reads tapes: seconds of work and much memory. */
export interface HeavyQuestion {
  /** Name of the operation. */
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** `done` of `total` parts of the work. */
export type Progress = (done: number, total: number) => void

/** Runs work under its name, so that its time is seen with what it belongs to. */
export type Traced = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** Takes a parsed input with its schema. */
export type ResolveSymbols = (schema: ZodObject, input: ParsedInput) => ParsedInput | Promise<ParsedInput>

type ParsedInput = Readonly<Record<string, unknown>>
type HeavyAnswer = Readonly<Record<string, unknown>>

/** Heavy work in many parts, for a file. */
export interface HeavyWork {
  /** One part after the other. `here` answers in this thread. */
  part(question: HeavyQuestion, here: () => Promise<HeavyAnswer>): Promise<HeavyAnswer>
  /** Must be called when nothing more is needed; later calls do nothing. */
  end(): void
}

/** Answers heavy questions within the limits of their caller. */
export interface HeavyQuestions {
  /** Whether they are answered outside this thread; then the same object is the same answer. */
  readonly isElsewhere: boolean
  /**
   * `here` answers in this thread. Rejects with `rate_limited` beyond the limits of the caller, and with `unavailable`
   * when too many questions wait.
   */
  answer(
    question: HeavyQuestion,
    caller: Caller,
    here: () => Promise<HeavyAnswer>,
    progress?: Progress,
  ): Promise<HeavyAnswer>
  /** Counts as one question until its end, and its parts as computing. Throws as `answer` rejects. */
  begin(caller: Caller): HeavyWork
}

/**
 * What every operation may use. Each context adds its own parts, and `app` builds one object with all of them for each
 * call.
 */
export interface Context {
  readonly caller: Caller
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (size: number) => Uint8Array
  /** `{base_url}` of links. */
  readonly publicUrl: string
  /** Stores the secret of a sign-in session with the caller; null where the surface cannot. */
  readonly sessionCookie: SessionCookie | null
  /**
   * Runs work after the response, so that the response time does not reveal what was found. A failure is logged, and
   * the service waits for such work before it stops.
   */
  afterwards(work: () => Promise<void>): void
  /**
   * A parsed input with the symbols that its own certainly mean, at once where they are known; absent where inputs stay as
   * they are.
   */
  readonly resolveSymbols?: ResolveSymbols | undefined
  /** Reports how much of long work is done; absent where nobody listens. */
  readonly progress?: Progress | undefined
  /** Absent where operations are not traced. */
  readonly traced?: Traced | undefined
  /** Absent where questions have no limits. */
  readonly heavyQuestions?: HeavyQuestions | undefined
  /** The limits of an account that surfaces enforce, and their current usage. */
  limitsOf(accountId: string): Promise<readonly LimitUse[]>
}
