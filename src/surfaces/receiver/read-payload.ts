import type { FieldIssue } from '../../lib/errors.ts'
import { isJsonObject } from '../../lib/json/json-value.ts'
import { TradeIdea } from '../../trade-ideas/contract.ts'

export type ReadPayload =
  | { readonly ok: true; readonly idea: TradeIdea }
  /** Every bad field, each with what it must be and never what it was. */
  | { readonly ok: false; readonly issues: readonly FieldIssue[] }

/** Parsed JSON as a trade idea. The rules of each field are those of the contract; a field gives its first breach. */
export function readPayload(value: unknown): ReadPayload {
  if (!isJsonObject(value)) return { ok: false, issues: [{ path: 'body', message: 'must be a JSON object' }] }
  // Own fields alone: what the object inherits was not sent.
  const read = TradeIdea.safeParse({ ...value })
  if (read.success) return { ok: true, idea: read.data }
  const messages = new Map<string, string>()
  for (const { path, message } of read.error.issues) {
    const name = String(path[0])
    if (!messages.has(name)) messages.set(name, message)
  }
  return { ok: false, issues: [...messages].map(([path, message]) => ({ path, message })) }
}
