import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type ConnectedMcp, connectMcp } from '../mcp-client.ts'
import { invalid } from './errors.ts'
import type { MessagesRequest } from './request.ts'
import { blocksOf } from './rules.ts'

export interface ConnectorTool {
  readonly name: string
  readonly server: string
  readonly connection: ConnectedMcp
}

/** The tools that the toolsets of a request enable, from servers that are really asked. Source: README.md, "MCP connector". */
export async function connectorTools(
  { mcp_servers = [], tools = [], messages }: MessagesRequest,
  addressOf: (url: string) => string,
  connections: AsyncDisposableStack,
): Promise<ConnectorTool[]> {
  const found: ConnectorTool[] = []
  for (const server of mcp_servers) {
    const connection = await connected(addressOf(server.url), server)
    connections.use(connection)
    const set = tools.find((tool) => tool.type === 'mcp_toolset' && tool.mcp_server_name === server.name)
    if (set?.type !== 'mcp_toolset') continue
    const pinned = set.tools?.map(({ name }) => name) ?? listedBefore(messages, server.name) ?? connection.tools
    const enabled = (tool: string) => set.configs?.[tool]?.enabled ?? set.default_config?.enabled ?? true
    for (const name of pinned.filter(enabled)) found.push({ name, server: server.name, connection })
  }
  return found
}

/** A listing that the customer sends back replaces the question to the server. */
function listedBefore(messages: MessagesRequest['messages'], server: string): string[] | undefined {
  const blocks = messages.flatMap(({ content }) => blocksOf(content))
  const listing = blocks.findLast((it) => it.type === 'mcp_tool_listing' && it.mcp_server_name === server)
  return listing?.type === 'mcp_tool_listing' ? listing.tools.map(({ name }) => name) : undefined
}

/** The blocks that report what was listed, one for each server that no earlier listing covers. */
export function listingBlocks(found: readonly ConnectorTool[], { messages }: MessagesRequest): object[] {
  const servers = [...new Map(found.map((it) => [it.server, it.connection]))]
  return servers
    .filter(([server]) => listedBefore(messages, server) === undefined)
    .map(([server, { listing }]) => ({ type: 'mcp_tool_listing', mcp_server_name: server, tools: listing }))
}

type Server = NonNullable<MessagesRequest['mcp_servers']>[number]

async function connected(address: string, { name, authorization_token }: Server): Promise<ConnectedMcp> {
  try {
    return await connectMcp(address, authorization_token, 'Anthropic/API')
  } catch (cause) {
    const refused = cause instanceof UnauthorizedError || (cause instanceof StreamableHTTPError && cause.code === 401)
    throw invalid(
      refused
        ? `Invalid authorization token for MCP server '${name}'. Please check your token and try again.`
        : `Connection error while communicating with MCP server '${name}'. Please check the server URL and try again.`,
    )
  }
}
