/** Normalizes an address of a request for look-up. An invalid address is simply not found. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}
