import type { ConnectedApp } from './connected-app.ts'

/**
 * What well-known apps publish about themselves, as of 23 November 2026. It is used where their document cannot be
 * fetched: vendors refuse some data centres.
 */
const DOCUMENTS: readonly Pick<ConnectedApp, 'id' | 'name' | 'redirectUris'>[] = [
  {
    id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    name: 'Claude',
    redirectUris: ['https://claude.ai/api/mcp/auth_callback'],
  },
  {
    id: 'https://claude.ai/oauth/claude-code-client-metadata',
    name: 'Claude Code',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  },
  {
    id: 'https://chatgpt.com/oauth/client.json',
    name: 'ChatGPT',
    redirectUris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  {
    id: 'https://chatgpt.com/oauth/codex/client.json',
    name: 'Codex',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  },
  {
    id: 'https://vscode.dev/oauth/client-metadata.json',
    name: 'Visual Studio Code',
    redirectUris: ['http://127.0.0.1:33418/', 'http://127.0.0.1/', 'https://vscode.dev/redirect'],
  },
]

export const PINNED_APPS: ReadonlyMap<string, ConnectedApp> = new Map(
  DOCUMENTS.map((app) => [app.id, { ...app, kind: 'document' }]),
)
