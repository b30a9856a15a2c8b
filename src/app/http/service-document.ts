import { TWILIO_PATH } from '../../notifications/channels/sms/callback.ts'
import { sessionCookieName } from '../../surfaces/auth/session-cookie.ts'
import { DISCORD_PATHS, DISCORD_SECURITY } from '../../surfaces/chat/discord/mount-discord.ts'
import { SLACK_PATHS, SLACK_SECURITY } from '../../surfaces/chat/slack/mount-slack.ts'
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
  /** Whether users of Discord do. */
  readonly hasDiscord: boolean
}

/** The OpenAPI document of the whole service. */
export function serviceDocument(service: DocumentedService): OpenApiDocument {
  const { publicUrl, receiverPrefix, hasSms, hasSlack, hasDiscord } = service
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
      ...(hasSlack ? SLACK_PATHS : {}),
      ...(hasDiscord ? DISCORD_PATHS : {}),
    },
    otherSecurity: {
      ...RECEIVER_SECURITY,
      ...(hasSms ? SMS_SECURITY : {}),
      ...(hasSlack ? SLACK_SECURITY : {}),
      ...(hasDiscord ? DISCORD_SECURITY : {}),
    },
  })
}
