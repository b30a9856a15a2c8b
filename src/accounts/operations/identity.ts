import { concurrencyLimitByKey } from '../../lib/async/concurrency-limit.ts'
import { AppError } from '../../lib/errors.ts'
import { type KeyedDigest, keyedDigest } from '../../lib/node/keyed-digest.ts'
import { type PasswordCost, type Passwords, passwords } from '../../lib/node/passwords.ts'
import { type SealedBox, sealedBox } from '../../lib/node/sealed-box.ts'

/** Key derivations that run at once: half of Node's thread pool, 19 MiB each. */
const PARALLEL_DERIVATIONS = 2
const MAX_WAITING_DERIVATIONS = 200
const MAX_WAITING_ATTEMPTS = 1_000

/** Password hashing and digests for sign-in. One object per process. */
export interface Identity {
  readonly passwords: Passwords
  /** Digests under SESSION_SECRET, which cannot be replayed from a stolen copy of the store. */
  readonly digest: KeyedDigest
  /** Encrypts the secrets of authenticator apps, which must be readable to check a code. */
  readonly factorBox: SealedBox
  /**
   * Runs the password attempts of one address one after another, so that simultaneous correct ones are not counted as
   * failures.
   */
  serialized<T>(address: string, work: () => Promise<T>): Promise<T>
}

export interface IdentityOptions {
  readonly sessionSecret: string
  readonly randomBytes: (size: number) => Uint8Array
  /** Password cost; by default the best that this Node supports. */
  readonly passwordCost?: PasswordCost
}

export function identity({ sessionSecret, randomBytes, passwordCost }: IdentityOptions): Identity {
  return {
    passwords: passwords({
      randomBytes,
      parallel: PARALLEL_DERIVATIONS,
      maxWaiting: MAX_WAITING_DERIVATIONS,
      refuse: () => new AppError('unavailable', 'Too many sign-ins at the moment. Try again.', { retryAfterS: 1 }),
      ...(passwordCost && { cost: passwordCost }),
    }),
    digest: keyedDigest(sessionSecret),
    factorBox: sealedBox(sessionSecret, 'factors', randomBytes),
    serialized: concurrencyLimitByKey(1, {
      maxWaiting: MAX_WAITING_ATTEMPTS,
      refuse: () =>
        new AppError('rate_limited', 'Too many simultaneous attempts from this address. Try again.', {
          retryAfterS: 1,
        }),
    }),
  }
}
