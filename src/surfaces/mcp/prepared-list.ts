import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'

/** The id of a request for the complete list of tools and nothing else. */
export function loneListId(request: JSONRPCRequest | undefined): string | number | undefined {
  if (request?.method !== 'tools/list') return undefined
  return request.params === undefined || Object.keys(request.params).every((key) => key === '_meta')
    ? request.id
    : undefined
}

/** The response of the SDK's server, built around the prepared list. */
export function toolListAnswer(id: string | number, toolList: string): string {
  return `{"result":${toolList},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}
