/** Names of protocol version 2026-07-28 that its servers and clients share. */

/** Where a message says of which version it is, in `params._meta`. */
export const CLAIM_KEY = 'io.modelcontextprotocol/protocolVersion'

/** The parameter that the header `Mcp-Name` repeats, by method. */
export const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}
