import { z } from 'zod'
import { invalid, unknownField } from './errors.ts'

/** The body of `generateContent` as the REST reference gives it. Source: README.md, "Request". */
const FunctionCall = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()).optional(),
})
const FunctionResponse = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  response: z.record(z.string(), z.unknown()),
})
const Part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: FunctionCall.optional(),
  functionResponse: FunctionResponse.optional(),
})
export type Part = z.infer<typeof Part>

const Content = z.strictObject({ role: z.string().optional(), parts: z.array(Part).optional() })
export type Content = z.infer<typeof Content>

/** The vendor's own Schema, a part of OpenAPI 3.0: a keyword of JSON Schema that it lacks is an unknown field. */
const Schema: z.ZodType<object> = z.lazy(() =>
  z.strictObject({
    type: z.string().optional(),
    format: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    nullable: z.boolean().optional(),
    enum: z.array(z.string()).optional(),
    items: Schema.optional(),
    minItems: z.union([z.string(), z.int()]).optional(),
    maxItems: z.union([z.string(), z.int()]).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    propertyOrdering: z.array(z.string()).optional(),
    anyOf: z.array(Schema).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.union([z.string(), z.int()]).optional(),
    maxLength: z.union([z.string(), z.int()]).optional(),
    minProperties: z.union([z.string(), z.int()]).optional(),
    maxProperties: z.union([z.string(), z.int()]).optional(),
    pattern: z.string().optional(),
    example: z.unknown().optional(),
    default: z.unknown().optional(),
  }),
)

const Declaration = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  behavior: z.string().optional(),
  parameters: Schema.optional(),
  parametersJsonSchema: z.unknown().optional(),
  response: Schema.optional(),
  responseJsonSchema: z.unknown().optional(),
})

const Request = z.strictObject({
  contents: z.array(Content).default([]),
  systemInstruction: Content.optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(Declaration).optional() })).optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z
        .strictObject({
          mode: z.enum(['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
          allowedFunctionNames: z.array(z.string()).optional(),
        })
        .optional(),
    })
    .optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
  cachedContent: z.string().optional(),
  serviceTier: z.string().optional(),
  store: z.boolean().optional(),
  generationConfig: z
    .strictObject({
      stopSequences: z.array(z.string()).optional(),
      responseMimeType: z.string().optional(),
      responseSchema: Schema.optional(),
      responseJsonSchema: z.unknown().optional(),
      responseModalities: z.array(z.string()).optional(),
      candidateCount: z.int().optional(),
      maxOutputTokens: z.int().optional(),
      temperature: z.number().optional(),
      topP: z.number().optional(),
      topK: z.number().optional(),
      seed: z.int().optional(),
      presencePenalty: z.number().optional(),
      frequencyPenalty: z.number().optional(),
      thinkingConfig: z
        .strictObject({
          includeThoughts: z.boolean().optional(),
          thinkingBudget: z.int().optional(),
          thinkingLevel: z.enum(['THINKING_LEVEL_UNSPECIFIED', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH']).optional(),
        })
        .optional(),
    })
    .optional(),
})
export type GenerateRequest = z.infer<typeof Request>

export function parseRequest(body: unknown): GenerateRequest {
  const result = Request.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  if (issue.code === 'unrecognized_keys') throw unknownField(issue.keys[0]!, protoPath(issue.path))
  throw invalid(`Invalid value at '${protoPath(issue.path)}': ${issue.message}`)
}

/** `['contents', 0, 'systemInstruction']` as the vendor names it: `contents[0].system_instruction`. */
function protoPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) =>
      typeof key === 'number' ? `[${key}]` : `.${String(key).replaceAll(/[A-Z]/g, (it) => `_${it.toLowerCase()}`)}`,
    )
    .join('')
    .slice(1)
}
