import type { Page } from 'playwright-core'

/** How long a poll of a page waits. */
export const PATIENCE = { timeout: 20_000, interval: 50 }

/** The number beside the bell. */
export async function unreadOf(page: Page): Promise<number> {
  const label = (await page.getByRole('button', { name: /^Notifications/ }).getAttribute('aria-label')) ?? ''
  return Number(/(\d+) unread/.exec(label)?.[1] ?? 0)
}
