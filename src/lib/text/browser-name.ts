const MAX_LENGTH = 512

/**
 * The browser and system that a `User-Agent` header claims, without versions: "Firefox on Linux". Null if it names no
 * known browser. Anybody can send any header, so it identifies nobody.
 */
export async function browserName(userAgent: string): Promise<string | null> {
  // Loaded at the first sign-in: an idle service does not need its tables.
  const { default: bowser } = await import('bowser')
  const parser = bowser.getParser(userAgent.slice(0, MAX_LENGTH) || '-')
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  if (!browser) return null
  return system ? `${browser} on ${system}` : browser
}
