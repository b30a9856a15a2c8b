import { routes } from 'virtual:routes'
import type { z } from 'zod'
import type { Catalogue } from '../operations/index.ts'

/** The service as a typed function: names, inputs and answers are those of the catalogue. */

export type OperationName = keyof Catalogue
export type InputOf<Name extends OperationName> = z.input<Catalogue[Name]['input']>
export type AnswerOf<Name extends OperationName> = z.output<Catalogue[Name]['output']>

/** A refusal of the service (RFC 9457), or that it cannot be reached (`status` 0). */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  /** The plan that would do, where the plan is what lacks. */
  readonly requiredPlan: string | null
  /** What is wrong with single fields, by their path. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, body: ProblemBody) {
    super(body.detail ?? 'The service cannot be reached. It is asked again by itself.')
    this.status = status
    this.code = body.code ?? 'unreachable'
    this.requiredPlan = body.required_plan ?? null
    this.fields = Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]))
  }
}

interface ProblemBody {
  readonly detail?: string
  readonly code?: string
  readonly required_plan?: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

/** Called when the sign-in session has ended, wherever that is noticed. */
export const onSignedOut = new Set<() => void>()

export async function ask<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  options: { readonly signal?: AbortSignal; readonly keepalive?: boolean } = {},
): Promise<AnswerOf<Name>> {
  const { url, init } = requestOf(name, input)
  const response = await fetch(url, { ...init, ...options }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new Problem(0, {})
  })
  if (response.status === 204) return JSON.parse('{}')
  const body: unknown = await response.json().catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    // The line broke within the answer; a refusal stands even without its words.
    if (response.ok) throw new Problem(0, {})
    return {}
  })
  if (response.ok) return body as AnswerOf<Name>
  const problem = new Problem(response.status, body as ProblemBody)
  if (problem.status === 401 && name !== 'sign_in') for (const told of onSignedOut) told()
  throw problem
}

/** Where the browser can fetch an answer by itself: downloads. */
export function urlOf<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  extra: Record<string, string> = {},
): string {
  const { url } = requestOf(name, input)
  const asked = new URLSearchParams(extra).toString()
  return asked === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${asked}`
}

function requestOf(name: string, input: Readonly<Record<string, unknown>>): { url: string; init: RequestInit } {
  const route = routes[name]
  if (!route) throw new Error(`${name} has no route.`)
  const rest = { ...input }
  const path = route.path.replaceAll(/:(\w+)/g, (_whole, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  const url = `/api/v1${path}`
  if (route.method === 'GET') return { url: `${url}${queryOf(rest)}`, init: {} }
  const body = JSON.stringify(rest)
  const hasBody = Object.keys(rest).length > 0
  return {
    url,
    init: { method: route.method, ...(hasBody ? { body, headers: { 'content-type': 'application/json' } } : {}) },
  }
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '') return []
    if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value.join(',')]]
    return [[name, String(value)]]
  })
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
