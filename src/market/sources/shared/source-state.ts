/** What the process that asks the vendor says of the source each second, for all others. */
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import type { SourceHealth } from '../source-health.ts'
import { digestOf } from './live-question.ts'

/** Unknown instants are NaN. */
const instant = z.union([z.number(), z.nan()])
const StateSchema = z.object({
  state: z.enum(['unasked', 'fine', 'degraded', 'down']),
  sinceMs: instant,
  lastGoodMs: instant,
  detail: z.string(),
  refusedRows: z.number(),
})

export type SourceState = SourceHealth

/** Of the one row that has the state; no question has it. */
export const STATE_DIGEST = digestOf('state')

export function encodeState(state: SourceState): { readonly version: string; readonly content: Buffer } {
  return { version: digestOf(JSON.stringify(state)), content: serialize(state) }
}

/** Null for a content of another version of the program. */
export function decodeState(content: Buffer): SourceState | null {
  try {
    return StateSchema.safeParse(deserialize(content)).data ?? null
  } catch {
    return null
  }
}
