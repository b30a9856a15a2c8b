/** How servers with an OpenAI-compatible interface differ. Sources: README.md. */
export interface Profile {
  readonly endpoints: readonly ('chat' | 'responses')[]
  /** Formats of the answer that each endpoint takes besides text. */
  readonly formats: readonly ('json_object' | 'json_schema')[]
  readonly refusedFormat: string
  /** Fields of the request that it refuses, with what it says; all others that it does not use are ignored. */
  readonly refused: Readonly<Record<string, string>>
  /** JSON answers of /responses arrive in a code fence. */
  readonly fencesResponses?: boolean
  /** JSON answers of every endpoint do, since nothing constrains the model. */
  readonly fencesAll?: boolean
  /** `json_object` needs the word in the prompt. */
  readonly needsWordJson?: boolean
  /** Where calls have no parser, the default `tool_choice` fails. */
  readonly noAutomaticCalls?: boolean
  readonly noTools?: boolean
  readonly refusalStatus?: number
  error(status: number, message: string, param: string | null): unknown
}

const nested = (status: number, message: string, param: string | null) => ({
  error: { message, type: errorType(status), param, code: null },
})

function errorType(status: number): string {
  if (status === 401) return 'authentication_error'
  return status === 404 ? 'not_found_error' : 'invalid_request_error'
}

const NO_EFFORT = "Unsupported parameter: 'reasoning.effort' is not supported with this model."

export const PROFILES = {
  /** OpenAI itself with a model that does not reason. */
  openai: {
    endpoints: ['chat', 'responses'],
    formats: ['json_object', 'json_schema'],
    refusedFormat: '',
    refused: {
      'reasoning.effort': NO_EFFORT,
      reasoning_effort: "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
    },
    needsWordJson: true,
    error: (_status, message, param) => ({
      error: {
        message,
        type: 'invalid_request_error',
        param,
        code: message.startsWith('Unsupported') ? 'unsupported_parameter' : null,
      },
    }),
  },
  vllm: {
    endpoints: ['chat', 'responses'],
    formats: ['json_object', 'json_schema'],
    refusedFormat: '',
    refused: {},
    error: (status, message, param) => ({ error: { message, type: 'BadRequestError', param, code: status } }),
  },
  /** vLLM started without --enable-auto-tool-choice. */
  vllmWithoutToolParser: {
    endpoints: ['chat', 'responses'],
    formats: ['json_object', 'json_schema'],
    refusedFormat: '',
    refused: {},
    noAutomaticCalls: true,
    error: (status, message, param) => ({ object: 'error', message, type: 'BadRequestError', param, code: status }),
  },
  ollama: {
    endpoints: ['chat', 'responses'],
    formats: ['json_object', 'json_schema'],
    refusedFormat: '',
    refused: {},
    error: (_status, message, param) => ({ error: { message, type: 'api_error', param, code: null } }),
  },
  /** Ollama with a model whose template has no tools. */
  ollamaWithoutTools: {
    endpoints: ['chat', 'responses'],
    formats: ['json_object', 'json_schema'],
    refusedFormat: '',
    refused: {},
    noTools: true,
    error: (_status, message, param) => ({ error: { message, type: 'api_error', param, code: null } }),
  },
  llamaCpp: {
    endpoints: ['chat', 'responses'],
    formats: ['json_object', 'json_schema'],
    refusedFormat: '',
    refused: {},
    error: (status, message) => ({ error: { code: status, message, type: errorType(status) } }),
  },
  lmStudio: {
    endpoints: ['chat', 'responses'],
    formats: ['json_schema'],
    refusedFormat: "'response_format.type' must be 'json_schema' or 'text'",
    refused: {},
    fencesResponses: true,
    error: (_status, message) => ({ error: message }),
  },
  deepseek: {
    endpoints: ['chat'],
    formats: ['json_object'],
    refusedFormat: 'This response_format type is unavailable now',
    refused: {},
    needsWordJson: true,
    error: (_status, message, param) => ({
      error: { message, type: 'invalid_request_error', param, code: 'invalid_request_error' },
    }),
  },
  /** Refuses every format and every field that it does not know, as Groq does for models without JSON mode. */
  groq: {
    endpoints: ['chat', 'responses'],
    formats: [],
    refusedFormat: 'This model does not support response format `json_schema`.',
    refused: {
      metadata: "property 'metadata' is unsupported",
      reasoning_effort: "property 'reasoning_effort' is unsupported",
      'reasoning.effort': 'reasoning is not supported with this model',
    },
    fencesAll: true,
    error: nested,
  },
  mistral: {
    endpoints: ['chat'],
    formats: ['json_object', 'json_schema'],
    refusedFormat: '',
    refused: { metadata: 'extra_forbidden', reasoning_effort: 'extra_forbidden', store: 'extra_forbidden' },
    refusalStatus: 422,
    error: (_status, message, param) => ({
      object: 'error',
      message:
        message === 'extra_forbidden'
          ? { detail: [{ type: message, loc: ['body', param], msg: 'Extra inputs are not permitted', input: {} }] }
          : message,
      type: 'invalid_request_error',
      param: null,
      code: null,
    }),
  },
} satisfies Record<string, Profile>
