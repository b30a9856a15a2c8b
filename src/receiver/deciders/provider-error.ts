/** Anthropic answers 400 where OpenAI answers 424. */
const CONNECTOR_FAILED = /\bMCP server\b/

/** An error of a provider in its own words, where the SDK keeps the whole answer as the message. */
export class ProviderError extends Error {
  readonly status: number

  constructor(status: number, words: string, options: ErrorOptions = {}) {
    super(words, options)
    this.name = 'ProviderError'
    this.status = status
  }
}

/** The status that a provider answered with, when the error is about an answer. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined
  return typeof error.status === 'number' ? error.status : undefined
}

/** Whether the provider is down, slow or refuses the key; not what it says of one request, model or tool server. */
export function isProviderFault(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status >= 500 || [401, 403, 408, 429].includes(status)
}

/** What went wrong on the way to the model, for a person. May hold anything that the provider sent: redact it. */
export function providerFailure(error: unknown, keySetting: string): string {
  const status = statusOf(error)
  const words = wordsOf(error)
  if (status === undefined) return `The model provider could not be reached or understood: ${words}`
  if (status === 401) return `The model provider refused ${keySetting}: ${words}`
  if (status === 424 || (status === 400 && CONNECTOR_FAILED.test(words))) {
    return `The model provider could not list the tools of MCP_URL: ${words} A provider cannot reach a private MCP_URL; DECISION_MODE=local_mcp calls the tools from here. It also fails when SERVICE_EMAIL or SERVICE_TOKEN is wrong.`
  }
  return `The model provider answered with an error: ${words}`
}

/** The error and what caused it: the reason of a failed connection stands at the end. */
export function wordsOf(error: unknown): string {
  const words: string[] = []
  let link: unknown = error
  while (link instanceof Error && words.length < 4) {
    const code = 'code' in link && isCode(link.code) ? ` (${link.code})` : ''
    words.push(`${isMarkup(link.message) ? `${statusOf(link) ?? ''} a page instead of JSON` : link.message}${code}`)
    link = link.cause
  }
  return words.join(': ') || 'unknown cause'
}

/** A system's word such as ECONNREFUSED, or a status: not every SDK keeps its status under that name. */
function isCode(code: unknown): code is string | number {
  return typeof code === 'string' || (typeof code === 'number' && code >= 100)
}

function isMarkup(text: string): boolean {
  return /<(!doctype|html|head|body)\b/i.test(text)
}
