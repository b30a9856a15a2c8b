/**
 * Protocol version 2026-07-28: no sessions and no `initialize`. Each request names its version in `params._meta`, repeats
 * in headers what proxies route by, and says how long its answer may be kept. The methods behind it are those of the older
 * versions. https://modelcontextprotocol.io/specification/2026-07-28
 */
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { oneLine } from '../../../lib/text/visible-text.ts'
import { type McpCall, type McpFeatures, RPC, RpcError } from '../method.ts'
import { toolListOf } from '../tools.ts'
import { headerMismatch, isOlderHeader, type ModernHeaders } from './header-mismatch.ts'
import { CLAIM_KEY } from './names.ts'

export const MODERN_VERSION = '2026-07-28'
/** Headers from this date on are of versions without sessions. */
const FIRST_MODERN = '2026-01-01'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
const MAX_SHOWN = 100
const HOUR_MS = 3_600_000

/** Codes that this version defines; an HTTP status belongs to each. */
export const MODERN_RPC = { headerMismatch: -32020, missingCapability: -32021, unsupportedVersion: -32022 } as const

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})
export type ModernMessage = z.output<typeof Message>

/** The answer to one HTTP request; a notification has no text. */
export interface ModernAnswer {
  readonly status: number
  readonly text: string | null
}

export interface ModernParts {
  readonly features: McpFeatures
  /** Whether headers must agree with the body also for apps that are known to send those of an older version. */
  readonly isStrict: boolean
  readonly onFault: (error: unknown) => void
}

/** Whether a body is of this version or a later one. `initialize` without a claim negotiates, as it always did. */
export function isModern(body: unknown, version: string | undefined): boolean {
  const isLaterHeader = version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= FIRST_MODERN
  if (Array.isArray(body)) return isLaterHeader || body.some((one) => claimOf(one) !== undefined)
  if (claimOf(body) !== undefined) return true
  return (
    isLaterHeader && !(typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize')
  )
}

/** The version that a message claims for itself, whatever it is. */
function claimOf(message: unknown): unknown {
  const claimed = Claimed.safeParse(message)
  return claimed.success ? claimed.data.params._meta[CLAIM_KEY] : undefined
}

const Claimed = z.looseObject({ params: z.looseObject({ _meta: z.record(z.string(), z.unknown()) }) })

const InProgress = z.looseObject({
  method: z.literal('tools/call'),
  params: z.looseObject({ _meta: z.looseObject({ progressToken: z.union([z.string(), z.number()]) }) }),
})

/** The token of a tool call whose app wants to know how far it is; undefined for any other request. */
export function modernProgressToken(body: unknown): string | number | undefined {
  return InProgress.safeParse(body).data?.params._meta.progressToken
}

export async function answerModern(
  body: unknown,
  headers: ModernHeaders,
  call: McpCall,
  parts: ModernParts,
): Promise<ModernAnswer> {
  const read = Message.safeParse(body)
  if (!read.success) return refused(idOf(body), 400, { code: RPC.invalidRequest, message: NO_MESSAGE })
  const message = read.data
  const { id } = message
  if (id === undefined) return { status: 202, text: null }
  const refusal = refusalOf(message, headers, parts)
  if (refusal) return refused(id, refusal.code === RPC.methodNotFound ? 404 : 400, refusal)
  try {
    return {
      status: 200,
      text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${await resultText(message, call, parts)}}`,
    }
  } catch (error) {
    const problem = problemOf(error, parts)
    return refused(id, problem.code === MODERN_RPC.missingCapability ? 400 : 200, problem)
  }
}

interface RpcProblem {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

const NO_MESSAGE =
  'Send one JSON-RPC 2.0 message: jsonrpc "2.0", a method, for a request an id that is text or a whole number, and params as an object. This version has no batches.'

/** What is wrong with a request before it is run, in the order of the checks. */
function refusalOf(message: ModernMessage, headers: ModernHeaders, parts: ModernParts): RpcProblem | undefined {
  const meta = z.record(z.string(), z.unknown()).safeParse(message.params?.['_meta'])
  const claim = meta.data?.[CLAIM_KEY]
  if (typeof claim !== 'string') return invalidParams(`params._meta must hold ${CLAIM_KEY} as text.`)
  if (!z.record(z.string(), z.unknown()).safeParse(meta.data?.[CAPABILITIES_KEY]).success) {
    return invalidParams(`params._meta must hold ${CAPABILITIES_KEY} as an object.`)
  }
  const isForgiven = !parts.isStrict && claim === MODERN_VERSION && isOlderHeader(headers, FIRST_MODERN)
  const mismatch = headerMismatch(message, claim, headers, isForgiven)
  if (mismatch !== undefined) return { code: MODERN_RPC.headerMismatch, message: `Header mismatch: ${mismatch}` }
  if (claim !== MODERN_VERSION) {
    const data = { supported: [MODERN_VERSION], requested: oneLine(claim, MAX_SHOWN) }
    return { code: MODERN_RPC.unsupportedVersion, message: 'Unsupported protocol version', data }
  }
  if (message.method === DISCOVER || parts.features.methods.has(message.method)) return undefined
  return { code: RPC.methodNotFound, message: 'There is no method of this name here.' }
}

const DISCOVER = 'server/discover'

/** The result with what this version adds to each: whether it is complete, how long it may be kept, and by whom. */
async function resultText(message: ModernMessage, call: McpCall, { features }: ModernParts): Promise<string> {
  const { method, params } = message
  const { name, title, version } = features
  const added = { ...keptOf(message), _meta: { 'io.modelcontextprotocol/serverInfo': { name, title, version } } }
  if (method === 'tools/list' && params?.['cursor'] === undefined) {
    return `{"resultType":"complete",${toolListOf(features, call.caller).slice(1, -1)},${JSON.stringify(added).slice(1)}`
  }
  const handler = features.methods.get(method)
  const result =
    method === DISCOVER || !handler ? discovered(features) : await handler(params, { ...call, readsStructure: true })
  return JSON.stringify({ resultType: 'complete', ...result, ...added })
}

function discovered({ instructions, hasViews }: McpFeatures): Record<string, unknown> {
  const extensions = hasViews === true ? { extensions: { 'io.modelcontextprotocol/ui': {} } } : {}
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, ...extensions }
  return { supportedVersions: [MODERN_VERSION], capabilities, instructions }
}

/** Lists change with the program. Which tools there are depends on the caller, so their list is nobody else's. */
function keptOf({ method, params }: ModernMessage): object {
  if (method === 'tools/list') return { ttlMs: HOUR_MS, cacheScope: 'private' }
  if (method === DISCOVER || method.endsWith('/list')) return { ttlMs: HOUR_MS, cacheScope: 'public' }
  if (method !== 'resources/read') return {}
  const uri = String(params?.['uri'])
  if (uri.startsWith('ui://')) return { ttlMs: HOUR_MS, cacheScope: 'public' }
  return KEPT_RESOURCES[uri] ?? { ttlMs: 0, cacheScope: 'private' }
}

const KEPT_RESOURCES: Readonly<Record<string, object>> = {
  'optionwire:///glossary': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'optionwire:///trading_days': { ttlMs: 60_000, cacheScope: 'private' },
}

/** Older versions have codes of their own for what these two say. */
const CODES: Readonly<Record<number, number>> = {
  [RPC.resourceNotFound]: RPC.invalidParams,
  [RPC.refused]: RPC.internal,
}

/** The part of an error that apps may see. */
function problemOf(error: unknown, { onFault }: ModernParts): RpcProblem {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return { code: CODES[code] ?? code, message, ...(data !== undefined && { data }) }
  }
  if (error instanceof AppError) {
    return { code: error.code === 'unavailable' ? RPC.internal : RPC.invalidParams, message: error.message }
  }
  onFault(error)
  return { code: RPC.internal, message: 'Internal error' }
}

function invalidParams(message: string): RpcProblem {
  return { code: RPC.invalidParams, message }
}

function refused(id: string | number | null, status: number, error: RpcProblem): ModernAnswer {
  return { status, text: JSON.stringify({ jsonrpc: '2.0', id, error }) }
}

function idOf(body: unknown): string | number | null {
  const read = z.looseObject({ id: z.union([z.string(), z.int()]) }).safeParse(body)
  return read.success ? read.data.id : null
}
