import { AppError, type FieldIssue } from '../../domain/errors.ts'
import type { Context } from '../../operations/context.ts'
import { admit, answer } from '../../operations/invoke.ts'
import type { Answer, Concise, Operation } from '../../operations/operation.ts'
import { withCleanTexts } from './foreign-text.ts'
import { type ShortForm, shortForm } from './short-form.ts'

/** Bytes of an answer to an ordinary question: never more than 2,000 tokens, since the worst seen has 1.7 bytes each. */
const USUAL_BYTES = 3_400
/** Bytes of any answer: 20,000 tokens, below where clients cut or refuse. */
const MOST_BYTES = 34_000

export const FORMATS = ['concise', 'detailed'] as const

type Form = (typeof FORMATS)[number]

export interface ToolAnswer {
  readonly body: Answer
  /** The same as JSON. */
  readonly text: string
}

/** Answers a tool call, within the bytes that a model can be expected to read. */
export async function toolAnswer(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<ToolAnswer> {
  const { concise } = operation
  if (!concise) return whole(operation, args, context)
  const { response_format: format, ...asked } = args
  const found: FieldIssue[] = []
  const form = formOf(format, found)
  const { input } = admit(operation, asked, context.caller, found)
  const focus = await concise.focus?.(input, context)
  const raw = { ...asked, ...focus?.input }
  const isWide =
    form === 'detailed' || ['limit', ...(concise.widenedBy ?? [])].some((name) => asked[name] !== undefined)
  const chosen = concise.table?.chosenBy === undefined ? undefined : asked[concise.table.chosenBy]
  return fitted(operation, raw, context, {
    concise,
    form,
    columns: Array.isArray(chosen) ? chosen : undefined,
    notes: focus ? [focus.note] : [],
    limited: asked['limit'] !== undefined,
    isWide,
  })
}

async function whole(operation: Operation, args: Answer, context: Context): Promise<ToolAnswer> {
  const body = await cleanAnswer(operation, args, context)
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > MOST_BYTES) throw tooLong()
  return { body, text }
}

async function cleanAnswer(operation: Operation, raw: Answer, context: Context): Promise<Answer> {
  const given = await answer(admit(operation, raw, context.caller), context)
  return operation.foreignTexts ? withCleanTexts(given, operation.foreignTexts) : given
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
 * Asks for fewer rows until the answer fits. An operation that pages is asked again with a smaller limit, so that its
 * cursor goes on after the last row that is shown.
 */
async function fitted(operation: Operation, raw: Answer, context: Context, fit: Fit): Promise<ToolAnswer> {
  const pages = 'limit' in operation.input.shape
  const budget = fit.isWide ? MOST_BYTES : USUAL_BYTES
  let most = firstMost(raw['limit'], pages, fit)
  let given = await cleanAnswer(operation, pages ? { ...raw, limit: most } : raw, context)
  for (;;) {
    const short = shortForm(given, fit.concise, { ...fit, most })
    const text = JSON.stringify(short.body)
    const bytes = Buffer.byteLength(text)
    if (bytes <= (short.rows > 1 ? budget : MOST_BYTES)) return { body: short.body, text }
    if (short.rows <= 1) throw tooLong()
    most = fewerRows(short, bytes, budget)
    if (pages) given = await cleanAnswer(operation, { ...raw, limit: most }, context)
  }
}

/** Rows to begin with. What does not page and is asked for in full width begins with all. */
function firstMost(limit: unknown, pages: boolean, { concise, isWide }: Fit): number {
  if (pages && typeof limit === 'number') return limit
  return isWide && !pages ? Number.MAX_SAFE_INTEGER : (concise.table?.most ?? 0)
}

/** How many rows would fit if all were as long as the mean, and fewer than there are now. */
function fewerRows({ rows, rowBytes }: ShortForm, bytes: number, budget: number): number {
  const room = budget - (bytes - rowBytes)
  return Math.max(1, Math.min(rows - 1, Math.floor((rows * room) / rowBytes)))
}

function formOf(format: unknown, found: FieldIssue[]): Form {
  if (format === undefined) return 'concise'
  const form = FORMATS.find((it) => it === format)
  if (form) return form
  found.push({ path: 'response_format', message: `must be one of ${FORMATS.join(', ')}` })
  return 'concise'
}

function tooLong(): AppError {
  return new AppError(
    'too_large',
    'The answer would be too long to read. Ask for less, or for response_format concise.',
  )
}
