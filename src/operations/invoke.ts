import type { z } from 'zod'
import type { Standing } from '../domain/accounts/account.ts'
import { allows, type Capability, type Plan, planTitle, REQUIRED_PLAN } from '../domain/accounts/plan.ts'
import { AppError, type FieldIssue, invalid } from '../domain/errors.ts'
import type { Caller, Context } from './context.ts'
import { issuesOf, parseInput } from './issues.ts'
import type { Answer, Operation } from './operation.ts'

/** A request may hold many bad fields; its answer stays small. */
const MOST_ISSUES = 50

/** A call that was let in: who may ask was asked, and the input holds. */
export interface Admitted {
  readonly operation: Operation
  readonly input: Answer
}

/** The one door to every operation, for every surface: caller and plan → parse → run → parse. */
export async function invoke(operation: Operation, raw: unknown, context: Context): Promise<Answer> {
  return answer(admit(operation, raw, context.caller), context)
}

/**
 * The first half of the door, apart from the second for surfaces that keep written answers. `found` are bad fields that
 * the surface saw itself, so that all are named at once.
 */
export function admit(operation: Operation, raw: unknown, caller: Caller, found: readonly FieldIssue[] = []): Admitted {
  authorise(operation, caller)
  const input = parseInput(strictInput(operation), raw)
  if (!input.success) throw invalid([...found, ...issuesOf(input.error)].slice(0, MOST_ISSUES))
  if (found.length > 0) throw invalid(found.slice(0, MOST_ISSUES))
  return { operation, input: input.data }
}

export async function answer({ operation, input }: Admitted, context: Context): Promise<Answer> {
  return operation.output.parse(await operation.run(input, context))
}

/** Who may call at all, and whose plan holds the capability. Surfaces ask early to spare work; `admit` asks always. */
export function authorise({ callers, capability }: Operation, caller: Caller): void {
  if (caller.kind === 'command_line' && callers.includes('command_line')) return
  if (caller.kind === 'anonymous' && !callers.includes('anonymous')) {
    throw credentialsNeeded()
  }
  if (!callers.includes(caller.kind)) {
    throw new AppError('forbidden', 'This is not open to API keys: sign in on the web to use it.')
  }
  if (!caller.account) return
  // Someone suspended who signs in on the web may still read, leave and delete the account.
  if (caller.kind === 'api_key' || capability !== 'account') requireStanding(caller.account.standing)
  requirePlan(caller.account.plan, capability)
}

/** One answer for no, unknown, wrong, expired and deleted credentials, so that none can be told from another. */
export function credentialsNeeded(): AppError {
  return new AppError('unauthenticated', 'Sign in, or send a valid X-USER-EMAIL and X-USER-TOKEN.')
}

/** Surfaces that answer more than operations (MCP, the bell feed) ask this together with the plan. */
export function requireStanding(standing: Standing): void {
  if (standing === 'good') return
  throw new AppError('forbidden', 'The standing of this account is suspended. Contact the operator of this service.')
}

/** Surfaces that are gated themselves (REST by key, MCP) ask for `rest_api` or `mcp` here before they mount a call. */
export function requirePlan(plan: Plan, capability: Capability): void {
  if (allows(plan, capability)) return
  const requiredPlan = REQUIRED_PLAN[capability]
  throw new AppError('forbidden', `This needs ${planTitle(requiredPlan)}.`, { requiredPlan })
}

const strictInputs = new WeakMap<Operation, z.ZodObject>()

/** The input with unknown keys refused: a misspelt filter must not answer as if it had not been there. */
export function strictInput(operation: Operation): z.ZodObject {
  const known = strictInputs.get(operation)
  if (known) return known
  const strict = operation.input.strict()
  strictInputs.set(operation, strict)
  return strict
}
