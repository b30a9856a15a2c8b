import { Webhook } from 'standardwebhooks'
import { webhookBody } from '../../src/notifications/channels/webhook/webhook-message.ts'
import { IDEA, message } from '../support/notifications/messages.ts'

const [SECRET, OTHER] = [17, 18].map((byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`) as [string, string]
const AT_S = 1_790_000_000
const BODY = webhookBody(message())
const IDEA_BODY = webhookBody(message({ programPayload: IDEA }))

/** Headers of the official library. */
function signed(body: string, secret = SECRET): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(AT_S),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(AT_S * 1000), body),
  }
}

const genuine = { body: BODY, headers: signed(BODY), secret: SECRET as string | string[], now: AT_S }
const both = `${signed(BODY, OTHER)['webhook-signature']} ${signed(BODY)['webhook-signature']}`
const { 'webhook-id': _, ...anonymous } = signed(BODY)

export const ACCEPTED = [
  ['a notification', genuine],
  ['a trade idea', { ...genuine, body: IDEA_BODY, headers: signed(IDEA_BODY) }],
  ['the old and the new signature', { ...genuine, headers: { ...genuine.headers, 'webhook-signature': both } }],
  ['a list of secrets', { ...genuine, secret: [OTHER, SECRET] }],
  ['names of headers in capitals', { ...genuine, headers: capitals(genuine.headers) }],
  ['a clock that is five minutes off', { ...genuine, now: AT_S + 300 }],
] as const

export const REFUSED = [
  ['another secret', { ...genuine, secret: OTHER }, 'No signature matches'],
  ['a changed body', { ...genuine, body: BODY.replace('NVDA', 'AMD') }, 'No signature matches'],
  ['another id', { ...genuine, headers: { ...genuine.headers, 'webhook-id': 'msg_2' } }, 'No signature matches'],
  ['a signature that is no base64', withSignature('v1,***'), 'No signature matches'],
  ['an empty signature', withSignature('v1,'), 'No signature matches'],
  [
    'a signature of another version',
    withSignature(genuine.headers['webhook-signature']?.replace('v1', 'v2') ?? ''),
    'No signature matches',
  ],
  ['no id', { ...genuine, headers: anonymous }, 'are required'],
  [
    'a time that is no number',
    { ...genuine, headers: { ...genuine.headers, 'webhook-timestamp': '1e9' } },
    'are required',
  ],
  ['an old message', { ...genuine, now: AT_S + 301 }, 'too old or too new'],
  ['a message of the future', { ...genuine, now: AT_S - 301 }, 'too old or too new'],
  ['a secret that is no base64', { ...genuine, secret: 'whsec_***' }, 'not base64'],
  ['an empty secret', { ...genuine, secret: 'whsec_' }, ''],
] as const

function withSignature(signature: string) {
  return { ...genuine, headers: { ...genuine.headers, 'webhook-signature': signature } }
}

function capitals(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
}
