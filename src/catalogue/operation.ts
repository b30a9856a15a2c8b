import type { z } from 'zod'
import type { KeyScope } from '../accounts/domain/key-scope.ts'
import type { Capability } from '../accounts/domain/plan.ts'
import type { CallerKind, Context } from './context.ts'

/**
 * One thing that the service can do, defined once. The steps of a call:
 * 1. a surface turns a request into a raw input object and a `Caller`;
 * 2. `invoke` checks the caller, and the plan for its `capability`;
 * 3. the input is parsed, and all invalid fields are reported together; symbols are those that it certainly means;
 * 4. `run` computes the answer from the context;
 * 5. the answer is parsed, which removes fields that the schema does not list;
 * 6. the surface writes it as JSON, CSV, columns or text.
 * REST routes, the OpenAPI document, the command line and the tests are derived from the list of operations.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType<Answer> = z.ZodType<Answer>,
  Uses extends Context = Context,
> {
  /** snake_case, the file's name in kebab-case. */
  readonly name: string
  readonly title: string
  /** 40 to 400 characters: what it answers, units, when to use another. */
  readonly description: string
  readonly capability: Capability
  /** The scope that a key with less power needs, where it is not that of its capability: see `scopeOf`. */
  readonly scope?: KeyScope
  /** Who may call it; the plan is checked afterwards. */
  readonly callers: readonly CallerKind[]
  /** Whether accounts need the role of an operator; their plan does not matter then. */
  readonly operatorOnly?: boolean
  readonly surfaces: readonly SurfaceName[]
  /** Path parameters are written `:symbol` and are keys of the input. Absent for the command line's own operations. */
  readonly route?: Route
  readonly input: Input
  /** The input without unknown keys: a misspelled filter must not be ignored silently. */
  readonly strictInput: z.ZodObject
  readonly output: Output
  /** A raw input that is valid with every source; tests call it on every surface. */
  readonly example: Readonly<Record<string, unknown>>
  /** Whether it values chains or reads tapes: with a past `date` it counts against the limits of heavy questions. */
  readonly isHeavyInPast?: boolean
  /** Whether its window of dates may lie ahead of the market: what is scheduled is known before. */
  readonly looksAhead?: boolean
  /** Rows for `format=csv`; operations with it take `format` over REST. */
  csv?(answer: z.output<Output>): CsvTable
  /** The short form for language models, which pay per token. Absent if the complete answer is short. */
  readonly concise?: Concise<z.output<Input>, Uses>
  /**
   * Figures that a shorter text has first, by the path of their object or list, '' for the answer itself. All of an
   * object that is not listed.
   */
  readonly keyFigures?: Readonly<Record<string, readonly string[]>>
  /** How its tool differs from one that only reads and takes every input. */
  readonly tool?: ToolTraits
  /** Fields of its rows with texts from third parties, which surfaces for language models sanitize. */
  readonly foreignTexts?: readonly string[]
  /**
   * The data behind an answer, as objects that stay identical while the data does. Equal inputs and identical objects
   * give equal answers, so a surface may cache the written response. Absent if the answer depends on anything else.
   */
  dataVersion?(input: z.output<Input>, context: Uses): Promise<readonly object[]>
  // Method syntax on purpose: method parameters compare bivariantly, so a list can hold differently typed operations.
  run(input: z.output<Input>, context: Uses): Promise<z.input<Output>>
}

/** Every answer is a JSON object. */
export type Answer = Readonly<Record<string, unknown>>

export type SurfaceName = 'rest' | 'mcp' | 'cli' | 'web'

/**
 * Where routes begin and who is authenticated there: `api` is `/api/v1`, for accounts; `receiver` is the path of the
 * configured webhook provider, for the webhook secret, without a limit of requests.
 */
export type RouteBase = 'api' | 'receiver'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `api` when absent. */
  readonly base?: RouteBase
  /** Below the base. */
  readonly path: string
  /** Status of success, 200 if absent. 202 and 204 have their usual meaning; 204 has no body. */
  readonly status?: 200 | 201 | 202 | 204
  /** The response is always the operation's `csv`, as the path says; JSON if absent. */
  readonly answers?: 'csv'
  /** Media types: the answer is a `FileAnswer` of one of them, which is written while it is made. */
  readonly files?: readonly string[]
  /** Whether a key of the scope `export` alone may be sent in the URL, for programs that send no headers. */
  readonly takesUrlToken?: boolean
  /** Codes of `AppError` beyond those that every route can return. */
  readonly errors?: readonly ('not_found' | 'conflict' | 'unauthenticated' | 'forbidden')[]
}

export interface CsvTable {
  readonly columns: readonly string[]
  readonly rows: readonly Answer[]
}

/**
 * The short form of an answer, the default over MCP: rounded numbers, the main list as columns and rows, shortened
 * lists. A call may request the complete answer, which equals that of REST.
 */
export interface Concise<Input = Answer, Uses extends Context = Context> {
  /** Sentences for the reader: what the default view contains. */
  readonly view: string
  /** How to request less, after "to narrow": `give expiration_date or dte_max`. */
  readonly narrow: string
  /** The main list, written as columns and rows. */
  readonly table?: ConciseTable
  /** Other lists, by name; a list of a member by its path, as `term_structure.points`. */
  readonly lists?: Readonly<Record<string, ListCut>>
  /** Names or paths of what only the complete answer has. */
  readonly omitted?: readonly string[]
  /** Inputs besides `limit` that request more than the default view; their answers may be longer. */
  readonly widenedBy?: readonly string[]
  /** Inputs to add to a broad request; null if it is narrow enough. */
  focus?(input: Input, context: Uses, form: 'concise' | 'detailed'): Promise<Focus | null>
}

export interface ConciseTable {
  /** Name of the list in the answer. */
  readonly list: string
  /** In order; a column with the same value in all rows is written once. */
  readonly columns: readonly string[]
  /** Shorter values of columns that are lists or objects, by name. */
  readonly cells?: Readonly<Record<string, (value: unknown) => unknown>>
  /** The input that selects other columns. */
  readonly chosenBy?: string
  /** The column that is written whatever is selected. */
  readonly identity?: string
  /** Rows of the default view; for paged operations their `limit`. */
  readonly maxRows: number
  /**
   * Which rows remain where not all fit and the operation has no pages, and which ones a text of fewer rows has. `nearest`
   * means to the underlying price, or to the session date in a list of dates. The first if absent.
   */
  readonly keep?: 'first' | 'last' | 'nearest'
}

/**
 * `maxItems` keeps the first items, `every` keeps each nth; with `columns` the list is written as columns and rows. `keep`
 * are the items that a text of fewer rows has, as for a table.
 */
export interface ListCut {
  readonly maxItems?: number
  readonly every?: number
  readonly keep?: ConciseTable['keep']
  readonly columns?: readonly string[]
}

export interface ToolTraits {
  /** Whether it changes something; clients may then ask their user first. */
  readonly changes?: boolean
  /** Inputs that a model must not give. */
  readonly withheld?: readonly string[]
  /** Inputs that a model may give and need not know, because each text costs every user of the tools. */
  readonly unlisted?: readonly string[]
  /** Parts of the answer that only a withheld input asks for. */
  readonly hidden?: readonly string[]
}

export interface Focus {
  /** Inputs to add. */
  readonly input: Answer
  /** What was selected, as a sentence. */
  readonly note: string
}

type Definition<
  Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType<Answer>,
  Uses extends Context,
> = Omit<Operation<Input, Output, Uses>, 'strictInput'> & { readonly name: Name }

/**
 * Makes the function with which a context defines its operations; `Uses` is its context type. It preserves the types of
 * name, input and answer for the body of `run` and for typed clients (`Catalogue`).
 */
export function operationsOver<Uses extends Context>() {
  return <const Name extends string, Input extends z.ZodObject, Output extends z.ZodType<Answer>>(
    definition: Definition<Name, Input, Output, Uses>,
  ): Operation<Input, Output, Uses> & { readonly name: Name } => ({
    ...definition,
    strictInput: definition.input.strict(),
  })
}
