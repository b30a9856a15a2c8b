import type { z } from 'zod'
import { nestsDeeperThan } from '../../lib/text/nests-deeper-than.ts'
import { Decision } from '../contract/decision.ts'

/** A decision, or the sentence that says why there is none. */
export type Reading =
  | { readonly ok: true; readonly decision: Decision }
  /** `isSkip`: a bound was reached, which skips the idea. `isProviderFault`: no model of the provider would do better. */
  | { readonly ok: false; readonly error: string; readonly isSkip?: boolean; readonly isProviderFault?: boolean }

/** The text that ends a conversation, or the sentence that says why there is none. */
export type FinalText =
  /** `mayBeFenced`: the model was not held to the schema, so a code fence around the object is no fault. */
  | { readonly ok: true; readonly text: string; readonly mayBeFenced?: boolean }
  | { readonly ok: false; readonly error: string }

const DEEPEST = 8
/** In code units; a decision of 4,000 tokens is far below. */
const LONGEST = 65_536

/** What the model's final text says. Keys that nobody asked for are ignored; anything else unexpected is an error. */
export function readDecision(final: FinalText): Reading {
  if (!final.ok) return final
  if (final.text.length > LONGEST) return failed('The answer of the model is too long.')
  const parsed = jsonOf(final.mayBeFenced ? withoutFence(final.text) : final.text)
  if (parsed === undefined) return failed('The answer of the model is not JSON.')
  const decision = Decision.safeParse(parsed.value)
  if (!decision.success) return failed(`The answer of the model has the wrong shape: ${issuesOf(decision.error)}`)
  const { symbol, ...rest } = decision.data
  return { ok: true, decision: { ...rest, symbol: normalised(symbol) } }
}

export function failed(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error }
}

/** Trimmed, and upper-cased where that cannot change the ticker: `ſ` would become `S`. */
function normalised(symbol: string): string {
  const trimmed = symbol.trim()
  return /^[\x20-\x7e]*$/.test(trimmed) ? trimmed.toUpperCase() : trimmed
}

/** The text inside a fence that encloses all of it; other text stays as it is, and is not JSON. */
function withoutFence(text: string): string {
  const [opening = '', ...lines] = text.trim().split('\n')
  const isFenced = /^```[a-z]*\s*$/i.test(opening) && lines.at(-1)?.trim() === '```'
  return isFenced ? lines.slice(0, -1).join('\n') : text
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  if (nestsDeeperThan(text, DEEPEST)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Every bad field with what is wrong, without the value. */
function issuesOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`).join('; ')
}
