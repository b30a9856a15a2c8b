import { localMcpDecider } from '../../../src/receiver/deciders/local-mcp/index.ts'
import type { ModelDeciderOptions } from '../../../src/receiver/deciders/model-decider.ts'
import { remoteMcpDecider } from '../../../src/receiver/deciders/remote-mcp/index.ts'
import type { Decider } from '../../../src/receiver/ports/decider.ts'
import { type StubMcp, type StubMcpOptions, stubMcp } from '../../support/mcp/stub-mcp.ts'
import { type StubModel, type StubModelOptions, stubModel } from '../../support/model/stub-model.ts'
import { ticking } from './ideas.ts'

export const apiKey = 'sk-canary-key-12345678'
export const serviceEmail = 'ada@example.com'
export const serviceToken = 'ow_canary/service+token=='
/** In no error, in any form. */
export const secretForms = [
  apiKey,
  serviceToken,
  encodeURIComponent(serviceToken),
  Buffer.from(`${serviceEmail}:${serviceToken}`).toString('base64'),
  Buffer.from(`${serviceEmail}:${serviceToken}`).toString('base64url'),
  'canary',
]

export interface ModelWorld extends AsyncDisposable {
  readonly decider: Decider
  readonly model: StubModel
  readonly mcp: StubMcp
}

export interface WorldOptions {
  readonly options?: Partial<ModelDeciderOptions> & Record<string, unknown>
  readonly model?: StubModelOptions
  readonly mcp?: StubMcpOptions
}

export type OpenWorld = (world?: WorldOptions) => Promise<ModelWorld>

export const remoteWorld: OpenWorld = (world) => openWorld(remoteMcpDecider, world)
export const localWorld: OpenWorld = (world) => openWorld(localMcpDecider, world)
/** The same loop against a server without the Responses API. */
export const localChatWorld: OpenWorld = (world = {}) =>
  openWorld(localMcpDecider, { ...world, model: { responses: 404, ...world.model } })

async function openWorld(
  newDecider: (options: ModelDeciderOptions) => Decider,
  world: WorldOptions = {},
): Promise<ModelWorld> {
  const model = await stubModel({ apiKey, ...world.model })
  const mcp = await stubMcp({ email: serviceEmail, token: serviceToken, ...world.mcp })
  let marks = 0
  const decider = newDecider({
    provider: 'openai',
    apiKey,
    model: 'gpt-6.1-terra',
    baseUrl: model.url,
    timeoutMs: 50_000,
    mcpUrl: () => mcp.url,
    serviceEmail,
    serviceToken,
    monotonicMs: ticking(7),
    random: () => `mark-${++marks}`,
    ...world.options,
  })
  return {
    decider,
    model,
    mcp,
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]()
      await mcp[Symbol.asyncDispose]()
    },
  }
}
