/**
 * MCP over standard input and output, for hosts that start a program on the user's machine: each line is a message, which
 * goes to the endpoint of a running service as it is. Only what the endpoint needs beside it is read here.
 */

import { CLAIM_KEY, NAMED_BY } from '../mcp/modern/names.ts'

export interface BridgeParts {
  /** The endpoint. */
  readonly url: string
  /** They authorize the requests of the account. */
  readonly headers: Readonly<Record<string, string>>
  readonly lines: AsyncIterable<string>
  readonly write: (line: string) => void
  /** For what no message can answer. It never gets a key. */
  readonly log: (text: string) => void
}

const TIMEOUT_MS = 120_000
const INTERNAL = -32603
const PARSE_ERROR = -32700

/** Ends with the input, after the last answer. */
export async function bridge(parts: BridgeParts): Promise<void> {
  const open = new Set<Promise<void>>()
  const session: Session = { version: undefined }
  for await (const line of parts.lines) {
    if (line.trim() === '') continue
    const sent: Promise<void> = forward(line, session, parts).finally(() => open.delete(sent))
    open.add(sent)
  }
  await Promise.all(open)
}

interface Session {
  /** What `initialize` agreed on; later messages name it in a header. */
  version: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

async function forward(line: string, session: Session, parts: BridgeParts): Promise<void> {
  const message = parsed(line)
  if (message === undefined) {
    parts.write(failure(null, PARSE_ERROR, 'The message is not JSON.'))
    return
  }
  const id = idOf(message)
  try {
    let answered = false
    for await (const answer of send(line, message, session, parts)) {
      answered = true
      parts.write(JSON.stringify(withId(answer, id)))
    }
    if (!answered && id !== undefined) throw new Error('The service sent no answer.')
  } catch (error) {
    const text = error instanceof Error ? error.message : 'The service could not be reached.'
    if (id === undefined) parts.log(text)
    else parts.write(failure(id, INTERNAL, text))
  }
}

async function* send(
  line: string,
  message: unknown,
  session: Session,
  { url, headers }: BridgeParts,
): AsyncGenerator<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      ...headersOf(message, session),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: line,
    // A key goes nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error) => {
    throw new Error(`${new URL(url).origin} cannot be reached: ${reasonOf(error)}. Check that the service runs there.`)
  })
  const isInitialize = fieldsOf(message)?.['method'] === 'initialize'
  for await (const text of textsIn(response)) {
    const answer = parsed(text)
    if (fieldsOf(answer) === undefined && !Array.isArray(answer)) {
      throw new Error(
        `${new URL(url).origin} answered HTTP ${response.status} with something else than MCP. Check the address.`,
      )
    }
    const agreed = fieldsOf(fieldsOf(answer)?.['result'])?.['protocolVersion']
    if (isInitialize && typeof agreed === 'string') session.version = agreed
    yield answer
  }
}

/** The messages of an answer as they arrive: one as JSON, several as server-sent events. */
async function* textsIn(response: Response): AsyncGenerator<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    const text = await response.text()
    if (text !== '' || !response.ok) yield text
    return
  }
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (rest + chunk).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
      if (data.length > 0) yield data.map((line) => line.slice('data:'.length).trimStart()).join('\n')
    }
  }
}

/** The headers of the protocol: the version, and since 2026-07-28 what the message is about. */
function headersOf(message: unknown, { version }: Session): Record<string, string> {
  const { method, params } = fieldsOf(message) ?? {}
  const claim = fieldsOf(fieldsOf(params)?.['_meta'])?.[CLAIM_KEY]
  if (typeof claim !== 'string' || typeof method !== 'string') {
    return version === undefined ? {} : { 'mcp-protocol-version': version }
  }
  const name = fieldsOf(params)?.[NAMED_BY[method] ?? '']
  return {
    'mcp-protocol-version': claim,
    'mcp-method': headerText(method),
    ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
  }
}

function headerText(text: string): string {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/** A refusal before the message was read has no id, but the host waits for the one that it sent. */
function withId(answer: unknown, id: string | number | undefined): unknown {
  const fields = fieldsOf(answer)
  return fields && fields['id'] === null && 'error' in fields && id !== undefined ? { ...fields, id } : answer
}

function failure(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

/** Undefined for notifications. */
function idOf(message: unknown): string | number | undefined {
  const id = fieldsOf(message)?.['id']
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return error.cause instanceof Error ? error.cause.message : error.message
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
