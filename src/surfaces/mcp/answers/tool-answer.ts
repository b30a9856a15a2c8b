import type { Context } from '../../../catalogue/context.ts'
import { admit, invoke, resolved } from '../../../catalogue/invoke.ts'
import type { Answer, Concise, Operation } from '../../../catalogue/operation.ts'
import { AppError, type FieldIssue, invalid } from '../../../lib/errors.ts'
import { withCleanTexts } from './foreign-text.ts'
import { type ShortForm, shortForm } from './short-form.ts'

/** Maximum bytes of a default answer: 2,000 tokens at maxRows, since the worst case seen has 1.7 bytes per token. */
const DEFAULT_BYTES = 3_400
/** Maximum bytes of any answer: 20,000 tokens, below the limits of clients. */
const MAX_BYTES = 34_000

export const FORMATS = ['concise', 'detailed'] as const

type Form = (typeof FORMATS)[number]

export interface ToolAnswer {
  readonly body: Answer
  /** The same as JSON. */
  readonly text: string
}

/** Answers a tool call within the size that a model can be expected to read. */
export async function toolAnswer(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<ToolAnswer> {
  refuseWithheld(operation, args)
  const { concise } = operation
  if (!concise) return whole(operation, args, context)
  const { response_format: format, ...request } = args
  const found: FieldIssue[] = []
  const form = formOf(format, found)
  const { input } = await resolved(admit(operation, request, context.caller, found), context)
  const focus = await concise.focus?.(input, context, form)
  const raw = { ...request, ...focus?.input }
  const isWide =
    form === 'detailed' || ['limit', ...(concise.widenedBy ?? [])].some((name) => request[name] !== undefined)
  const { chosenBy, identity } = concise.table ?? {}
  const chosen = chosenBy === undefined ? undefined : raw[chosenBy]
  return fitted(operation, raw, context, {
    concise,
    form,
    columns: Array.isArray(chosen) ? [...(identity === undefined ? [] : [identity]), ...chosen] : undefined,
    notes: focus ? [focus.note] : [],
    limited: request['limit'] !== undefined,
    isWide,
  })
}

async function whole(operation: Operation, args: Answer, context: Context): Promise<ToolAnswer> {
  const body = await cleanAnswer(operation, args, context)
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLong()
  return { body, text }
}

async function cleanAnswer(operation: Operation, raw: Answer, context: Context): Promise<Answer> {
  const answer = await invoke(operation, raw, context)
  return operation.foreignTexts ? withCleanTexts(answer, operation.foreignTexts) : answer
}

interface Fit {
  readonly concise: Concise
  readonly form: Form
  readonly columns: readonly string[] | undefined
  readonly notes: readonly string[]
  readonly limited: boolean
  readonly isWide: boolean
}

/**
 * Reduces the number of rows until the answer fits. A paged operation is called again with a smaller limit, so that its
 * cursor continues after the last row.
 */
async function fitted(operation: Operation, raw: Answer, context: Context, fit: Fit): Promise<ToolAnswer> {
  const pages = 'limit' in operation.input.shape
  const budget = fit.isWide ? MAX_BYTES : DEFAULT_BYTES
  let maxRows = initialMaxRows(raw['limit'], pages, fit)
  let answer = await cleanAnswer(operation, pages ? { ...raw, limit: maxRows } : raw, context)
  for (;;) {
    const short = shortForm(answer, fit.concise, { ...fit, maxRows })
    const text = JSON.stringify(short.body)
    const bytes = Buffer.byteLength(text)
    if (bytes <= (short.rows > 1 ? budget : MAX_BYTES)) return { body: short.body, text }
    if (short.rows <= 1) throw tooLong()
    maxRows = fewerRows(short, bytes, budget)
    if (pages) answer = await cleanAnswer(operation, { ...raw, limit: maxRows }, context)
  }
}

/** Rows of the first try. A wide request for an operation without pages starts with all rows. */
function initialMaxRows(limit: unknown, pages: boolean, { concise, isWide }: Fit): number {
  if (pages && typeof limit === 'number') return limit
  return isWide && !pages ? Number.MAX_SAFE_INTEGER : (concise.table?.maxRows ?? 0)
}

/** The number of rows that would fit if all had the mean length, and fewer than now. */
function fewerRows({ rows, rowBytes }: ShortForm, bytes: number, budget: number): number {
  const room = budget - (bytes - rowBytes)
  return Math.max(1, Math.min(rows - 1, Math.floor((rows * room) / rowBytes)))
}

function refuseWithheld({ tool }: Operation, args: Answer): void {
  const given = (tool?.withheld ?? []).filter((name) => name in args)
  if (given.length > 0) throw invalid(given.map((path) => ({ path, message: 'is not a parameter here' })))
}

function formOf(format: unknown, found: FieldIssue[]): Form {
  if (format === undefined) return 'concise'
  const form = FORMATS.find((it) => it === format)
  if (form) return form
  found.push({ path: 'response_format', message: `must be one of ${FORMATS.join(', ')}` })
  return 'concise'
}

function tooLong(): AppError {
  return new AppError('too_large', 'The answer would be too long. Request less, or response_format concise.')
}
