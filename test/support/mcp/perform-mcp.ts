import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { answerSchemas } from './answer-schemas.ts'

export interface McpTool {
  readonly server_label: string
  readonly server_url: string
  readonly headers?: Record<string, string>
  readonly allowed_tools?: readonly string[]
}

/** Calls an MCP server as the provider would for a hosted tool: its output items, or why the listing failed. */
export async function performMcp(
  tool: McpTool,
  calls: readonly { readonly name: string; readonly args: string }[],
): Promise<{ items: Record<string, unknown>[]; texts: string[] } | { listingFailed: string }> {
  const client = new Client({ name: 'openai-mcp', version: '1.0.0' }, { jsonSchemaValidator: answerSchemas })
  const transport = new StreamableHTTPClientTransport(new URL(tool.server_url), {
    requestInit: { headers: tool.headers ?? {} },
  })
  try {
    await client.connect(transport as Parameters<typeof client.connect>[0])
    const { tools } = await client.listTools()
    const allowed = tools.filter(({ name }) => tool.allowed_tools?.includes(name) ?? true)
    const items: Record<string, unknown>[] = [
      {
        id: 'mcpl_stub',
        type: 'mcp_list_tools',
        server_label: tool.server_label,
        tools: allowed.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
      },
    ]
    const texts: string[] = []
    for (const { name, args } of calls.filter((call) => allowed.some((one) => one.name === call.name))) {
      const item = {
        id: `mcp_stub_${items.length}`,
        type: 'mcp_call',
        server_label: tool.server_label,
        name,
        arguments: args,
      }
      try {
        const result = await client.callTool({ name, arguments: JSON.parse(args) })
        const output = (result.content as { text?: string }[]).map(({ text = '' }) => text).join('\n')
        texts.push(output)
        const error = result.isError === true ? { type: 'mcp_tool_execution_error', content: result.content } : null
        items.push({ ...item, output, error, status: error === null ? 'completed' : 'failed' })
      } catch (cause) {
        items.push({
          ...item,
          output: null,
          error: { type: 'mcp_protocol_error', message: String(cause) },
          status: 'failed',
        })
      }
    }
    return { items, texts }
  } catch (error) {
    return { listingFailed: String(error) }
  } finally {
    await client.close()
  }
}
