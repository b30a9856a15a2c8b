import { readConfig } from '../../../src/app/settings/config.ts'

/** The settings without which nothing starts. */
export const needed = { SESSION_SECRET: 's'.repeat(32), WEBHOOK_SECRET: 'w'.repeat(16) }

/** What is said against these settings; null if they are valid. */
export function messageOf(settings: Record<string, string>): string | null {
  try {
    readConfig({ ...needed, ...settings })
    return null
  } catch (error) {
    return String(error)
  }
}
