/** Parses an HTTP answer to JSON, or throws a `VendorFailure` with the reason. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ZodType } from 'zod'
import { VendorFailure, type VendorFault } from './vendor-failure.ts'

/** What a conditional request shows, so that the same data need not be sent twice. */
export interface Validators {
  readonly etag: string | undefined
  readonly lastModified: string | undefined
}

export type VendorAnswer =
  | { readonly type: 'unchanged' }
  | { readonly type: 'fresh'; readonly body: unknown; readonly validators: Validators; readonly byteLength: number }

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Buffer
}

interface StatusFault {
  readonly fault: VendorFault
  readonly says: string
}

const unzip = promisify(gunzip)
const LONGEST_PATH = 60

const FAULT_OF_STATUS: ReadonlyMap<number, StatusFault> = new Map([
  [400, { fault: 'bad_request', says: 'does not understand the question' }],
  [401, { fault: 'unauthorized', says: 'does not accept the keys' }],
  [403, { fault: 'forbidden', says: 'refuses the question' }],
  [404, { fault: 'not_found', says: 'has no such data' }],
  [422, { fault: 'bad_request', says: 'does not understand the question' }],
  [429, { fault: 'throttled', says: 'limits the request rate' }],
])

/** Where the answer points to was not chosen by the operator, and the keys would go there. */
const ELSEWHERE: StatusFault = { fault: 'bad_request', says: 'points to another place, which is not followed' }
const BROKEN: StatusFault = { fault: 'broken', says: 'fails' }

/** Throws a VendorFailure for anything but JSON with a success status, and for an unexpected 304. */
export async function answerOf(vendor: string, raw: RawAnswer, maxBytes: number, nowMs: number): Promise<VendorAnswer> {
  const { status, headers } = raw
  if (status === 304) return { type: 'unchanged' }
  if (status < 200 || status > 299) throw failureOf(vendor, raw, nowMs)
  const bytes = await unpacked(vendor, raw, maxBytes)
  return {
    type: 'fresh',
    body: jsonOf(vendor, bytes),
    validators: { etag: first(headers['etag']), lastModified: first(headers['last-modified']) },
    byteLength: bytes.length,
  }
}

/** Only the fields that the schema names; a vendor that changed one of them fails here, by name and not by value. */
export function takenBy<T>(schema: ZodType<T>, body: unknown, vendor: string): T {
  const taken = schema.safeParse(body)
  if (taken.success) return taken.data
  const path = taken.error.issues[0]?.path.join('.').slice(0, LONGEST_PATH) ?? ''
  const where = path === '' ? 'the answer' : `the field ${path}`
  throw new VendorFailure(
    'changed_shape',
    `${vendor} answers in another form than it used to: ${where} is not as expected.`,
  )
}

function failureOf(vendor: string, { status, headers }: RawAnswer, nowMs: number): VendorFailure {
  const known = FAULT_OF_STATUS.get(status) ?? (status < 400 ? ELSEWHERE : BROKEN)
  const retryAfterMs = retryAfterOf(headers, nowMs)
  return new VendorFailure(known.fault, `${vendor} ${known.says} (HTTP ${status}).`, { status, retryAfterMs })
}

/** Seconds or a date in Retry-After; epoch seconds in X-RateLimit-Reset, where a refusal has no Retry-After. */
function retryAfterOf(headers: RawAnswer['headers'], nowMs: number): number | undefined {
  const text = first(headers['retry-after'])
  const seconds = Number(text)
  if (text !== undefined && text.trim() !== '') {
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - nowMs
    if (Number.isFinite(ms)) return Math.max(0, ms)
  }
  const reset = Number(first(headers['x-ratelimit-reset']) ?? Number.NaN)
  return Number.isFinite(reset) ? Math.max(0, reset * 1000 - nowMs) : undefined
}

async function unpacked(vendor: string, { headers, bytes }: RawAnswer, maxBytes: number): Promise<Buffer> {
  if (first(headers['content-encoding'])?.toLowerCase() !== 'gzip') return bytes
  try {
    return await unzip(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(vendor, maxBytes)
    throw new VendorFailure('truncated', `The answer of ${vendor} is cut off or damaged.`, { cause: error })
  }
}

export function tooLarge(vendor: string, maxBytes: number): VendorFailure {
  return new VendorFailure(
    'too_large',
    `The answer of ${vendor} is larger than ${Math.round(maxBytes / 1_000_000)} MB.`,
  )
}

function jsonOf(vendor: string, bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    const start = text.trimStart().slice(0, 1)
    if (start === '{' || start === '[') {
      throw new VendorFailure('truncated', `The answer of ${vendor} is cut off or damaged.`, { cause: error })
    }
    throw new VendorFailure('not_json', `${vendor} answers with something that is not JSON.`)
  }
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}
