import { z } from 'zod'
import { LONGEST_COOLDOWN_MINUTES, RECOMMENDED_COOLDOWN_MINUTES } from '../../notifications/domain/cooldown.ts'
import { CHANNELS } from '../../notifications/domain/delivery/channels.ts'

export const AlertName = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(100, 'must be at most 100 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .describe('A name for the alert, 1 to 100 characters.')

export const AlertSourceName = z
  .enum(['option_flow', 'trade_idea', 'market_level', 'screen'])
  .describe('What the rule watches.')

export const AlertChannels = z
  .array(z.enum(CHANNELS))
  .max(CHANNELS.length)
  .refine((list) => new Set(list).size === list.length, 'must name each channel once')
  .nullable()
  .describe("Channels to use; null for those of the account's settings, an empty list for the bell only.")

export const CooldownMinutes = z
  .int()
  .min(0)
  .max(LONGEST_COOLDOWN_MINUTES)
  .describe(
    `Minimum minutes between two notifications for one symbol; ${RECOMMENDED_COOLDOWN_MINUTES} or more are recommended.`,
  )

export const AlertPriority = z
  .enum(['normal', 'high'])
  .describe('High always notifies immediately; normal respects quiet hours and digests.')
