import {
  counted,
  forgiven,
  forgottenAtMs,
  GUESS_POLICIES,
  type GuessKind,
  type GuessPolicy,
  tryWaitMs,
} from '../../domain/accounts/guess-limits.ts'
import { AppError } from '../../domain/errors.ts'
import { addressGroup } from '../../lib/address-group.ts'
import type { KeyedDigest } from '../../lib/node/keyed-digest.ts'
import type { Groups } from '../../store/groups.ts'
import type { GuessStates } from '../../store/guesses.ts'
import type { Store } from '../../store/open.ts'

export interface TryParts {
  readonly store: Store
  readonly identity: { readonly digest: KeyedDigest }
  readonly now: () => Date
}

export interface Try {
  readonly kind: GuessKind
  readonly address: string | null
  /** The e-mail that is tried, whether or not it has an account; null where the kind is limited by address alone. */
  readonly email: string | null
}

/** For whom a try was counted. */
export interface CountedTry {
  readonly kind: GuessKind
  readonly address: string
  readonly account: string | null
}

/**
 * Counts a try before it is made, so that tries in parallel, a crash and another process cannot make more of them.
 * Refuses with the exact wait when it comes too early; that costs no write.
 */
export async function countTry({ store, identity, now }: TryParts, { kind, address, email }: Try): Promise<CountedTry> {
  const policy = GUESS_POLICIES[kind]
  const subject: CountedTry = {
    kind,
    address: identity.digest('guess', `${kind} address ${addressGroup(address ?? '')}`),
    account: email === null ? null : identity.digest('guess', `${kind} account ${email}`),
  }
  const subjects = subjectsOf(subject)
  refuseEarly(await store.guesses.read(subjects), subject, policy, now())
  await store.transaction(async ({ guesses }) => {
    const at = now()
    const states = await guesses.hold(subjects, at)
    refuseEarly(states, subject, policy, at)
    for (const each of subjects) {
      const state = counted(states.get(each), policy, at.getTime())
      await guesses.write(each, state, forgottenAtMs(state, policy))
    }
    await guesses.removeFaded(at)
  })
  return subject
}

/**
 * Takes a counted try back, inside the transaction of what it led to. The account starts afresh; the address keeps what
 * it failed before, else an account of one's own would buy unlimited guesses at others.
 */
export async function forgiveTry(
  { guesses }: Groups,
  { kind, address, account }: CountedTry,
  now: Date,
): Promise<void> {
  const state = (await guesses.hold([address], now)).get(address)
  if (state) {
    const rest = forgiven(state)
    await guesses.write(address, rest, forgottenAtMs(rest, GUESS_POLICIES[kind]))
  }
  if (account) await guesses.remove(account)
}

function subjectsOf({ address, account }: CountedTry): string[] {
  return account === null ? [address] : [address, account]
}

function refuseEarly(states: GuessStates, { address, account }: CountedTry, policy: GuessPolicy, now: Date): void {
  const waitMs = tryWaitMs(
    states.get(address),
    account === null ? undefined : states.get(account),
    policy,
    now.getTime(),
  )
  if (waitMs === 0) return
  const retryAfterS = Math.ceil(waitMs / 1_000)
  throw new AppError('rate_limited', `Too many tries. Try again in ${retryAfterS} seconds.`, { retryAfterS })
}
