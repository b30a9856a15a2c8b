import { AppError } from '../../domain/errors.ts'
import { type KeyedDigest, keyedDigest } from '../../lib/node/keyed-digest.ts'
import { type PasswordCost, type Passwords, passwords } from '../../lib/node/passwords.ts'
import { turnsByKey } from '../../lib/turns.ts'

/** Key derivations that run at once: half of Node's thread pool, 19 MiB each. */
const PARALLEL_DERIVATIONS = 2
const WAITING_DERIVATIONS = 200
const WAITING_TRIES = 1_000

/** What signing in needs besides the store. One for the process. */
export interface Identity {
  readonly passwords: Passwords
  /** Digests under SESSION_SECRET: what they protect cannot be replayed from a stolen copy of the store. */
  readonly digest: KeyedDigest
  /** One try at a password after the other for each address: many right ones at once do not count as guesses. */
  inTurn<T>(address: string, work: () => Promise<T>): Promise<T>
}

export interface IdentityOptions {
  readonly sessionSecret: string
  readonly randomBytes: (size: number) => Uint8Array
  /** Another cost of passwords than the best that this Node can do. */
  readonly passwordCost?: PasswordCost
}

export function identity({ sessionSecret, randomBytes, passwordCost }: IdentityOptions): Identity {
  return {
    passwords: passwords({
      randomBytes,
      parallel: PARALLEL_DERIVATIONS,
      waiting: WAITING_DERIVATIONS,
      refuse: () =>
        new AppError('unavailable', 'Too many people sign in at this moment. Try again.', { retryAfterS: 1 }),
      ...(passwordCost && { cost: passwordCost }),
    }),
    digest: keyedDigest(sessionSecret),
    inTurn: turnsByKey({
      parallel: 1,
      waiting: WAITING_TRIES,
      refuse: () =>
        new AppError('rate_limited', 'Too many tries at once from this address. Try again.', { retryAfterS: 1 }),
    }),
  }
}
