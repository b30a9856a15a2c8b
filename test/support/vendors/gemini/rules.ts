import { invalid } from './errors.ts'
import type { Content, GenerateRequest, Part } from './request.ts'

export interface ModelTraits {
  /** Models of the third generation sign their calls and combine tools with JSON answers; earlier ones do neither. */
  readonly generation: 2 | 3
}

/** What the API checks across the fields of a request. Sources: README.md, "Request". */
export function checkRules(request: GenerateRequest, { generation }: ModelTraits): void {
  if (request.contents.length === 0) {
    throw invalid('* GenerateContentRequest.contents: contents is not specified\n')
  }
  checkFormat(request, generation)
  checkNames(request)
  for (const [index, content] of request.contents.entries()) checkContent(content, index)
  checkCalls(request.contents)
  if (generation === 3) checkSignatures(request.contents)
}

function checkFormat({ generationConfig = {}, tools = [] }: GenerateRequest, generation: number): void {
  const { responseMimeType: type, responseSchema, responseJsonSchema } = generationConfig
  const isJson = type === 'application/json'
  const declared = tools.some(({ functionDeclarations = [] }) => functionDeclarations.length > 0)
  if (declared && isJson && generation < 3) {
    throw invalid("Function calling with a response mime type: 'application/json' is unsupported")
  }
  if (responseSchema && responseJsonSchema) {
    throw invalid(
      '* GenerateContentRequest.generation_config: response_schema and response_json_schema are exclusive\n',
    )
  }
  if ((responseSchema || responseJsonSchema) && !isJson && type !== 'text/x.enum') {
    throw invalid(
      `* GenerateContentRequest.generation_config.response_mime_type: response_schema needs a response_mime_type of 'application/json'\n`,
    )
  }
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/

function checkNames({ tools = [], toolConfig }: GenerateRequest): void {
  const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name))
  const bad = names.findIndex((name) => !NAME.test(name))
  if (bad >= 0) {
    throw invalid(
      `* GenerateContentRequest.tools[0].function_declarations[${bad}].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
    )
  }
  const allowed = toolConfig?.functionCallingConfig?.allowedFunctionNames ?? []
  const foreign = allowed.find((name) => !names.includes(name))
  if (foreign) throw invalid(`allowed_function_names has '${foreign}', which is not in function_declarations.`)
}

function checkContent({ role = 'user', parts = [] }: Content, index: number): void {
  if (!['user', 'model', 'function'].includes(role)) throw invalid('Please use a valid role: user, model.')
  for (const [at, part] of parts.entries()) {
    if (part.text === undefined && !part.functionCall && !part.functionResponse) {
      throw invalid(
        `* GenerateContentRequest.contents[${index}].parts[${at}].data: required oneof field 'data' must have one initialized field\n`,
      )
    }
  }
}

const callsIn = ({ parts = [] }: Content): Part[] => parts.filter(({ functionCall }) => functionCall)
const responsesIn = ({ parts = [] }: Content): Part[] => parts.filter(({ functionResponse }) => functionResponse)

function checkCalls(contents: readonly Content[]): void {
  for (const [index, content] of contents.entries()) {
    const calls = callsIn(content).length
    const answers = contents[index + 1] ? responsesIn(contents[index + 1]!).length : 0
    if (calls > 0 && calls !== answers) {
      throw invalid(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
    }
    if (responsesIn(content).length > 0 && (index === 0 || callsIn(contents[index - 1]!).length === 0)) {
      throw invalid('Please ensure that function response turn comes immediately after a function call turn.')
    }
  }
}

/** The first call of each turn since the last text of the user needs its signature. */
function checkSignatures(contents: readonly Content[]): void {
  const start = contents.findLastIndex(({ role, parts = [] }) => role !== 'model' && parts.some(({ text }) => text))
  for (const [index, content] of contents.entries()) {
    const first = callsIn(content)[0]
    if (index < start || !first || first.thoughtSignature) continue
    throw invalid(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.functionCall?.name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
    )
  }
}
