import { z } from 'zod'
import type { Operation } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import { ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import type { NumberMethod } from '../domain/number-method.ts'
import { withTerm } from '../domain/term-search.ts'
import { defineOperation } from './context.ts'
import { outputNumbers } from './output-numbers.ts'

const Definition = z.object({
  formula: z.string().describe('Formula or definition, as in the OpenAPI document.'),
  fields: z.array(z.string()).describe('Where it applies: operation, then the path in its answer.'),
})

const NumberRow = z
  .object({
    field: z.string().describe('Name of the field.'),
    unit: z.string().describe('Unit; a decimal of 0.25 is 25 %.'),
    sign: z.string().describe('Possible signs and their meaning.'),
    source: z.string().describe('Where the definition comes from.'),
    operations: z.array(z.string()).describe('The operations that return it.'),
    definitions: z.array(Definition).describe('One for each meaning that the field has.'),
  })
  .meta({ id: 'NumberMethod' })

const ValidationRow = z
  .object({
    name: z.string().describe('Name of the figure.'),
    value: z.number().describe('As measured.'),
    meaning: z.string().describe('What was measured, and against what.'),
  })
  .meta({ id: 'ValidationFigure' })

export interface Methodology {
  /** The operations whose numbers are explained. */
  readonly answering: readonly Operation[]
  /** Unit, sign and source of each number, by the name of its field. */
  readonly numbers: Readonly<Record<string, NumberMethod>>
  /** Validation figures of scores and trade ideas. */
  readonly validation: readonly z.infer<typeof ValidationRow>[]
}

/** Documents the numbers of some operations, from the texts of their schemas and the table of sources. */
export function methodologyOperation(methodology: Methodology) {
  // One object for the life of the process: the answer never changes.
  const version = [{}]
  return defineOperation({
    name: 'methodology',
    title: 'Methodology',
    description:
      'How every number of the analytics is computed: formula, unit, sign, source, and the operations that return it. Public.',
    capability: 'analytics',
    callers: ['anonymous', 'api_key', 'session', 'command_line'],
    surfaces: ANALYTICS_SURFACES,
    route: { method: 'GET', path: '/methodology', errors: ['not_found'] },
    input: z.object({
      term: z.string().trim().min(2).max(60).optional().describe('Part of a name or definition, as gamma flip.'),
    }),
    output: z.object({
      data: z.array(NumberRow).describe('One row per field, in alphabetical order.'),
      total: z.int().min(0).max(100_000).describe('Number of fields.'),
      validation: z
        .array(ValidationRow)
        .describe(
          'How well unusual_score finds trades planted in tapes, and results of trade ideas; written by npm run validate.',
        ),
      next_cursor: z.null().describe('Always null: the list is complete.'),
    }),
    example: { term: 'gamma flip' },
    concise: {
      view: 'the 5 nearest fields.',
      narrow: 'give term',
      table: {
        list: 'data',
        columns: ['field', 'unit', 'sign', 'source', 'definitions'],
        cells: { definitions: formulas },
        maxRows: 5,
      },
      lists: { validation: { maxItems: 3 } },
    },
    dataVersion: async ({ term }) => (term === undefined ? version : []),
    async run({ term }) {
      const all = numberRows(methodology)
      const data = term === undefined ? all : withTerm(all, term, numberTexts)
      const validation =
        term === undefined ? methodology.validation : withTerm(methodology.validation, term, figureTexts)
      if (data.length === 0 && validation.length === 0) throw unknownTerm()
      return { data, total: data.length, validation: [...validation], next_cursor: null }
    },
  })
}

/** A definition without the places where it applies. */
function formulas(definitions: unknown): string {
  return z
    .array(Definition)
    .parse(definitions)
    .map(({ formula }) => formula)
    .join(' / ')
}

function numberTexts({ field, definitions }: z.infer<typeof NumberRow>): readonly string[] {
  return [field, ...definitions.map(({ formula }) => formula)]
}

function figureTexts({ name, meaning }: z.infer<typeof ValidationRow>): readonly string[] {
  return [name, meaning]
}

function unknownTerm(): AppError {
  return new AppError(
    'not_found',
    'No number has this term in its name or definition. Try one word of a field name, such as gamma or rank.',
  )
}

interface Found {
  readonly operation: string
  readonly path: string
  readonly text: string
}

function numberRows({ answering, numbers }: Methodology): z.infer<typeof NumberRow>[] {
  const byField = new Map<string, Found[]>()
  for (const { name: operation, output } of answering) {
    for (const { field, path, text } of outputNumbers(output)) {
      const found = byField.get(field) ?? []
      byField.set(field, found)
      found.push({ operation, path: [operation, ...path].join('.'), text })
    }
  }
  return [...byField.keys()].sort().map((field) => numberRow(field, numbers[field], byField.get(field) ?? []))
}

function numberRow(
  field: string,
  method: NumberMethod | undefined,
  found: readonly Found[],
): z.infer<typeof NumberRow> {
  if (!method) throw new Error(`The methodology has no entry for ${field}`)
  const texts = [...new Set(found.map(({ text }) => text))]
  return {
    field,
    ...method,
    operations: [...new Set(found.map(({ operation }) => operation))],
    definitions: texts.map((formula) => ({
      formula,
      fields: found.filter(({ text }) => text === formula).map(({ path }) => path),
    })),
  }
}
