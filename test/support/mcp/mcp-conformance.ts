import { z } from 'zod'
import { type McpFeatures, type Method, RPC, RpcError } from '../../../src/surfaces/mcp/method.ts'
import { MODERN_RPC } from '../../../src/surfaces/mcp/modern/answer-modern.ts'
import { INPUT_PROMPT, INPUT_TOOLS, inputRequired } from './input-required.ts'

/**
 * The fixtures that the official conformance suite asks for, behind our own HTTP layer: what a server of this kind can do
 * with tools, resources and prompts, apart from what this product offers.
 */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const TONE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAD//w=='

const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, value: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: value },
})

const TOOLS: Readonly<Record<string, object>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: TONE, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_tool_with_progress: { content: [text('Done.')] },
  test_streaming_elicitation: { content: [text('This server asks for nothing on a stream.')] },
  test_logging_tool: { content: [text('This server sends no log messages.')] },
  test_error_handling: { content: [text('This tool intentionally returns an error for testing')], isError: true },
}

const SCHEMA_TOOL = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
}

const PROMPTS = [
  { name: 'test_simple_prompt', description: 'A prompt without arguments' },
  { name: 'test_prompt_with_arguments', description: 'A prompt with arguments', arguments: [arg('arg1'), arg('arg2')] },
  { name: 'test_prompt_with_embedded_resource', description: 'With a resource', arguments: [arg('resourceUri')] },
  { name: INPUT_PROMPT, description: 'A prompt that needs an input' },
  { name: 'test_prompt_with_image', description: 'With an image' },
]

function arg(name: string) {
  return { name, description: `The argument ${name}`, required: true }
}

const Named = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).default({}) })

const getPrompt: Method = async (params) => {
  const { name, arguments: given } = Named.parse(params)
  const required = inputRequired(name, params)
  if (required) return required
  if (name === INPUT_PROMPT) return { messages: [{ role: 'user', content: text('With your context.') }] }
  return { messages: contentsOf(name, given).map((content) => ({ role: 'user', content })) }
}

function contentsOf(name: string, given: Readonly<Record<string, string>>): object[] {
  if (name === 'test_simple_prompt') return [text('This is a simple prompt for testing.')]
  if (name === 'test_prompt_with_image') return [image, text('Please analyze the image above.')]
  if (name === 'test_prompt_with_arguments') {
    return [text(`Prompt with arguments: arg1='${given['arg1']}', arg2='${given['arg2']}'`)]
  }
  if (name !== 'test_prompt_with_embedded_resource') throw new RpcError(RPC.invalidParams, 'There is no such prompt.')
  return [
    resource(given['resourceUri'] ?? '', 'text/plain', 'Embedded resource content for testing.'),
    text('Please process the embedded resource above.'),
  ]
}

const readResource: Method = async (params) => {
  const { uri } = z.looseObject({ uri: z.string() }).parse(params)
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PIXEL }] }
  if (uri === 'test://static-text') {
    return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }
  }
  if (id === undefined) throw new RpcError(RPC.resourceNotFound, 'There is no such resource.')
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text: data }] }
}

const MISSING_CAPABILITY = 'test_missing_capability'

/** A tool that needs what the client has not declared. */
function requireSampling(params: unknown): void {
  if (JSON.stringify(params).includes('"sampling"')) return
  const data = { requiredCapabilities: { sampling: {} } }
  throw new RpcError(MODERN_RPC.missingCapability, 'The client must declare sampling.', data)
}

export function conformanceFeatures(): McpFeatures {
  const tools = [
    ...[...Object.keys(TOOLS), MISSING_CAPABILITY, ...INPUT_TOOLS].map((name) => ({
      name,
      description: `The fixture ${name}`,
      inputSchema: { type: 'object' },
    })),
    SCHEMA_TOOL,
  ]
  const methods: Record<string, Method> = {
    'tools/list': async () => ({ tools }),
    'tools/call': async (params, { progress }) => {
      const { name } = z.looseObject({ name: z.string() }).parse(params)
      if (name === 'test_tool_with_progress') for (const done of [0, 50, 100]) progress?.(done, 100)
      if (name === MISSING_CAPABILITY) requireSampling(params)
      const required = inputRequired(name, params)
      if (required) return required
      if (INPUT_TOOLS.includes(name)) return { content: [text('state-ok')] }
      const result = TOOLS[name]
      if (!result) throw new RpcError(RPC.invalidParams, 'There is no such tool.')
      return { ...result }
    },
    'resources/list': async () => ({
      resources: [
        { uri: 'test://static-text', name: 'static-text', description: 'A text', mimeType: 'text/plain' },
        { uri: 'test://static-binary', name: 'static-binary', description: 'An image', mimeType: 'image/png' },
      ],
    }),
    'resources/templates/list': async () => ({
      resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'By id' }],
    }),
    'resources/read': readResource,
    'prompts/list': async () => ({ prompts: PROMPTS }),
    'prompts/get': getPrompt,
    'completion/complete': async () => ({
      completion: { values: ['paris', 'park', 'party'], total: 150, hasMore: false },
    }),
  }
  return {
    name: 'conformance',
    title: 'Conformance fixtures',
    version: '1.0.0',
    instructions: '',
    toolList: JSON.stringify({ tools }),
    readerToolList: JSON.stringify({ tools }),
    methods: new Map(Object.entries(methods)),
  }
}
