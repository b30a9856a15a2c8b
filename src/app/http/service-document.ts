import { TWILIO_PATH } from '../../notifications/channels/sms/callback.ts'
import { sessionCookieName } from '../../surfaces/auth/session-cookie.ts'
import { CHAT_PATHS, CHAT_SECURITY } from '../../surfaces/chat/mount-chat.ts'
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
  /** Whether users of Slack give commands. */
  readonly hasSlack: boolean
}

/** The OpenAPI document of the whole service. */
export function serviceDocument({ publicUrl, receiverPrefix, hasSms, hasSlack }: DocumentedService): OpenApiDocument {
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
      ...(hasSlack ? CHAT_PATHS : {}),
    },
    otherSecurity: { ...RECEIVER_SECURITY, ...(hasSms ? SMS_SECURITY : {}), ...(hasSlack ? CHAT_SECURITY : {}) },
  })
}
