import { anthropicConnectorDecider, beginAnthropic } from '../../../src/receiver/deciders/anthropic/index.ts'
import { beginGoogle } from '../../../src/receiver/deciders/google/index.ts'
import { localMcpDecider } from '../../../src/receiver/deciders/local-mcp/index.ts'
import type { ModelDeciderOptions } from '../../../src/receiver/deciders/model-decider.ts'
import type { Decider, LlmProvider } from '../../../src/receiver/ports/decider.ts'
import { type StubMcp, type StubMcpOptions, stubMcp } from '../../support/mcp/stub-mcp.ts'
import { ANTHROPIC_FAULTS } from '../../support/vendors/anthropic/errors.ts'
import { ANTHROPIC_KEY, anthropicServer } from '../../support/vendors/anthropic/server.ts'
import { GEMINI_FAULTS } from '../../support/vendors/gemini/errors.ts'
import { GEMINI_KEY, geminiServer } from '../../support/vendors/gemini/server.ts'
import type { Model } from '../../support/vendors/model.ts'
import type { PROFILES } from '../../support/vendors/openai-compatible/profiles.ts'
import { COMPATIBLE_KEY, COMPATIBLE_MODEL, compatibleServer } from '../../support/vendors/openai-compatible/server.ts'
import { ticking } from './ideas.ts'
import { serviceEmail, serviceToken } from './model-world.ts'

/** What can go wrong at a provider apart from what its model says. */
export type VendorFault = 'rate_limited' | 'overloaded' | 'internal' | 'forbidden' | 'hang' | 'reset'

/** A provider as its own documents describe it, with a decider that asks it over real HTTP. */
export interface VendorRig extends AsyncDisposable {
  readonly decider: Decider
  readonly mcp: StubMcp
  /** Bodies of the requests for an answer, oldest first. */
  readonly bodies: readonly Record<string, unknown>[]
  failNext(...faults: VendorFault[]): void
}

export interface VendorWorld {
  readonly model: Model
  readonly mcp?: StubMcpOptions
  readonly options?: Partial<ModelDeciderOptions>
}

export interface Vendor {
  readonly provider: LlmProvider
  readonly keySetting: string
  readonly key: string
  open(world: VendorWorld): Promise<VendorRig>
}

const anthropicFaults = {
  rate_limited: () => ANTHROPIC_FAULTS.rateLimited(0),
  overloaded: ANTHROPIC_FAULTS.overloaded,
  internal: ANTHROPIC_FAULTS.internal,
  forbidden: ANTHROPIC_FAULTS.forbidden,
  hang: () => 'hang' as const,
  reset: () => 'reset' as const,
} as const

async function openAnthropic(
  world: VendorWorld,
  newDecider: (options: ModelDeciderOptions) => Decider,
  address?: string,
): Promise<VendorRig> {
  const mcp = await stubMcp({ email: serviceEmail, token: serviceToken, ...world.mcp })
  const server = await anthropicServer({ model: world.model, addressOf: (url) => (url === address ? mcp.url : url) })
  const decider = newDecider({
    ...common('anthropic'),
    apiKey: ANTHROPIC_KEY,
    model: 'claude-sonnet-5-5',
    baseUrl: server.url,
    mcpUrl: () => address ?? mcp.url,
    ...world.options,
  })
  return {
    decider,
    mcp,
    bodies: server.bodies,
    failNext: (...faults) => server.failNext(...faults.map((fault) => anthropicFaults[fault]())),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await mcp[Symbol.asyncDispose]()
    },
  }
}

const geminiFaults = {
  rate_limited: () => GEMINI_FAULTS.rateLimited(0),
  overloaded: GEMINI_FAULTS.overloaded,
  internal: GEMINI_FAULTS.internal,
  forbidden: GEMINI_FAULTS.forbidden,
  hang: () => 'hang' as const,
  reset: () => 'reset' as const,
} as const

async function openGemini(world: VendorWorld, model: string): Promise<VendorRig> {
  const mcp = await stubMcp({ email: serviceEmail, token: serviceToken, ...world.mcp })
  const server = await geminiServer({ model: world.model })
  const settings = { apiKey: GEMINI_KEY, model, baseUrl: server.url, mcpUrl: () => mcp.url, ...world.options }
  return {
    decider: localMcpDecider({ ...common('google'), ...settings }, beginGoogle()),
    mcp,
    bodies: server.bodies,
    failNext: (...faults) => server.failNext(...faults.map((fault) => geminiFaults[fault]())),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await mcp[Symbol.asyncDispose]()
    },
  }
}

const refusal = (status: number, message: string) => ({
  status,
  headers: { 'content-type': 'application/json', 'retry-after-ms': '1' },
  body: JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } }),
})
const compatibleFaults = {
  rate_limited: () => refusal(429, 'Rate limit reached'),
  overloaded: () => refusal(503, 'The server is overloaded'),
  internal: () => refusal(500, 'internal error'),
  forbidden: () => refusal(403, 'forbidden'),
  hang: () => 'hang' as const,
  reset: () => 'reset' as const,
} as const

async function openCompatible(world: VendorWorld, kind: keyof typeof PROFILES): Promise<VendorRig> {
  const mcp = await stubMcp({ email: serviceEmail, token: serviceToken, ...world.mcp })
  const server = await compatibleServer(kind, world.model)
  const decider = localMcpDecider({
    ...common('compatible'),
    apiKey: COMPATIBLE_KEY,
    model: COMPATIBLE_MODEL,
    baseUrl: server.url,
    mcpUrl: () => mcp.url,
    ...world.options,
  })
  return {
    decider,
    mcp,
    get bodies() {
      return server.requests.map(({ body }) => body)
    },
    failNext: (...faults) => server.failNext(...faults.map((fault) => compatibleFaults[fault]())),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await mcp[Symbol.asyncDispose]()
    },
  }
}

/** The settings that are the same everywhere. */
function common(provider: LlmProvider) {
  let marks = 0
  const random = () => `mark-${++marks}`
  return { provider, timeoutMs: 50_000, serviceEmail, serviceToken, monotonicMs: ticking(7), random }
}

const anthropic = { provider: 'anthropic', keySetting: 'ANTHROPIC_API_KEY', key: ANTHROPIC_KEY } as const

const google = { provider: 'google', keySetting: 'GEMINI_API_KEY', key: GEMINI_KEY } as const

const compatible = { provider: 'compatible', keySetting: 'OPENAI_API_KEY', key: COMPATIBLE_KEY } as const
const KINDS = ['openai', 'vllm', 'ollama', 'llamaCpp', 'lmStudio', 'deepseek', 'groq', 'mistral'] as const

/** The tools are called by the provider, or by this process. */
export const vendors: readonly (readonly [string, Vendor])[] = [
  [
    'Anthropic’s MCP connector',
    {
      ...anthropic,
      open: (world) => openAnthropic(world, anthropicConnectorDecider, 'https://tools.example/mcp'),
    },
  ],
  [
    'a local loop with Anthropic',
    { ...anthropic, open: (world) => openAnthropic(world, (options) => localMcpDecider(options, beginAnthropic())) },
  ],
  ['a local loop with Gemini', { ...google, open: (world) => openGemini(world, 'gemini-3.5-flash') }],
  ['a local loop with an older Gemini', { ...google, open: (world) => openGemini(world, 'gemini-2.5-flash') }],
  ...KINDS.map((kind) => {
    const vendor: Vendor = { ...compatible, open: (world) => openCompatible(world, kind) }
    return [`a local loop with a server like ${kind}`, vendor] as const
  }),
]
