/** What Twilio calls back: delivery reports and answers by phone. https://www.twilio.com/docs/usage/security */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallbackForm, SmsAnswer, SmsCallbacks, SmsReport } from '../../ports/sms-callbacks.ts'

/** Called by the vendor, below `{base_url}`. */
export const TWILIO_PATH = '/webhooks/twilio'

export function twilioCallbacks(authToken: string): SmsCallbacks {
  return { isSigned: (request) => isCallbackSigned(authToken, request), readReport, readKeyword }
}

/** `X-Twilio-Signature` of a callback: HMAC-SHA-1 of the URL and all parameters, sorted by name. */
export function callbackSignature(authToken: string, url: string, form: CallbackForm): string {
  const parameters = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`)
  return createHmac('sha1', authToken)
    .update(`${url}${parameters.join('')}`)
    .digest('base64')
}

/** Whether a callback comes from the vendor. `url` is the address as the vendor was given it, with its query. */
export function isCallbackSigned(
  authToken: string,
  { url, form, signature }: { readonly url: string; readonly form: CallbackForm; readonly signature: string },
): boolean {
  const expected = Buffer.from(callbackSignature(authToken, url, form))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Null where the form is no report. */
export function readReport(form: CallbackForm): SmsReport | null {
  const messageId = form['MessageSid'] ?? form['SmsSid']
  const status = form['MessageStatus'] ?? form['SmsStatus']
  if (!messageId || !status) return null
  const code = Number(form['ErrorCode'])
  const errorCode = form['ErrorCode'] && Number.isInteger(code) ? code : null
  if (status === 'delivered' || status === 'read') return { messageId, outcome: 'delivered', errorCode }
  const outcome = status === 'undelivered' || status === 'failed' || status === 'canceled' ? 'failed' : 'under_way'
  return { messageId, outcome, errorCode }
}

const STOP_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const START_WORDS = new Set(['START', 'YES', 'UNSTOP'])
const HELP_WORDS = new Set(['HELP', 'INFO'])

/** What a text that a person sent to us asks for. */
export function readKeyword(body: string, helpUrl: string): SmsAnswer {
  const word = body
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
  if (STOP_WORDS.has(word)) return { action: 'stop', reply: null }
  if (START_WORDS.has(word)) return { action: 'start', reply: null }
  if (!HELP_WORDS.has(word)) return { action: null, reply: null }
  return { action: null, reply: `Optionwire alerts. Settings: ${helpUrl} Reply STOP to end, START to resume.` }
}
