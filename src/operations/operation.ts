import type { z } from 'zod'
import type { Capability } from '../domain/accounts/plan.ts'
import type { CallerKind, Context } from './context.ts'

/**
 * One thing that the service can do, defined once. Its life:
 * 1. a surface turns a request into a raw input object and a `Caller`;
 * 2. `invoke` asks who may call it, and the plan table for its `capability`;
 * 3. the input is parsed, every bad field is named at once;
 * 4. `run` answers from the context alone;
 * 5. the answer is parsed, so that nothing leaves which the schema does not list;
 * 6. the surface writes it as JSON, CSV, columns or text.
 * REST routes, the OpenAPI document, the command line and the tests are derived from the list of operations.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType<Answer> = z.ZodType<Answer>,
> {
  /** snake_case, the file's name in kebab-case. */
  readonly name: string
  readonly title: string
  /** 40 to 400 characters: what it answers, units, when to use another. */
  readonly description: string
  readonly capability: Capability
  /** Who may call it at all; the plan is asked after that. */
  readonly callers: readonly CallerKind[]
  readonly surfaces: readonly SurfaceName[]
  /** Path parameters are written `:symbol` and are keys of the input. Absent for the command line's own operations. */
  readonly route?: Route
  readonly input: Input
  readonly output: Output
  /** A raw input that works against every source: called in tests on every surface. */
  readonly example: Readonly<Record<string, unknown>>
  /** Rows for `format=csv`; operations with it take `format` over REST. */
  csv?(answer: z.output<Output>): CsvTable
  /** The short form for readers who pay by the word. Absent where the whole answer is short. */
  readonly concise?: Concise<z.output<Input>>
  /** Fields of its rows whose texts were written by third parties: surfaces that a model reads clean them. */
  readonly foreignTexts?: readonly string[]
  /**
   * Names the version of the data that an answer would be made from. Answers with equal input and version are the same,
   * so a surface may keep the written answer. Absent for answers that depend on more than that.
   */
  dataVersion?(input: z.output<Input>, context: Context): Promise<object | undefined>
  // Method syntax on purpose: method parameters compare bivariantly, so a list can hold differently typed operations.
  run(input: z.output<Input>, context: Context): Promise<z.input<Output>>
}

/** Every answer is a JSON object. */
export type Answer = Readonly<Record<string, unknown>>

export type SurfaceName = 'rest' | 'mcp' | 'cli' | 'web'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`. */
  readonly path: string
  /** Status of success; 200 when absent. 202 and 204 have their usual meaning, 204 sends no body. */
  readonly status?: 200 | 201 | 202 | 204
  /** The answer is always the operation's `csv`, since the path says so; JSON when absent. */
  readonly answers?: 'csv'
  /** Codes of `AppError` besides those that every route can answer. */
  readonly errors?: readonly ('not_found' | 'conflict' | 'unauthenticated' | 'forbidden')[]
}

export interface CsvTable {
  readonly columns: readonly string[]
  readonly rows: readonly Answer[]
}

/**
 * The short form of an answer, the default over MCP: numbers rounded, the main list as columns and rows, lists cut. A
 * call may ask for the whole, which is the answer as REST gives it.
 */
export interface Concise<Input = Answer> {
  /** Sentences for the reader: what is answered where nothing narrower is asked. */
  readonly view: string
  /** How to ask for less than was cut, after "to narrow": `give expiration_date or dte_max`. */
  readonly narrow: string
  /** The main list, written as columns and rows. */
  readonly table?: ConciseTable
  /** Other lists, by name. */
  readonly lists?: Readonly<Record<string, ListCut>>
  /** Inputs besides `limit` that ask for more than the usual view: answers to them may be longer. */
  readonly widenedBy?: readonly string[]
  /** The part of a question that is answered where it is left open; null when it is narrow enough. */
  focus?(input: Input, context: Context): Promise<Focus | null>
}

export interface ConciseTable {
  /** Name of the list in the answer. */
  readonly list: string
  /** In their order; those that are the same in all rows are said once. */
  readonly columns: readonly string[]
  /** Shorter values of columns that are lists or objects, by name. */
  readonly cells?: Readonly<Record<string, (value: unknown) => unknown>>
  /** The input by which a caller chooses other columns. */
  readonly chosenBy?: string
  /** Rows of the usual view; the `limit` of operations that page. */
  readonly most: number
  /** Which rows stay where the operation does not page; `nearest` is to the underlying price. The first when absent. */
  readonly keep?: 'first' | 'last' | 'nearest'
}

/** `most` keeps the first items, `every` thins them out; with `columns` the list is written as columns and rows. */
export interface ListCut {
  readonly most?: number
  readonly every?: number
  readonly columns?: readonly string[]
}

export interface Focus {
  /** Inputs to add. */
  readonly input: Answer
  /** What was chosen, as a sentence. */
  readonly note: string
}

/** Keeps the types of name, input and answer, for the body of `run` and for typed clients (`Catalogue`). */
export function defineOperation<const Name extends string, Input extends z.ZodObject, Output extends z.ZodType<Answer>>(
  operation: Operation<Input, Output> & { readonly name: Name },
): Operation<Input, Output> & { readonly name: Name } {
  return operation
}
