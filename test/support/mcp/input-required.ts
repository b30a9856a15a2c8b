import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { RPC, RpcError } from '../../../src/surfaces/mcp/method.ts'

/**
 * The fixtures of the official conformance suite that need a second request: for an input of the user, of a model or of the
 * client. The product has none; they show that the endpoint passes such results on.
 */
type Inputs = Readonly<Record<string, object>>

interface Fixture {
  /** What is asked for in each round. */
  readonly rounds: readonly Inputs[]
  /** Whether the rounds are told apart by a signed state. */
  readonly hasState: boolean
}

const elicitation = (message: string, name: string, type = 'string') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] } },
})
const sampling = (question: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens: 100 },
})
const roots = { method: 'roots/list', params: {} }
const confirm = { confirm: elicitation('Please confirm', 'ok', 'boolean') }
const userName = { user_name: elicitation('What is your name?', 'name') }
const greeting = { greeting: sampling('Generate a greeting') }

const PREFIX = 'test_input_required_result_'
const FIXTURES: Readonly<Record<string, Fixture>> = {
  [`${PREFIX}elicitation`]: { rounds: [userName], hasState: false },
  [`${PREFIX}sampling`]: {
    rounds: [{ capital_question: sampling('What is the capital of France?') }],
    hasState: false,
  },
  [`${PREFIX}list_roots`]: { rounds: [{ client_roots: roots }], hasState: false },
  [`${PREFIX}request_state`]: { rounds: [confirm], hasState: true },
  [`${PREFIX}tampered_state`]: { rounds: [confirm], hasState: true },
  [`${PREFIX}multiple_inputs`]: { rounds: [{ ...userName, ...greeting, client_roots: roots }], hasState: true },
  [`${PREFIX}multi_round`]: { rounds: [userName, { colour: elicitation('Which colour?', 'colour') }], hasState: true },
  [`${PREFIX}capabilities`]: { rounds: [{ ...userName, ...greeting }], hasState: false },
  [`${PREFIX}prompt`]: { rounds: [{ user_context: elicitation('Which context?', 'context') }], hasState: false },
}

/** The names of those that are tools. */
export const INPUT_TOOLS = Object.keys(FIXTURES).filter((name) => name !== `${PREFIX}prompt`)
export const INPUT_PROMPT = `${PREFIX}prompt`

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const Params = z.looseObject({
  inputResponses: z.record(z.string(), z.unknown()).optional(),
  requestState: z.string().optional(),
  _meta: z.looseObject({ [CAPABILITIES]: z.record(z.string(), z.unknown()).optional() }).optional(),
})

/** What is still asked for, as a result; undefined once everything was given. */
export function inputRequired(name: string, params: unknown): Record<string, unknown> | undefined {
  const fixture = FIXTURES[name]
  const read = Params.safeParse(params)
  if (!fixture) return undefined
  if (!read.success) throw new RpcError(RPC.invalidParams, 'inputResponses must be an object.')
  const { inputResponses = {}, requestState, _meta: meta } = read.data
  const round = requestState === undefined ? 0 : roundOf(requestState)
  const wanted = fixture.rounds[round] ?? {}
  const isGiven = Object.keys(wanted).every((key) => typeof inputResponses[key] === 'object')
  if (isGiven && round + 1 === fixture.rounds.length) return undefined
  const next = isGiven ? round + 1 : round
  const declared = name === `${PREFIX}capabilities` ? meta?.[CAPABILITIES] : undefined
  return {
    resultType: 'input_required',
    inputRequests: declaredOf(fixture.rounds[next] ?? {}, declared),
    ...(fixture.hasState && { requestState: stateOf(next) }),
  }
}

/** Those that the client has declared to answer; all where that is not looked at. */
function declaredOf(inputs: Inputs, declared: Readonly<Record<string, unknown>> | undefined): Inputs {
  if (declared === undefined) return inputs
  return Object.fromEntries(
    Object.entries(inputs).filter(([, input]) =>
      Object.keys(declared).some((it) => JSON.stringify(input).includes(`"${it}/`)),
    ),
  )
}

function stateOf(round: number): string {
  return `${round}.${createHmac('sha256', 'fixture').update(`${round}`).digest('base64url')}`
}

function roundOf(state: string): number {
  const round = Number(state.split('.', 1)[0])
  if (state !== stateOf(round)) throw new RpcError(RPC.invalidParams, 'The request state was changed.')
  return round
}
