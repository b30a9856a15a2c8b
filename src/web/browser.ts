/** The clock, chance and the storage of the browser: read here alone, as `app` is for the service. */

export function nowMs(): number {
  return Date.now()
}

/** From 0 to 1, 1 not included. */
export function random(): number {
  return Math.random()
}

/** What was kept under a name, or null: storage may be blocked, and then nothing is kept. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text, or forgets it for null. */
export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Blocked or full: the choice holds until the page is left.
  }
}
