import type { Caller } from '../../../catalogue/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { OperatorProof } from '../../contract/operator-proof.ts'
import type { Account } from '../../domain/account.ts'
import type { OperatorAction } from '../../domain/operator-action.ts'
import type { EventRecorder } from '../../ports/account-events.ts'
import type { AccountRepositories } from '../../store/index.ts'
import type { AccountContext } from '../context.ts'
import { checkCode } from '../factors/factor-store.ts'
import { ownAccount } from '../own-account.ts'
import { forgiveAttempt, recordAttempt } from '../record-attempt.ts'
import { passwordRefused, withPassword } from '../with-password.ts'

/** Who may run the operator's operations: the command line, and browsers in which an operator is signed in. */
export const OPERATOR_CALLERS = ['session', 'command_line'] as const

type Act<T> = (repositories: AccountRepositories, events: EventRecorder) => Promise<T>

/** What the log keeps of an action besides who, when and from where. */
export interface ActionFacts {
  /** Name of the operation. */
  readonly action: string
  /** E-mail address of the account that it is done to. */
  readonly subject?: string
  readonly details?: OperatorAction['details']
}

/**
 * Runs an action of an operator, in one transaction with its entry in the log. In a browser it needs a new proof: a code
 * where the operator has an authenticator app, else the password. `isSafe` leaves the proof out.
 */
export async function asOperator<T>(
  context: AccountContext,
  { proof, isSafe = false, ...facts }: ActionFacts & { readonly proof: OperatorProof; readonly isSafe?: boolean },
  act: Act<T>,
): Promise<T> {
  const logged: Act<T> = async (repositories, events) => {
    const actor = await actorIn(repositories, context.caller)
    // Before an account is deleted, or after it was created.
    const before = await refOfSubject(context, repositories, facts.subject)
    const result = await act(repositories, events)
    const subjectRef = before ?? (await refOfSubject(context, repositories, facts.subject))
    const actorRef = actor && (await refIn(context, repositories, actor))
    await repositories.operatorActions.add(entryOf(context, { actorRef, subjectRef }, facts))
    return result
  }
  if (isSafe || context.caller.kind === 'command_line') return context.accountEvents.transaction(logged)
  const account = await ownAccount(context)
  const totp = await context.store.totpFactors.of(account.id)
  return totp?.confirmedAt ? byCode(context, account, proof, logged) : byPassword(context, account, proof, logged)
}

/** How an operator proves an action. */
export async function proofOf(context: Pick<AccountContext, 'caller' | 'store'>): Promise<'code' | 'password'> {
  const { id } = await ownAccount(context)
  return (await context.store.totpFactors.of(id))?.confirmedAt ? 'code' : 'password'
}

/**
 * Refuses what would leave the service without an operator. The command line may do it, because it can make another
 * account an operator at any time.
 */
export async function keepAnOperator(
  { accounts }: Pick<AccountRepositories, 'accounts'>,
  { kind }: Pick<Caller, 'kind'>,
  account: Account,
): Promise<void> {
  if (kind === 'command_line' || !account.isOperator || account.status !== 'good') return
  if ((await accounts.count({ isOperator: true, status: 'good' })) > 1) return
  throw new AppError('conflict', 'This is the last operator of the service. Make another account an operator first.')
}

/** The operator as it is stored now: the role may have ended since the request was admitted. Null on the command line. */
async function actorIn({ accounts }: AccountRepositories, { kind, account }: Caller): Promise<Account | null> {
  if (kind === 'command_line') return null
  const current = account ? (await accounts.byId(account.id))?.account : undefined
  if (current?.isOperator && current.status === 'good') return current
  throw new AppError('forbidden', 'Only an operator of this service may do this.')
}

async function refOfSubject(
  context: AccountContext,
  repositories: AccountRepositories,
  email: string | undefined,
): Promise<string | null> {
  const subject = email === undefined ? undefined : await repositories.accounts.byEmail(email)
  return subject ? refIn(context, repositories, subject.account) : null
}

function refIn(
  { newId }: AccountContext,
  { operatorActions }: AccountRepositories,
  { id }: Pick<Account, 'id'>,
): Promise<string> {
  return operatorActions.refOf(id, newId())
}

function entryOf(
  { newId, now, caller: { address } }: AccountContext,
  refs: Pick<OperatorAction, 'actorRef' | 'subjectRef'>,
  { action, details = {} }: Pick<ActionFacts, 'action' | 'details'>,
): OperatorAction {
  return { id: newId(), at: now().toISOString(), address, action, details, ...refs }
}

async function byPassword<T>(
  context: AccountContext,
  { email }: Account,
  { password }: OperatorProof,
  act: Act<T>,
): Promise<T> {
  if (password === undefined) throw new AppError('forbidden', 'Send your password: this action needs it each time.')
  const done = await withPassword(context, { email, password }, async (repositories, _account, events) => {
    return { result: await act(repositories, events) }
  })
  if (!done) throw passwordRefused()
  return done.result
}

async function byCode<T>(context: AccountContext, { id }: Account, { code }: OperatorProof, act: Act<T>): Promise<T> {
  if (code === undefined) {
    throw new AppError('forbidden', 'Send a new code of your authenticator app: this action needs one each time.')
  }
  const { store, accountEvents, now, newId } = context
  const attempt = await recordAttempt(context, { kind: 'second_factor', address: id, email: null })
  const checked = await checkCode(context, await store.totpFactors.of(id), code)
  const done = await accountEvents.transaction(async (repositories, events) => {
    const method = await checked.use(repositories, id)
    if (!method) return undefined
    await forgiveAttempt(repositories, attempt, now())
    if (method === 'recovery_code')
      await events.notify(id, { kind: 'factor_changed', id: newId(), change: 'recovery_code_used' })
    return { result: await act(repositories, events) }
  })
  if (!done) throw new AppError('forbidden', 'The code is wrong, or it was used before.')
  return done.result
}
