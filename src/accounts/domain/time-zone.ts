export const DEFAULT_TIME_ZONE = 'America/New_York'

/** Whether a name is an IANA time zone, such as America/New_York; an offset such as +02:00 is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
