/**
 * The clock, randomness and storage of the browser. Other modules of the pages do not access them, as only `app` does
 * in the service.
 */

export function nowMs(): number {
  return Date.now()
}

/** From 0 to 1, excluding 1. */
export function random(): number {
  return Math.random()
}

/** Name of the stored list of recently opened symbols. */
export const RECENT_SYMBOLS = 'recent_symbols'

/** The stored text, or null. Storage may be blocked, and is then empty. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a text, or removes it for null. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Blocked or full: the value is lost when the page is left.
  }
}
