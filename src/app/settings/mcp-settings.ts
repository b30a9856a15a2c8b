import { z } from 'zod'
import { flag, text } from '../../lib/setting-readers.ts'

const ORIGINS = 'https://claude.ai,https://claude.com,https://chatgpt.com'

/** Settings of the MCP endpoint and of the apps that connect to it, by their names in the environment. */
export const MCP_SETTINGS = {
  MCP_OAUTH: flag.default(true),
  MCP_STRICT_HEADERS: flag.default(false),
  MCP_CLIENT_DOCUMENTS: z.enum(['fetch', 'pinned'], 'must be fetch or pinned').default('fetch'),
  MCP_ALLOWED_ORIGINS: text.default(ORIGINS).transform((list, context) => {
    const origins = list
      .split(',')
      .map((origin) => origin.trim().toLowerCase())
      .filter((origin) => origin !== '')
    if (origins.every((origin) => /^https?:\/\/[^/]+$/.test(origin) && URL.parse(origin)?.origin === origin))
      return origins
    context.addIssue('must be origins like https://claude.ai, separated by commas')
    return z.NEVER
  }),
}

type Settings = { readonly [Name in keyof typeof MCP_SETTINGS]: z.output<(typeof MCP_SETTINGS)[Name]> }

export interface McpConfig {
  /** Whether apps may connect by address, where the public URL is safe for tokens. */
  readonly oauth: boolean
  /** Whether headers must agree with the body also for apps that are known to send older ones. */
  readonly strictHeaders: boolean
  /** Whether the documents in which apps describe themselves are fetched. */
  readonly fetchesDocuments: boolean
  /** Of pages that may call the endpoint with their own credentials. */
  readonly allowedOrigins: readonly string[]
}

export function mcpConfigOf(settings: Settings): McpConfig {
  return {
    oauth: settings.MCP_OAUTH,
    strictHeaders: settings.MCP_STRICT_HEADERS,
    fetchesDocuments: settings.MCP_CLIENT_DOCUMENTS === 'fetch',
    allowedOrigins: settings.MCP_ALLOWED_ORIGINS,
  }
}
