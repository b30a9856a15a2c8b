import { TWILIO_PATH } from '../../notifications/channels/sms/callback.ts'
import { sessionCookieName } from '../../surfaces/auth/session-cookie.ts'
import { MCP_PATHS } from '../../surfaces/mcp/openapi-mcp.ts'
import { OAUTH_PATHS } from '../../surfaces/oauth/openapi-oauth.ts'
import { RECEIVER_SECURITY, receiverPaths } from '../../surfaces/receiver/openapi-receiver.ts'
import { API_PREFIX } from '../../surfaces/rest/mount-operations.ts'
import { openApiDocument } from '../../surfaces/rest/openapi.ts'
import type { OpenApiDocument } from '../../surfaces/rest/openapi-document.ts'
import { webhooksOf } from '../../surfaces/rest/openapi-webhooks.ts'
import { UNSUBSCRIBE_PATHS } from '../../surfaces/site/mount-unsubscribe.ts'
import { SMS_SECURITY, smsPaths } from '../../surfaces/sms/mount-sms.ts'
import { operations } from '../operations.ts'
import { VERSION } from '../version.ts'

export interface DocumentedService {
  readonly publicUrl: string
  /** Where the routes of the receiver are. */
  readonly receiverPrefix: string
  /** Whether the vendor of SMS calls back. */
  readonly hasSms: boolean
}

/** The OpenAPI document of the whole service. */
export function serviceDocument({ publicUrl, receiverPrefix, hasSms }: DocumentedService): OpenApiDocument {
  return openApiDocument({
    operations,
    prefixes: { api: API_PREFIX, receiver: receiverPrefix },
    publicUrl,
    version: VERSION,
    sessionCookie: sessionCookieName(publicUrl),
    webhooks: webhooksOf,
    otherPaths: {
      ...receiverPaths(receiverPrefix),
      ...MCP_PATHS,
      ...OAUTH_PATHS,
      ...UNSUBSCRIBE_PATHS,
      ...(hasSms ? smsPaths(TWILIO_PATH) : {}),
    },
    otherSecurity: { ...RECEIVER_SECURITY, ...(hasSms ? SMS_SECURITY : {}) },
  })
}
