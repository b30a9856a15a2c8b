/** A trade idea as it travels in a webhook: the one list of its fields. */
import { z } from 'zod'
import { isJsonObject, nestsDeeper, withoutInertKeys } from '../lib/json/json-value.ts'
import { exceedsCodePoints } from '../lib/text/code-points.ts'
import { canonicalInstant } from '../lib/time/canonical-instant.ts'
import { IDEA_DIRECTIONS } from './domain/idea-direction.ts'

/** Longest text of an idea, in code points. */
const MAX_CHARACTERS = 200
/** Levels of `matched_criteria`, the object itself being the first. */
const MAX_CRITERIA_LEVELS = 16

/** A refusal never repeats the value. */
function must(message: string) {
  return { error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is required' : message) }
}

const Text = z
  .string(must('must be text'))
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine((text) => !exceedsCodePoints(text, MAX_CHARACTERS), `must have at most ${MAX_CHARACTERS} characters`)
  // Digests of texts that are not well-formed collide: a lone surrogate is hashed as U+FFFD.
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
  .refine((text) => !text.includes('\0'), 'must not hold a NUL character')
  .meta({ minLength: 1, maxLength: MAX_CHARACTERS })

const SYMBOL_FORM = 'must be one letter, then up to 9 letters, digits or dots'

/** Checked as ASCII before it is upper-cased: `ſ` and `ı` would become other tickers. */
const Ticker = z
  .string(must(SYMBOL_FORM))
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9.]{0,9}$/, SYMBOL_FORM)
  .toUpperCase()
  .meta({ pattern: '^\\s*[A-Za-z][A-Za-z0-9.]{0,9}\\s*$' })

const INSTANT_FORM = 'must be an ISO 8601 date and time such as 2026-11-20T15:00:00Z'

const Instant = z
  .string(must(INSTANT_FORM))
  .refine((text) => !exceedsCodePoints(text, MAX_CHARACTERS) && canonicalInstant(text) !== null, INSTANT_FORM)
  .meta({ maxLength: MAX_CHARACTERS })

const Price = z.number(must('must be a finite number'))

const Criteria = z
  .unknown()
  .optional()
  .meta({ type: ['object', 'null'] })
  .refine((value) => isJsonObject(value ?? {}), 'must be an object')
  .refine((value) => !nestsDeeper(value, MAX_CRITERIA_LEVELS), `must nest at most ${MAX_CRITERIA_LEVELS} levels`)
  .transform((value) => (isJsonObject(value) ? withoutInertKeys(value) : {}))
  .pipe(z.record(z.string(), z.unknown()))

/**
 * Parsing gives the normalised form: the symbol in upper case, null for an optional field that is absent or null, an
 * empty object for no criteria, names and `triggered_at` exactly as sent. Further fields are dropped.
 */
export const TradeIdea = z.object({
  alert_name: Text.describe('Name of the alert rule.'),
  source: z.literal('trade_idea', must('must be trade_idea')).describe('Always `trade_idea`.'),
  symbol: Ticker.describe('Ticker of the underlying; trimmed and upper-cased.'),
  direction: z
    .enum(IDEA_DIRECTIONS, must(`must be one of ${IDEA_DIRECTIONS.join(', ')}`))
    .describe('What the idea expects.'),
  strategy: Text.describe('Label of the strategy.'),
  model: Text.nullable().default(null).describe('Model or pipeline.'),
  entry_price: Price.nullable().default(null).describe('Reference entry, USD.'),
  target_price: Price.nullable().default(null).describe('Reference target, USD.'),
  stop_price: Price.nullable().default(null).describe('Reference stop, USD.'),
  triggered_at: Instant.describe(
    'ISO 8601 date and time: `YYYY-MM-DD`, `T` or a space, `hh:mm[:ss[.fraction]]`, and `Z`, `±hh:mm`, `±hhmm` or no offset.',
  ),
  matched_criteria: Criteria.describe('Criteria of the rule that matched; at most 16 levels.'),
})

export type TradeIdea = Readonly<z.output<typeof TradeIdea>>
