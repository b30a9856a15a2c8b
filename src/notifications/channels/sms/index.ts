import { z } from 'zod'
import { httpUrl, text } from '../../../lib/setting-readers.ts'
import type { Outgoing, SendResult } from '../../ports/channel.ts'
import type { Answer, Broken } from '../exchange.ts'
import { failed, outcomeOfBroken, outcomeOfStatus, type Proof, refused, sent } from '../outcome.ts'
import { parsedJson } from '../parsed-json.ts'
import { channelSender, type OpenChannel } from '../sender.ts'
import { VendorClient } from '../vendor-client.ts'
import { TWILIO_PATH } from './callback.ts'
import { smsBody } from './sms-message.ts'
import { VENDOR_URL } from './vendor-url.ts'

export interface SmsOptions {
  readonly accountSid: string
  readonly authToken: string
  /** A number in E.164, or a messaging service (`MG…`). */
  readonly from: string
  /** Where reports are sent, with `?delivery=` and the delivery's id; absent where the service has no public address. */
  readonly statusCallback?: string | undefined
  readonly baseUrl?: string | undefined
  readonly now: () => Date
  readonly timeoutMs?: number | undefined
}

export const sms = channelSender({
  settings: {
    TWILIO_ACCOUNT_SID: text.regex(/^AC\w+$/, 'must begin with AC').optional(),
    TWILIO_AUTH_TOKEN: text.optional(),
    TWILIO_FROM: text
      .regex(
        /^(\+[1-9]\d{6,14}|MG\w+)$/,
        'must be a number like +12025550123 or a messaging service that begins with MG',
      )
      .optional(),
    TWILIO_BASE_URL: httpUrl.optional(),
  },
  together: [['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
  secrets: ['TWILIO_AUTH_TOKEN'],
  make(settings, { now, publicUrl }) {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = settings
    const { TWILIO_FROM: from, TWILIO_BASE_URL: baseUrl } = settings
    if (accountSid === undefined || authToken === undefined || from === undefined) return undefined
    return smsChannel({ accountSid, authToken, from, baseUrl, now, statusCallback: statusCallbackOf(publicUrl) })
  },
})

/** The vendor refuses a message whose callback it cannot reach. */
function statusCallbackOf(publicUrl: string | undefined): string | undefined {
  return publicUrl?.startsWith('https:') ? `${publicUrl}${TWILIO_PATH}/status` : undefined
}

const PEER = 'The SMS service'
const E164 = /^\+[1-9]\d{6,14}$/
const VendorError = z.object({ code: z.number().int(), message: z.string().optional() })

/** Text messages in Twilio's form. https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export function smsChannel(options: SmsOptions): OpenChannel {
  const client = new VendorClient({ timeoutMs: options.timeoutMs, unkept: true })
  return {
    name: 'sms',
    timeoutMs: client.timeoutMs,
    freeze: smsBody,
    async send(outgoing, signal) {
      if (!E164.test(outgoing.endpoint.address)) {
        return failed({
          retry: false,
          code: 'bad_address',
          reason: 'This is not a phone number in the form +12025550123.',
        })
      }
      const result = await client.post(requestOf(outgoing, options), signal)
      if (result.kind === 'broken') return outcomeOfCut(result)
      return outcomeOf({ answer: result, secrets: secretsOf(outgoing, options) }, options.now())
    },
    close: () => client.close(),
  }
}

function requestOf({ deliveryId, endpoint, body }: Outgoing, options: SmsOptions) {
  const { accountSid, authToken, from, statusCallback, baseUrl = VENDOR_URL } = options
  const form = new URLSearchParams({
    To: endpoint.address,
    ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
    Body: body,
    ...(statusCallback === undefined
      ? {}
      : { StatusCallback: `${statusCallback}?delivery=${encodeURIComponent(deliveryId)}` }),
  })
  return {
    url: `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  }
}

/** The vendor's answers repeat the number, the text and the account. */
function secretsOf({ endpoint }: Outgoing, { accountSid, authToken }: SmsOptions): string[] {
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return [authToken, accountSid, basic, endpoint.address, encodeURIComponent(endpoint.address)]
}

/** An SMS costs money and cannot be called back: once it may have left, it is not sent again. */
function outcomeOfCut(broken: Broken): SendResult {
  const outcome = outcomeOfBroken(broken, PEER)
  if (outcome.ok || !broken.started) return outcome
  const reason = 'May have been sent: the SMS service did not confirm it in time; not repeated.'
  return { ...outcome, retry: false, reason, maybeSent: true }
}

function outcomeOf(proof: Proof, now: Date): SendResult {
  const { status } = proof.answer
  const code = vendorCode(proof.answer)
  if (status >= 200 && status < 300) return sent(proof)
  const known = KNOWN[code ?? 0]
  if (known) return refused(proof, { code: `sms_${code}`, ...known })
  if (status === 401 || status === 403) return refused(proof, { code: `http_${status}`, ...SIGN_IN })
  if (status === 429 || status >= 500) return outcomeOfStatus(proof, PEER, now)
  const reason = `${PEER} refused the message (HTTP ${status}).`
  return refused(proof, { retry: false, code: code === null ? `http_${status}` : `sms_${code}`, reason })
}

const SIGN_IN = {
  retry: true,
  operator: true,
  reason: 'The SMS service does not accept the settings of this server. It is not your fault.',
}
const NO_MOBILE = {
  retry: false,
  unknownRecipient: true,
  reason: 'This number cannot receive text messages. Verify it again.',
}
const BUSY = { retry: true, reason: 'The SMS service takes no more messages for now.' }

interface Known {
  readonly retry: boolean
  readonly reason: string
  readonly disable?: boolean
  readonly operator?: boolean
  readonly unknownRecipient?: boolean
}

/** https://www.twilio.com/docs/api/errors */
const KNOWN: Readonly<Record<number, Known>> = {
  20003: SIGN_IN,
  20429: BUSY,
  21211: NO_MOBILE,
  21614: NO_MOBILE,
  21610: {
    retry: false,
    disable: true,
    reason: 'This number answered STOP. It receives nothing until it answers START.',
  },
}

/** Null where a proxy before the vendor answers, in HTML. */
function vendorCode({ text }: Answer): number | null {
  const parsed = VendorError.safeParse(parsedJson(text))
  return parsed.success ? parsed.data.code : null
}
