import { routes } from 'virtual:routes'
import type { z } from 'zod'
import type { Plan } from '../accounts/domain/plan.ts'
import type { Catalogue } from '../app/operations.ts'

/** A typed client of the service: names, inputs and answers are those of the catalogue. */

export type OperationName = keyof Catalogue
export type InputOf<Name extends OperationName> = z.input<Catalogue[Name]['input']>
export type AnswerOf<Name extends OperationName> = z.output<Catalogue[Name]['output']>

/** An error of the service (RFC 9457), or a failed connection (`status` 0). */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  /** The required plan, if the plan is the reason. */
  readonly requiredPlan: Plan | null
  /** The second step that a sign-in needs. */
  readonly secondFactor: SecondFactor | null
  /** Errors of single fields, by path. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, body: ProblemBody) {
    super(body.detail ?? 'The service cannot be reached. Try again in a moment.')
    this.status = status
    this.code = body.code ?? 'unreachable'
    this.requiredPlan = body.required_plan ?? null
    this.secondFactor = body.second_factor ?? null
    this.fields = Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]))
  }
}

export interface SecondFactor {
  readonly token: string
  readonly methods: readonly string[]
}

interface ProblemBody {
  readonly detail?: string
  readonly code?: string
  readonly required_plan?: Plan
  readonly second_factor?: SecondFactor
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

/** Whether the last request reached the service; `listeners` are called when it changes. */
export const connection = { isUp: true, listeners: new Set<() => void>() }

function connected(isUp: boolean): void {
  if (connection.isUp === isUp) return
  connection.isUp = isUp
  for (const notify of connection.listeners) notify()
}

/** Called when the sign-in session has ended. */
export const onSignedOut = new Set<() => void>()

/** Where the receiver is, and the webhook secret, which its operations take in the place of a session. */
export interface ReceiverKey {
  /** Segment of its path. */
  readonly provider: string
  readonly secret: string
}

/** Their 401 does not mean that a session has ended. */
const SIGNING_IN: ReadonlySet<OperationName> = new Set<OperationName>([
  'sign_in',
  'complete_sign_in',
  'start_passkey_sign_in',
  'sign_in_with_passkey',
])

interface AskOptions {
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
  /** For operations of the receiver. */
  readonly receiver?: ReceiverKey
}

export async function ask<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  { receiver, ...options }: AskOptions = {},
): Promise<AnswerOf<Name>> {
  const { url, init } = requestOf(name, input, receiver)
  const response = await fetch(url, { ...init, ...options }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    connected(false)
    throw new Problem(0, {})
  })
  connected(true)
  if (response.status === 204) return JSON.parse('{}')
  const body: unknown = await response.json().catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    // The connection broke during the response; the status of an error is enough.
    if (response.ok) throw new Problem(0, {})
    return {}
  })
  if (response.ok) return body as AnswerOf<Name>
  const problem = new Problem(response.status, body as ProblemBody)
  if (problem.status === 401 && !SIGNING_IN.has(name) && !receiver) for (const notify of onSignedOut) notify()
  throw problem
}

/** A URL for downloads by the browser. */
export function urlOf<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  extra: Record<string, string> = {},
): string {
  const { url } = requestOf(name, input)
  const query = new URLSearchParams(extra).toString()
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

function requestOf(
  name: string,
  input: Readonly<Record<string, unknown>>,
  receiver?: ReceiverKey,
): { url: string; init: RequestInit } {
  const [method, template] = routes[name]?.split(' ') ?? []
  if (!method || !template) throw new Error(`${name} has no route.`)
  const base = receiver ? `/webhooks/${encodeURIComponent(receiver.provider)}` : '/api/v1'
  const secret = receiver && { 'x-bot-secret': receiver.secret }
  const rest = { ...input }
  const path = template.replaceAll(/:(\w+)/g, (_whole, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  const url = `${base}${path}`
  if (method === 'GET') return { url: `${url}${queryOf(rest)}`, init: secret ? { headers: secret } : {} }
  const body = JSON.stringify(rest)
  const hasBody = Object.keys(rest).length > 0
  return {
    url,
    init: { method, ...(hasBody ? { body, headers: { 'content-type': 'application/json' } } : {}) },
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
