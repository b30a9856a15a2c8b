import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { cappedResponse } from '../../../lib/async/capped-response.ts'
import { nestsDeeperThan } from '../../../lib/text/nests-deeper-than.ts'
import { cutBytes, visibleText } from '../../../lib/text/visible-text.ts'
import { ALLOWED_TOOLS } from '../allowed-tools.ts'
import type { ToolOffer } from '../dialect.ts'

export interface ToolAnswer {
  readonly ok: boolean
  /** What the model is shown. */
  readonly text: string
}

export interface ToolSession extends AsyncDisposable {
  readonly tools: readonly ToolOffer[]
  /** Never throws but for the signal of the session: a tool that fails is an answer that says so. */
  call(name: string, argumentsText: string, timeoutMs: number): Promise<ToolAnswer>
}

export interface ToolSessionOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Texts that no argument may hold. */
  readonly secrets: readonly string[]
  readonly listTimeoutMs: number
  readonly wait?: Wait
}

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_TEXT_BYTES = 8 * 1024
const MAX_ARGUMENT_LENGTH = 4096
const DEEPEST_ARGUMENTS = 8
const MAX_PAGES = 5
/** Longer than any minute's limit: a server that asks for more is not waited for. */
const LONGEST_WAIT_MS = 60_000
const CUT = '\n[cut here: ask for less]'

/**
 * A session with the tool server, which offers what is allowed and only reads, and bounds what goes out and comes in.
 * A server that has had enough messages for the minute is waited for: ideas often come many at a time.
 */
export async function openToolSession(options: ToolSessionOptions, signal: AbortSignal): Promise<ToolSession> {
  const { listTimeoutMs, secrets, wait = pause } = options
  const line: Line = { options, signal, retryAfterMs: Number.NaN }
  const patiently = <T>(work: () => Promise<T>): Promise<T> => onceThereIsRoom(work, line, wait)
  const { client, tools } = await patiently(() => begin(line, { signal, timeout: listTimeoutMs }))
  const names = new Set(tools.map(({ name }) => name))
  return {
    tools,
    async call(name, argumentsText, timeoutMs) {
      const given = readArguments(argumentsText, secrets)
      if (!names.has(name)) return { ok: false, text: 'There is no tool of this name.' }
      if (typeof given === 'string') return { ok: false, text: given }
      try {
        return await patiently(() => callTool(client, name, given, { signal, timeout: timeoutMs }))
      } catch (error) {
        signal.throwIfAborted()
        return { ok: false, text: `The tool failed: ${error instanceof Error ? error.message : 'unknown cause'}` }
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** The way to the tool server. */
interface Line {
  readonly options: ToolSessionOptions
  readonly signal: AbortSignal
  /** What the last 429 said; the SDK's error holds no headers. NaN where it said nothing. */
  retryAfterMs: number
}

/** Again after a 429, as late as it asks for, until it is answered or the signal aborts. */
async function onceThereIsRoom<T>(work: () => Promise<T>, line: Line, wait: Wait): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof StreamableHTTPError && error.code === 429
      if (!isBusy || !(line.retryAfterMs <= LONGEST_WAIT_MS)) throw error
      await wait(line.retryAfterMs, line.signal)
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal })
}

interface RequestBounds {
  readonly signal: AbortSignal
  readonly timeout: number
}

async function begin(line: Line, bounds: RequestBounds): Promise<{ client: Client; tools: ToolOffer[] }> {
  const { url, headers } = line.options
  const client = new Client({ name: 'optionwire-receiver', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: (target, init) => guarded(target, init, line),
  })
  try {
    // The SDK's class is not written for exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<typeof client.connect>[0], bounds)
    return { client, tools: await listTools(client, bounds) }
  } catch (error) {
    await client.close()
    throw error
  }
}

/** Asked without the client's own methods, which compile a validator for every tool of the listing. */
async function listTools(client: Client, bounds: RequestBounds): Promise<ToolOffer[]> {
  const offers: ToolOffer[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const listed = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, bounds)
    for (const { name, description = '', inputSchema, annotations } of listed.tools) {
      if (!ALLOWED_TOOLS.includes(name) || annotations?.readOnlyHint === false) continue
      offers.push({ name, description, parameters: inputSchema })
    }
    cursor = listed.nextCursor
    if (cursor === undefined) break
  }
  return offers
}

async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
  bounds: RequestBounds,
): Promise<ToolAnswer> {
  const call = { method: 'tools/call' as const, params: { name, arguments: given } }
  const { content, isError } = await client.request(call, CallToolResultSchema, bounds)
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  return { ok: isError !== true, text: bounded(text) }
}

/** At most 8 KB of what a reader would see, and a word about the rest. */
export function bounded(text: string): string {
  const seen = text.split('\n').map(visibleText).join('\n')
  const cut = cutBytes(seen, MAX_TEXT_BYTES)
  return cut.length === seen.length ? seen : `${cutBytes(seen, MAX_TEXT_BYTES - CUT.length)}${CUT}`
}

/** The arguments as an object, or what is wrong with them. */
export function readArguments(text: string, secrets: readonly string[]): Record<string, unknown> | string {
  if (text.length > MAX_ARGUMENT_LENGTH) return 'The arguments are too long.'
  if (secrets.some((secret) => text.includes(secret))) return 'The arguments hold something that must not leave.'
  if (nestsDeeperThan(text, DEEPEST_ARGUMENTS)) return 'The arguments are nested too deeply.'
  try {
    const given: unknown = JSON.parse(text === '' ? '{}' : text)
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return { ...given }
    return 'The arguments are not a JSON object.'
  } catch {
    return 'The arguments are not JSON.'
  }
}

async function guarded(url: string | URL, init: RequestInit = {}, line: Line): Promise<Response> {
  const { options, signal } = line
  const target = new URL(url)
  if (target.origin !== new URL(options.url).origin)
    throw new Error(`${target.origin} is not the tool server's address.`)
  const both = init.signal ? AbortSignal.any([init.signal, signal]) : signal
  const answer = await fetch(target, { ...init, redirect: 'error', signal: both })
  if (answer.status === 429) line.retryAfterMs = Number(answer.headers.get('retry-after') ?? Number.NaN) * 1000
  return cappedResponse(answer, MAX_ANSWER_BYTES)
}
