import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  readUnsubscribe,
  UNSUBSCRIBE_PATH,
  type UnsubscribeParts,
  unsubscribe,
} from '../../notifications/operations/settings/unsubscribe.ts'
import type { OpenApiOperation, OpenApiPaths } from '../rest/openapi-document.ts'
import { type Html, html } from './html.ts'

/** Mail programs send `List-Unsubscribe=One-Click` as a form of either kind. */
const MAX_BODY_BYTES = 4 * 1024
const STYLE_PATH = '/docs/style.css'

type Parts = UnsubscribeParts & { readonly now: () => Date }

/**
 * Unsubscribe links of mails (RFC 8058). Opening a link only shows a page, because programs open links in mails to scan
 * them; the POST of the page's button or of a mail program unsubscribes.
 */
export async function mountUnsubscribe(server: FastifyInstance, parts: Parts): Promise<void> {
  const path = `${UNSUBSCRIBE_PATH}/:token`
  server.get<{ Params: { token: string } }>(path, async ({ params }, reply) => {
    const found = await readUnsubscribe(parts, params.token)
    return found ? sendPage(reply, 'Unsubscribe from these mails?', confirmation(found.what)) : sendUnknown(reply)
  })
  // In its own scope, which ignores the body.
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, _bytes, parsed) => parsed(null, undefined))
    scope.post<{ Params: { token: string } }>(path, async ({ params }, reply) => {
      const ended = await unsubscribe(parts, params.token)
      return ended ? sendPage(reply, 'You are unsubscribed', confirmed(ended.what)) : sendUnknown(reply)
    })
    done()
  })
}

function confirmation(what: string): Html {
  return html`<p>This stops ${what}. The bell and your other channels are not affected.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`
}

function confirmed(what: string): Html {
  return html`<p>You no longer get ${what}. You can switch them on again in the notification settings.</p>`
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  const advice = html`<p>It may be incomplete. Open it from the mail again, or change the notification settings.</p>`
  return sendPage(reply.code(404), 'This link is not valid', advice)
}

function sendPage(reply: FastifyReply, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main id="content">
<h1>${title}</h1>
${body}
</main>
</body>
</html>`
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.text)
}

const PAGE = { 'text/html': { schema: { type: 'string' } } }
const TOKEN = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'The signed token from the link in a mail.',
  schema: { type: 'string' },
} as const

function described(operationId: string, summary: string, description: string): OpenApiOperation {
  return {
    operationId,
    summary,
    description,
    tags: ['Notifications'],
    security: [],
    parameters: [TOKEN],
    responses: {
      200: { description: 'An HTML page.', content: PAGE },
      404: { description: 'The link is not valid; an HTML page.', content: PAGE },
      414: { $ref: '#/components/responses/target_too_long' },
      431: { $ref: '#/components/responses/headers_too_large' },
      500: { $ref: '#/components/responses/internal' },
      503: { $ref: '#/components/responses/unavailable' },
    },
  }
}

export const UNSUBSCRIBE_PATHS: OpenApiPaths = {
  [`${UNSUBSCRIBE_PATH}/{token}`]: {
    get: described(
      'ask_unsubscribe',
      'Confirm unsubscribing',
      'The page behind the link in a mail. It changes nothing.',
    ),
    post: {
      ...described(
        'unsubscribe',
        'Unsubscribe',
        'Stops the mails of the link: those of one alert rule, or all that do not come from a rule. Mail programs call it with one click (RFC 8058); any body of up to 4 KiB is accepted. Repeating it changes nothing.',
      ),
      requestBody: {
        required: false,
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object' },
            example: { 'List-Unsubscribe': 'One-Click' },
          },
        },
      },
    },
  },
}
