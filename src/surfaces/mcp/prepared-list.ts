import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'

/** The id of a request that asks for the whole list of tools and for nothing else. */
export function loneListId(request: JSONRPCRequest | undefined): string | number | undefined {
  if (request?.method !== 'tools/list') return undefined
  return request.params === undefined || Object.keys(request.params).every((key) => key === '_meta')
    ? request.id
    : undefined
}

/** What the server of an exchange would send, around a list that is written already. */
export function toolListAnswer(id: string | number, toolList: string): string {
  return `{"result":${toolList},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}
