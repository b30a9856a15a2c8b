import type { z } from 'zod'
import type { AccountStatus } from '../accounts/contract/account.ts'
import type { KeyScope } from '../accounts/domain/key-scope.ts'
import { allows, type Capability, type Plan, planTitle, REQUIRED_PLAN } from '../accounts/domain/plan.ts'
import { AppError, type FieldIssue, invalid } from '../lib/errors.ts'
import { roundToSixDigits } from '../lib/math/six-digits.ts'
import type { Caller, CallerAccount, Context } from './context.ts'
import { issuesOf, nulIssues, parseInput } from './issues.ts'
import { laterThan } from './later-than.ts'
import type { Answer, Operation } from './operation.ts'

/** A request may contain many invalid fields; the response stays small. */
const MAX_ISSUES = 50

/** A call whose caller is authorized and whose input is valid. */
export interface Admitted {
  readonly operation: Operation
  readonly input: Answer
}

/** The only way to run an operation: caller and plan → parse → symbols → run → parse. */
export async function invoke<Uses extends Context>(
  operation: Operation<z.ZodObject, z.ZodType<Answer>, Uses>,
  raw: unknown,
  context: Uses,
): Promise<Answer> {
  return answerAdmitted(await resolved(admit(operation, raw, context.caller), context), context)
}

/**
 * The first half of `invoke`. REST calls it alone, because it caches written responses by the parsed input; MCP calls
 * it first, because a short form depends on the parsed input. `found` are invalid fields that the surface has found
 * itself, so that all are reported together.
 */
export function admit(operation: Operation, raw: unknown, caller: Caller, found: readonly FieldIssue[] = []): Admitted {
  authorise(operation, caller)
  const input = parseInput(operation.strictInput, raw)
  if (!input.success) {
    const issues = issuesOf(input.error, Object.keys(operation.strictInput.shape))
    throw invalid([...found, ...issues].slice(0, MAX_ISSUES))
  }
  const later = caller.pinned ? laterThan(caller.pinned, operation, input.data) : []
  const issues = [...found, ...nulIssues(input.data), ...later]
  if (issues.length > 0) throw invalid(issues.slice(0, MAX_ISSUES))
  return { operation, input: input.data }
}

/** The call with the symbols that its own certainly mean. A promise only where they are looked up. */
export function resolved(admitted: Admitted, { resolveSymbols }: Context): Admitted | Promise<Admitted> {
  const input = resolveSymbols?.(admitted.operation.input, admitted.input) ?? admitted.input
  if (input instanceof Promise) return input.then((it) => ({ ...admitted, input: it }))
  return input === admitted.input ? admitted : { ...admitted, input }
}

/** The second half of `invoke`, for a response that is not cached. */
export async function answerAdmitted(admitted: Admitted, context: Context): Promise<Answer> {
  const { traced } = context
  return traced ? traced(admitted.operation.name, () => limited(admitted, context)) : limited(admitted, context)
}

async function limited({ operation, input }: Admitted, context: Context): Promise<Answer> {
  const here = () => answerHere({ operation, input }, context)
  if (!isHeavy(operation, input) || !context.heavyQuestions) return here()
  const { heavyQuestions, caller, progress } = context
  return heavyQuestions.answer({ name: operation.name, input }, caller, here, progress)
}

/** Numbers of analytics have no digits beyond their accuracy; amounts of other answers are kept as they are. */
async function answerHere({ operation, input }: Admitted, context: Context): Promise<Answer> {
  const answer = operation.output.parse(await operation.run(input, context))
  if (operation.capability === 'analytics') roundToSixDigits(answer)
  return answer
}

/**
 * The data behind an answer, as `dataVersion` of the operation; undefined if it has none. Not `async`: another promise
 * around that of the operation is a part of a small answer.
 */
export function dataVersionOf(admitted: Admitted, context: Context): Promise<readonly object[]> | undefined {
  const { operation, input } = admitted
  // Reading the version here would load here what is answered elsewhere.
  if (operation.dataVersion && isHeavy(operation, input) && context.heavyQuestions?.isElsewhere) {
    return answerAdmitted(admitted, context).then((answer) => [answer])
  }
  return operation.dataVersion?.(input, context)
}

function isHeavy({ isHeavyInPast }: Operation, { date }: Answer): boolean {
  return isHeavyInPast === true && typeof date === 'string'
}

/** Checks the caller and the plan. REST checks before it reads a body; `admit` always checks. */
export function authorise(operation: Operation, caller: Caller): void {
  const { capability, callers } = operation
  if (caller.kind === 'command_line' && callers.includes('command_line')) return
  requireCaller(operation, caller)
  if (!caller.account) return
  const isOwn = capability === 'account' && operation.operatorOnly !== true
  // The owner of a suspended account who signs in on the web may still read and delete the account.
  if (caller.kind !== 'session' || !isOwn) requireGoodStatus(caller.account.status)
  if (operation.operatorOnly) requireOperator(caller.account)
  else requirePlan(caller.account.plan, capability)
  if (caller.scopes) requireScope(caller, scopeOf(operation))
  if (caller.pinned) requireAnalytics(capability)
  if (caller.mustConfirmEmail === true && !isOwn) {
    throw new AppError(
      'forbidden',
      'Confirm your e-mail address first: open the link of the mail, or sign up again for a new one.',
    )
  }
}

function requireAnalytics(capability: Capability): void {
  if (capability === 'analytics') return
  throw new AppError('forbidden', 'A replay credential reads the market as it was at its instant, and nothing else.')
}

function requireCaller({ callers, surfaces }: Operation, { kind }: Caller): void {
  // A connected app may use what keys may use, over MCP alone.
  if (kind === 'connected_app' && callers.includes('api_key') && surfaces.includes('mcp')) return
  if (callers.includes(kind)) return
  if (kind === 'anonymous' || kind === 'connected_app') throw invalidCredentials()
  throw new AppError('forbidden', 'API keys cannot do this: sign in on the web.')
}

function requireOperator({ isOperator }: CallerAccount): void {
  if (isOperator !== true) throw new AppError('forbidden', 'Only an operator of this service may do this.')
}

/** One error for missing, unknown, wrong, expired and deleted credentials, so that callers cannot distinguish them. */
export function invalidCredentials(): AppError {
  return new AppError(
    'unauthenticated',
    'Missing or invalid credentials. Sign in, or send a valid X-USER-EMAIL and X-USER-TOKEN.',
  )
}

/** Also used, with `requirePlan`, by surfaces that answer more than operations (MCP, the bell feed). */
export function requireGoodStatus(status: AccountStatus): void {
  if (status === 'good') return
  throw new AppError('forbidden', 'This account is suspended. Contact the operator of this service.')
}

/** Surfaces that need a plan themselves (REST by key, MCP) check `rest_api` or `mcp` here first. */
export function requirePlan(plan: Plan, capability: Capability): void {
  if (allows(plan, capability)) return
  const requiredPlan = REQUIRED_PLAN[capability]
  throw new AppError('forbidden', `This needs ${planTitle(requiredPlan)}.`, { requiredPlan })
}

/** For surfaces that answer more than operations, and for operations by a key with less power. */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, scope: KeyScope | null): void {
  if (!scopes || scope === null || scopes.includes(scope)) return
  throw new AppError(
    'forbidden',
    `This key lacks the scope ${scope}; it has ${scopes.join(', ')}. Create a key with it, or one without scopes.`,
  )
}

/** The scope that a key with less power needs for an operation; null for what every key may read: its own account. */
export function scopeOf({ capability, scope, route }: Operation): KeyScope | null {
  if (scope) return scope
  if (capability === 'account') return null
  if (route?.method !== 'GET') return 'write:notifications'
  return capability === 'analytics' || capability === 'trade_ideas' ? 'read:analytics' : 'read:notifications'
}
