import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import {
  changeSmsConsent,
  reportSms,
  type SmsCallbackParts,
} from '../../notifications/operations/settings/sms-callbacks.ts'
import type { CallbackForm, SmsCallbacks } from '../../notifications/ports/sms-callbacks.ts'
import type { OpenApiOperation, OpenApiPaths } from '../rest/openapi-document.ts'
import { problemRefs } from '../rest/openapi-responses.ts'
import { html } from '../site/html.ts'

const MAX_BODY_BYTES = 64 * 1024

export interface SmsMount extends SmsCallbackParts {
  /** Path prefix of the vendor's callbacks. */
  readonly path: string
  readonly callbacks: SmsCallbacks
  /** `{base_url}` of the callbacks, which the signature covers. */
  readonly publicUrl: () => string
}

/** Callbacks of the SMS vendor: delivery reports, and texts that people send to our number. Both are signed. */
export async function mountSms(server: FastifyInstance, mount: SmsMount): Promise<void> {
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', parser, (_request, text, parsed) =>
      parsed(null, String(text)),
    )
    scope.post<{ Querystring: { delivery?: string } }>(`${mount.path}/status`, async (request, reply) => {
      const report = mount.callbacks.readReport(signedForm(mount, request))
      const { delivery } = request.query
      // Verification codes and tests have ids without a delivery; nothing changes for them.
      if (report && typeof delivery === 'string') await reportSms(mount, delivery, report)
      return reply.code(204).send()
    })
    scope.post(`${mount.path}/inbound`, async (request, reply) => {
      const form = signedForm(mount, request)
      const answer = mount.callbacks.readKeyword(form['Body'] ?? '', `${mount.publicUrl()}/notifications`)
      if (answer.action !== null) await changeSmsConsent(mount, form['From'] ?? '', answer.action)
      return sendReply(reply, answer.reply)
    })
    done()
  })
}

function signedForm({ callbacks, publicUrl }: SmsMount, { body, url, headers }: FastifyRequest): CallbackForm {
  const form = Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))
  const signature = headers['x-twilio-signature']
  const isSigned = typeof signature === 'string' && callbacks.isSigned({ url: `${publicUrl()}${url}`, form, signature })
  if (!isSigned) throw new AppError('forbidden', 'The signature of this callback is invalid.')
  return form
}

/** https://www.twilio.com/docs/messaging/twiml */
function sendReply(reply: FastifyReply, text: string | null): FastifyReply {
  const message = text === null ? undefined : html`<Message>${text}</Message>`
  const answer = html`<Response>${message}</Response>`
  return reply.type('text/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>${answer.text}`)
}

const FORM = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } }

function described(
  operationId: string,
  summary: string,
  description: string,
  responses: OpenApiOperation['responses'],
): OpenApiOperation {
  return {
    operationId,
    summary,
    description: `${description} Only for Twilio: \`X-Twilio-Signature\` must be valid.`,
    tags: ['Notifications'],
    security: [{ TwilioSignature: [] }],
    requestBody: { required: true, content: FORM },
    responses: {
      ...responses,
      ...PROBLEMS,
    },
  }
}

const PROBLEMS = problemRefs([
  'malformed',
  'forbidden',
  'too_large',
  'target_too_long',
  'unsupported_media',
  'headers_too_large',
  'internal',
  'unavailable',
])

export const SMS_SECURITY = {
  TwilioSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Twilio-Signature',
    description: 'HMAC-SHA-1 of the URL and all fields, as Twilio makes it.',
  },
}

export function smsPaths(path: string): OpenApiPaths {
  const status = described(
    'report_sms',
    'SMS delivery report',
    'Reports the delivery of a message: an undelivered one changes from `sent` to `failed`.',
    { 204: { description: 'Accepted.' } },
  )
  const delivery = {
    name: 'delivery',
    in: 'query',
    required: false,
    description: 'Id of the delivery.',
    schema: { type: 'string' },
  } as const
  return {
    [`${path}/status`]: { post: { ...status, parameters: [delivery] } },
    [`${path}/inbound`]: {
      post: described(
        'receive_sms',
        'Incoming SMS',
        'STOP and its synonyms end the channel for the number, START resumes it, HELP is answered.',
        { 200: { description: 'TwiML.', content: { 'text/xml': { schema: { type: 'string' } } } } },
      ),
    },
  }
}
