// Reads a call's parameters the way the vendor does: from the query string, a form or a JSON object, all as text.
import type { IncomingMessage } from 'node:http'
import { ApiError, type Params } from './types.ts'

export async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

export async function readParams(req: IncomingMessage, query: URLSearchParams): Promise<Params> {
  const params: Params = Object.fromEntries(query)
  const body = req.method === 'GET' ? '' : await readBody(req)
  const type = (req.headers['content-type'] ?? '').toLowerCase()
  if (body === '') return params
  if (type.includes('application/json')) return { ...params, ...fromJson(body) }
  if (type.includes('application/x-www-form-urlencoded')) {
    return { ...params, ...Object.fromEntries(new URLSearchParams(body)) }
  }
  if (type.includes('multipart/form-data')) throw new ApiError(501, 'Fake: multipart is not written')
  return params
}

function fromJson(body: string): Params {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    const wrong = body.trimStart().startsWith('{') ? "can't parse parameter value" : 'JSON object expected'
    throw new ApiError(400, `Bad Request: ${wrong}`)
  }
  if (typeof value === 'string') return { content: value }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'Bad Request: JSON object expected')
  }
  const params: Params = {}
  for (const [key, item] of Object.entries(value)) {
    // A null is the text "null", so `parse_mode: null` is an unsupported parse mode.
    params[key] = typeof item === 'string' ? item : JSON.stringify(item)
  }
  return params
}

export function bool(value: string | undefined): boolean {
  return ['true', 'yes', '1'].includes((value ?? '').trim().toLowerCase())
}

export function int(value: string | undefined, standard: number, min: number, max: number): number {
  if (!value) return standard
  const read = /^-?\d+/.exec(value)
  return Math.min(max, Math.max(min, read ? Number(read[0]) : 0))
}

// A parameter that holds JSON text; undefined when it is absent or no JSON.
export function json(value: string | undefined): unknown {
  if (!value) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
