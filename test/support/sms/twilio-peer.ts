import { type FaultSink, faultSink, type Reply, type SinkRequest } from '../http/fault-sink.ts'

export const TWILIO = {
  accountSid: 'AC00000000000000000000000000000001',
  authToken: 'canary-twilio-token',
  from: '+12025550100',
}

/** Numbers with which the vendor's error answers can be had, as with its own test credentials. */
export const NUMBERS = {
  good: '+12025550123',
  invalid: '+15005550001',
  landline: '+15005550009',
  stopped: '+15005550004',
}

export interface SentSms {
  readonly to: string
  readonly body: string
  readonly statusCallback: string | null
}

export interface TwilioPeer extends AsyncDisposable {
  readonly sink: FaultSink
  readonly sent: SentSms[]
}

/** Speaks the vendor's form: path, Basic credentials, form fields, numbers, lengths, error bodies. */
export async function twilioPeer(): Promise<TwilioPeer> {
  const sent: SentSms[] = []
  const sink = await faultSink({ behaviour: (request) => answerTo(request, sent) })
  return { sink, sent, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() }
}

function answerTo(request: SinkRequest, sent: SentSms[]): Reply {
  const expected = `Basic ${Buffer.from(`${TWILIO.accountSid}:${TWILIO.authToken}`).toString('base64')}`
  if (request.path !== `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages.json`) return error(404, 20404, 'not found')
  if (request.headers['authorization'] !== expected) return error(401, 20003, 'Authenticate')
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return error(400, 21603, 'no form')
  const form = new URLSearchParams(request.body)
  const [to, from, body] = [form.get('To'), form.get('From'), form.get('Body')]
  if (from !== TWILIO.from) return error(400, 21603, "A 'From' phone number is required.")
  if (!body) return error(400, 21602, 'Message body is required.')
  if (body.length > 1_600) return error(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  if (!to || to === NUMBERS.invalid) return error(400, 21211, `Invalid 'To' Phone Number: ${to}`)
  if (to === NUMBERS.landline) return error(400, 21614, `'To' number: ${to}, is not a mobile number`)
  if (to === NUMBERS.stopped) return error(400, 21610, 'Attempt to send to unsubscribed recipient')
  sent.push({ to, body, statusCallback: form.get('StatusCallback') })
  const answer = { sid: `SM${String(sent.length).padStart(32, '0')}`, status: 'queued', to, body, num_segments: '1' }
  return { status: 201, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
}

function error(status: number, code: number, message: string): Reply {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, message, more_info, status }),
  }
}
