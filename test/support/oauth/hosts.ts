/**
 * What the hosts of assistants send when their user pastes the address of a service, as their published sources, documents
 * and public bug reports say; seen until 23 November 2026. None of them was tried live.
 */
export interface Host {
  readonly name: string
  /** Its document, which is its id, or what it registers with. */
  readonly identity: { readonly document: string } | { readonly registration: Readonly<Record<string, unknown>> }
  readonly redirectUri: string
  /** What the page says of the place that it returns to. */
  readonly returnsTo: string
  /** The first request, before it has a token. */
  readonly probe: 'HEAD' | 'GET' | 'POST'
  /** Where it looks for the metadata of the resource: by the header of the refusal, or at the root. */
  readonly looks: 'header' | 'root'
  readonly state: string
  readonly scope?: string
  /** Parameters of the authorization request beyond the usual. */
  readonly extra?: Readonly<Record<string, string>>
  /** Whether it names the resource when it refreshes. */
  readonly refreshesFor: 'resource' | 'nothing'
  readonly protocol: '2025-03-26' | '2025-06-18' | '2025-11-25'
}

const CODES = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

const CLAUDE = {
  redirectUri: 'https://claude.ai/api/mcp/auth_callback',
  returnsTo: 'claude.ai',
  probe: 'HEAD',
  looks: 'header',
  state: 'bX4lP0rJ8kqVt1sHcA2dZg',
  scope: 'mcp:read offline_access',
  refreshesFor: 'resource',
  protocol: '2025-11-25',
} as const

export const HOSTS: readonly Host[] = [
  {
    ...CLAUDE,
    name: 'Claude',
    identity: { document: 'https://claude.ai/oauth/mcp-oauth-client-metadata' },
  },
  {
    ...CLAUDE,
    name: 'Claude',
    identity: {
      registration: {
        client_name: 'Claude',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        scope: 'mcp:read',
        ...CODES,
      },
    },
  },
  {
    name: 'Claude Code',
    identity: { document: 'https://claude.ai/oauth/claude-code-client-metadata' },
    redirectUri: 'http://localhost:53682/callback',
    returnsTo: 'localhost',
    probe: 'POST',
    looks: 'header',
    state: 'Zk9xN0JvV2hRc2R5',
    scope: 'mcp:read',
    refreshesFor: 'resource',
    protocol: '2025-11-25',
  },
  {
    name: 'ChatGPT',
    identity: { document: 'https://chatgpt.com/oauth/client.json' },
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    returnsTo: 'chatgpt.com',
    probe: 'POST',
    looks: 'root',
    state: 'oauth_s_6917f0c2e0f881918a1f',
    scope: 'mcp:read offline_access',
    extra: { prompt: 'consent' },
    refreshesFor: 'resource',
    protocol: '2025-11-25',
  },
  {
    name: 'Codex',
    identity: { document: 'https://chatgpt.com/oauth/codex/client.json' },
    redirectUri: 'http://127.0.0.1:41873/callback',
    returnsTo: '127.0.0.1',
    probe: 'POST',
    looks: 'header',
    state: 'q8ZV2mJ1cX0wL5n7',
    refreshesFor: 'nothing',
    protocol: '2025-06-18',
  },
  {
    name: 'Visual Studio Code',
    identity: {
      registration: {
        client_name: 'Visual Studio Code',
        client_uri: 'https://code.visualstudio.com',
        redirect_uris: [
          'https://insiders.vscode.dev/redirect',
          'https://vscode.dev/redirect',
          'http://127.0.0.1/',
          'http://127.0.0.1:33418/',
        ],
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'http://127.0.0.1:51234/',
    returnsTo: '127.0.0.1',
    probe: 'POST',
    looks: 'header',
    state: 'u3Z/kQ0+8dXwYp1r5vTn0A==',
    scope: 'mcp:read',
    extra: { prompt: 'login' },
    refreshesFor: 'resource',
    protocol: '2025-11-25',
  },
  {
    name: 'Cursor',
    identity: {
      registration: {
        client_name: 'Cursor',
        redirect_uris: [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
        ],
        ...CODES,
      },
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    returnsTo: 'cursor://',
    probe: 'POST',
    looks: 'header',
    state: '5f1d3c7a-6d2e-4c57-9a0e-8f9b6b1f2d11',
    scope: 'mcp:read',
    refreshesFor: 'resource',
    protocol: '2025-06-18',
  },
]
