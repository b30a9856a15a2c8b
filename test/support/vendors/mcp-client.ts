import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'
import { answerSchemas } from '../mcp/answer-schemas.ts'

export interface ConnectedMcp extends AsyncDisposable {
  readonly tools: readonly string[]
  /** The same with their descriptions and schemas. */
  readonly listing: readonly object[]
  call(name: string, input: unknown): Promise<{ readonly text: string; readonly isError: boolean }>
}

const Text = z.looseObject({ type: z.literal('text'), text: z.string() })

/** Connects as a vendor's own MCP client does: over Streamable HTTP with the customer's token. */
export async function connectMcp(url: string, token: string | null | undefined, name: string): Promise<ConnectedMcp> {
  const client = new Client({ name, version: '1.0.0' }, { jsonSchemaValidator: answerSchemas })
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  // The SDK's transport type is not exact about optional properties.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  const { tools } = await client.listTools()
  return {
    tools: tools.map((tool) => tool.name),
    listing: tools.map(({ name: tool, description, inputSchema }) => ({
      name: tool,
      ...(description === undefined ? {} : { description }),
      input_schema: inputSchema,
    })),
    async call(tool, input) {
      const result = await client.callTool({ name: tool, arguments: z.record(z.string(), z.unknown()).parse(input) })
      const texts = z
        .array(z.unknown())
        .parse(result.content)
        .flatMap((it) => Text.safeParse(it).data?.text ?? [])
      return { text: texts.join('\n'), isError: result.isError === true }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
