/** What a JSON text holds; null for what is none, which every schema here refuses. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
