import type { z } from 'zod'
import type { Reply } from '../../http/fault-sink.ts'
import { jsonReply } from '../model.ts'

/** The codes of the vendor with their status and text. Source: README.md, "Errors". */
const ERRORS = {
  0: [401, '401: Unauthorized'],
  10008: [404, 'Unknown Message'],
  10015: [404, 'Unknown Webhook'],
  30032: [400, 'Maximum number of application commands reached'],
  40005: [413, 'Request entity too large'],
  40094: [400, 'This interaction has hit the maximum number of follow up messages'],
  50001: [403, 'Missing Access'],
  50006: [400, 'Cannot send an empty message'],
  50027: [401, 'Invalid Webhook Token'],
  50035: [400, 'Invalid Form Body'],
  50041: [400, 'Invalid API version provided'],
  50109: [400, 'The request body contains invalid JSON.'],
} as const

interface FieldError {
  readonly code: string
  readonly message: string
}
interface ErrorTree {
  [key: string]: ErrorTree | FieldError[]
}

export class DiscordError extends Error {
  readonly code: keyof typeof ERRORS
  readonly errors: ErrorTree | undefined

  constructor(code: keyof typeof ERRORS, errors?: ErrorTree) {
    super(errors ? `${ERRORS[code][1]}: ${JSON.stringify(errors)}` : ERRORS[code][1])
    this.code = code
    this.errors = errors
  }

  reply(): Reply {
    const [status, message] = ERRORS[this.code]
    return jsonReply(status, { message, code: this.code, ...(this.errors ? { errors: this.errors } : {}) })
  }
}

/** A feature that the vendor has and this fake has not: a loud answer, so that nobody takes it for the vendor's. */
export class NotWritten extends Error {
  reply(): Reply {
    return { status: 501, body: `Fake: ${this.message} is not written` }
  }
}

/** "Invalid Form Body" with the faults below their keys, as the vendor shows them. */
export function invalidForm(error: z.ZodError): DiscordError {
  const root: ErrorTree = {}
  for (const issue of error.issues) {
    let node = root
    for (const key of issue.path.map(String)) {
      node[key] ??= {}
      node = node[key] as ErrorTree
    }
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    const fault = { code: isMissing ? 'BASE_TYPE_REQUIRED' : issue.code.toUpperCase(), message: issue.message }
    node['_errors'] = [...((node['_errors'] as FieldError[] | undefined) ?? []), fault]
  }
  return new DiscordError(50035, root)
}

export function invalidField(path: string, message: string): DiscordError {
  return new DiscordError(50035, { [path]: { _errors: [{ code: 'INVALID', message }] } })
}
