import { AppError } from '../../lib/errors.ts'
import type { KeyedDigest } from '../../lib/node/keyed-digest.ts'
import { addressGroup } from '../../lib/text/address-group.ts'
import {
  ATTEMPT_POLICIES,
  type AttemptKind,
  attemptDelayMs,
  counted,
  decayedAtMs,
  forgiven,
  STRANGER_POLICY,
} from '../domain/attempt-policy.ts'
import type { AttemptStates } from '../store/auth-attempts.ts'
import type { AccountRepositories, AccountStore } from '../store/index.ts'
import type { KnownCaller } from './known-caller.ts'

export interface AttemptParts {
  readonly store: AccountStore
  readonly identity: { readonly digest: KeyedDigest }
  readonly now: () => Date
}

export interface Attempt {
  readonly kind: AttemptKind
  readonly address: string | null
  /**
   * The e-mail address of the attempt, whether or not it has an account; null if the kind is limited by address alone.
   */
  readonly email: string | null
  /** For passwords: how the caller is known to the account. A known browser is counted instead of its address. */
  readonly known?: KnownCaller
}

/** The counters of a counted attempt. */
export interface CountedAttempt {
  readonly kind: AttemptKind
  readonly address: string
  readonly account: string | null
  /** Failures of strangers at the account; null if the caller is known, or the kind has no such ceiling. */
  readonly strangers: string | null
  readonly isKnown: boolean
}

/**
 * Counts an attempt before it is made, so that parallel attempts, a crash or another process cannot exceed the limit.
 * Refuses an early attempt with the exact wait, without a write.
 */
export async function recordAttempt(
  { store, identity, now }: AttemptParts,
  { kind, address, email, known }: Attempt,
): Promise<CountedAttempt> {
  const policy = ATTEMPT_POLICIES[kind]
  const subject: CountedAttempt = {
    kind,
    address: identity.digest(
      'guess',
      known?.device ? `${kind} device ${known.device}` : `${kind} address ${addressGroup(address ?? '')}`,
    ),
    account: email === null ? null : identity.digest('guess', `${kind} account ${email}`),
    strangers: known?.isKnown === false ? identity.digest('guess', `${kind} strangers ${email}`) : null,
    isKnown: known?.isKnown === true,
  }
  const subjects = subjectsOf(subject)
  refuseIfTooEarly(await store.authAttempts.read(subjects), subject, now())
  await store.transaction(async ({ authAttempts }) => {
    const at = now()
    const states = await authAttempts.lock(subjects, at)
    refuseIfTooEarly(states, subject, at)
    for (const key of subjects) {
      const each = key === subject.strangers ? STRANGER_POLICY : policy
      const state = counted(states.get(key), each, at.getTime())
      await authAttempts.write(key, state, decayedAtMs(state, each))
    }
  }, 'hot')
  return subject
}

/**
 * Removes a counted attempt that succeeded, in the transaction of its effect. The account starts again without
 * failures; the address keeps its earlier failures, otherwise a correct sign-in to one's own account would allow
 * unlimited guesses at others, and so does the ceiling of strangers.
 */
export async function forgiveAttempt(
  { authAttempts }: AccountRepositories,
  { kind, address, account, strangers }: CountedAttempt,
  now: Date,
): Promise<void> {
  const subjects = strangers === null ? [address] : [address, strangers]
  for (const [subject, state] of await authAttempts.lock(subjects, now)) {
    const rest = forgiven(state)
    const policy = subject === strangers ? STRANGER_POLICY : ATTEMPT_POLICIES[kind]
    await authAttempts.write(subject, rest, decayedAtMs(rest, policy))
  }
  if (account) await authAttempts.remove(account)
}

function subjectsOf({ address, account, strangers }: CountedAttempt): string[] {
  return [address, account, strangers].filter((subject) => subject !== null)
}

function refuseIfTooEarly(states: AttemptStates, attempt: CountedAttempt, now: Date): void {
  const { kind, address, account, strangers, isKnown } = attempt
  const ofAccount = account === null || isKnown ? undefined : states.get(account)
  const ownMs = attemptDelayMs(states.get(address), ofAccount, ATTEMPT_POLICIES[kind], now.getTime())
  const ofStrangers = strangers === null ? undefined : states.get(strangers)
  const strangersMs = attemptDelayMs(ofStrangers, undefined, STRANGER_POLICY, now.getTime())
  const retryAfterS = Math.ceil(Math.max(ownMs, strangersMs) / 1_000)
  if (retryAfterS === 0) return
  const message = strangersMs > ownMs ? CEILING_REACHED : 'Too many attempts.'
  throw new AppError('rate_limited', `${message} Try again in ${retryAfterS} seconds.`, { retryAfterS })
}

const CEILING_REACHED =
  'Too many wrong passwords were tried for this address. Sign in from a browser or network that you have used before, or request a new password: the link in the mail lets this browser in at once.'
