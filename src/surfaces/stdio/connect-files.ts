/** The files by which hosts and registries find a service, all from its address and the catalogue. */
import { BRIDGE_SETTINGS } from './bridge-settings.ts'

export interface Listed {
  /** The public address without a path. */
  readonly origin: string
  readonly version: string
  readonly tools: readonly { readonly name: string; readonly title: string }[]
}

const TITLE = 'Optionwire'
const DESCRIPTION = 'Options-market analytics of US stocks: chains, gamma, volatility, flow, levels, trade ideas.'
const KEYWORDS = ['options', 'gamma', 'volatility', 'market-data', 'finance']
const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/**
 * `server.json` of the MCP registry. The name is the host, reversed: its owner proves it by DNS or by a file on the host.
 * Null where nobody else can reach the address.
 */
export function registryEntry({ origin, version }: Listed): object | null {
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:' || !/^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname)) return null
  return {
    $schema: SERVER_SCHEMA,
    name: `${hostname.split('.').toReversed().join('.')}/optionwire`,
    title: TITLE,
    description: DESCRIPTION,
    version,
    websiteUrl: origin,
    icons: [192, 512].map((size) => ({
      src: `${origin}/icons/icon-${size}.png`,
      mimeType: 'image/png',
      sizes: [`${size}x${size}`],
    })),
    remotes: [{ type: 'streamable-http', url: `${origin}/mcp` }],
  }
}

/** `manifest.json` of the bundle for Claude Desktop, version 0.3 of the format. */
export function bundleManifest({ origin, version, tools }: Listed): object {
  return {
    manifest_version: '0.3',
    name: 'optionwire',
    display_name: TITLE,
    version,
    description: DESCRIPTION,
    long_description:
      'Connects to a running Optionwire service by its address and an API key of an account on the Vega plan. For a service on a public https address, add that address as a connector instead: it needs no key.',
    author: { name: TITLE },
    icon: 'icon.png',
    icons: [{ src: 'icon.png', size: '512x512' }],
    server: {
      type: 'node',
      entry_point: 'server/index.mjs',
      mcp_config: {
        command: 'node',
        args: [DIRNAME('server/index.mjs')],
        env: {
          [BRIDGE_SETTINGS.url]: configured('url'),
          [BRIDGE_SETTINGS.email]: configured('email'),
          [BRIDGE_SETTINGS.token]: configured('token'),
        },
      },
    },
    tools: tools.map(({ name, title }) => ({ name, description: title })),
    prompts_generated: true,
    keywords: KEYWORDS,
    license: 'MIT',
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20' } },
    user_config: {
      url: { type: 'string', title: 'Address', description: ADDRESS, required: true, default: `${origin}/mcp` },
      email: { type: 'string', title: 'E-mail', description: 'The e-mail address of your account.', required: true },
      token: { type: 'string', title: 'API key', description: KEY, required: true, sensitive: true },
    },
  }
}

const ADDRESS = 'The address of the running service, ending with /mcp. http only on this computer.'
const KEY = 'Created on the page API keys. It begins with ow_ and is kept in the keychain of this computer.'

/** The format’s own placeholders. */
const DIRNAME = (path: string) => ['$', `{__dirname}/${path}`].join('')
const configured = (name: string) => ['$', `{user_config.${name}}`].join('')

/** `.claude-plugin/plugin.json` of a plugin for Claude Code: the address, to which it connects by OAuth. */
export function claudePlugin({ origin, version }: Listed): object {
  return {
    name: 'optionwire',
    version,
    description: DESCRIPTION,
    author: { name: TITLE },
    homepage: origin,
    license: 'MIT',
    keywords: KEYWORDS,
    mcpServers: { optionwire: { type: 'http', url: `${origin}/mcp` } },
  }
}
