import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import type { FastifyInstance } from 'fastify'

/**
 * The anchor of the MCP figures: the SDK's low-level server and its own HTTP transport on bare Fastify, as lean as they
 * can be had: no authentication, no limits, answers that are there already, a shared validator.
 */
export function mountSdk(server: FastifyInstance, toolList: string, quote: Record<string, unknown>): void {
  const validator = new AjvJsonSchemaValidator()
  const list = JSON.parse(toolList)
  const text = JSON.stringify(quote)
  server.post('/mcp', async (request, reply) => {
    const mcp = new Server(
      { name: 'bare', version: '1' },
      { capabilities: { tools: {} }, jsonSchemaValidator: validator },
    )
    mcp.setRequestHandler(ListToolsRequestSchema, async () => list)
    mcp.setRequestHandler(CallToolRequestSchema, async () => ({
      content: [{ type: 'text', text }],
      structuredContent: quote,
    }))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    // The SDK's declaration does not hold under exact optional properties.
    await mcp.connect(transport as never)
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const asked = new Request('http://127.0.0.1/mcp', { method: 'POST', headers })
    const answer = await transport.handleRequest(asked, { parsedBody: request.body })
    const body = await answer.text()
    await mcp.close()
    return reply.code(answer.status).type('application/json').send(body)
  })
}
