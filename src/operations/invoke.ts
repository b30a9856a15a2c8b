import type { z } from 'zod'
import type { Standing } from '../domain/accounts/account.ts'
import { allows, type Capability, type Plan, planTitle, REQUIRED_PLAN } from '../domain/accounts/plan.ts'
import { AppError, type FieldIssue, invalid } from '../domain/errors.ts'
import type { Caller, Context } from './context.ts'
import type { Answer, Operation } from './operation.ts'

/** A call that was let in: who may ask was asked, and the input holds. */
export interface Admitted {
  readonly operation: Operation
  readonly input: Answer
}

/** The one door to every operation, for every surface: caller and plan → parse → run → parse. */
export async function invoke(operation: Operation, raw: unknown, context: Context): Promise<Answer> {
  return answer(admit(operation, raw, context.caller), context)
}

/** The first half of the door, apart from the second for surfaces that keep written answers. */
export function admit(operation: Operation, raw: unknown, caller: Caller): Admitted {
  authorise(operation, caller)
  const input = operation.input.safeParse(raw)
  if (!input.success) throw invalid(issuesOf(input.error))
  return { operation, input: input.data }
}

export async function answer({ operation, input }: Admitted, context: Context): Promise<Answer> {
  return operation.output.parse(await operation.run(input, context))
}

function authorise({ callers, capability }: Operation, caller: Caller): void {
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

function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].join('.'),
        message: 'is not a parameter of this operation',
      }))
    }
    return [{ path: issue.path.join('.'), message: issue.message }]
  })
}
