import { z } from 'zod'
import { METHODOLOGY } from '../../domain/analytics/methodology.ts'
import { VALIDATION_FIGURES } from '../../domain/flow/validation-figures.ts'
import { defineOperation, type Operation } from '../operation.ts'
import { outputNumbers } from './output-numbers.ts'

const Definition = z.object({
  formula: z.string().describe('Formula or definition, as the OpenAPI document has it.'),
  fields: z.array(z.string()).describe('Where it holds: operation, then the path in its answer.'),
})

const NumberRow = z
  .object({
    field: z.string().describe('Name of the field.'),
    unit: z.string().describe('Unit; a decimal of 0.25 is 25 %.'),
    sign: z.string().describe('What sign it can have, and what the sign means.'),
    source: z.string().describe('Where the definition comes from.'),
    operations: z.array(z.string()).describe('The operations that answer it.'),
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

/** How the numbers of some operations are made: from the texts of their own schemas and the table of sources. */
export function methodologyOperation(answering: readonly Operation[]) {
  const version = {}
  return defineOperation({
    name: 'methodology',
    title: 'Methodology',
    description:
      'How every number of the analytics is made: formula, unit, sign, source, and the operations that answer it. Made of the same texts as the OpenAPI document. Open to everybody.',
    capability: 'analytics',
    callers: ['anonymous', 'api_key', 'session', 'command_line'],
    surfaces: ['rest', 'cli', 'web'],
    route: { method: 'GET', path: '/methodology' },
    input: z.object({}),
    output: z.object({
      data: z.array(NumberRow).describe('One row a field, in alphabetical order.'),
      total: z.int().min(0).max(100_000).describe('Number of fields.'),
      validation: z
        .array(ValidationRow)
        .describe(
          'How well unusual_score finds what was planted in tapes, and what became of trade ideas; made by npm run validate.',
        ),
      next_cursor: z.null().describe('Always null: the list is whole.'),
    }),
    example: {},
    dataVersion: async () => version,
    async run() {
      const data = numberRows(answering)
      return { data, total: data.length, validation: [...VALIDATION_FIGURES], next_cursor: null }
    },
  })
}

interface Found {
  readonly operation: string
  readonly path: string
  readonly text: string
}

function numberRows(answering: readonly Operation[]): z.infer<typeof NumberRow>[] {
  const byField = new Map<string, Found[]>()
  for (const { name: operation, output } of answering) {
    for (const { field, path, text } of outputNumbers(output)) {
      const found = byField.get(field) ?? []
      byField.set(field, found)
      found.push({ operation, path: [operation, ...path].join('.'), text })
    }
  }
  return [...byField.keys()].sort().map((field) => numberRow(field, byField.get(field) ?? []))
}

function numberRow(field: string, found: readonly Found[]): z.infer<typeof NumberRow> {
  const method = METHODOLOGY[field]
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
