import { once } from '../../lib/async/once.ts'

/**
 * The SDK, loaded with the first message, because that takes longer than the rest of the start. The validator is
 * shared.
 */
export const loadSdk = once(async () => {
  const [{ Server }, types, { AjvJsonSchemaValidator }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
    import('@modelcontextprotocol/sdk/validation/ajv-provider.js'),
  ])
  return {
    Server,
    JSONRPCMessageSchema: types.JSONRPCMessageSchema,
    versions: types.SUPPORTED_PROTOCOL_VERSIONS,
    validator: new AjvJsonSchemaValidator(),
  }
})

export type Sdk = Awaited<ReturnType<typeof loadSdk>>
