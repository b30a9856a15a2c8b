import type { Probe } from '../../../lib/probe.ts'
import { VENDOR_URL } from './vendor-url.ts'

interface TwilioSettings {
  readonly TWILIO_ACCOUNT_SID?: string | undefined
  readonly TWILIO_AUTH_TOKEN?: string | undefined
  readonly TWILIO_FROM?: string | undefined
  readonly TWILIO_BASE_URL?: string | undefined
}

/** The account, and the number that messages come from. https://www.twilio.com/docs/iam/api/account */
export function smsProbes(settings: TwilioSettings): Probe[] {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = settings
  if (sid === undefined || token === undefined || from === undefined) return []
  const account = `${settings.TWILIO_BASE_URL ?? VENDOR_URL}/2010-04-01/Accounts/${encodeURIComponent(sid)}`
  const headers = { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` }
  const probes: Probe[] = [
    {
      name: 'account',
      url: `${account}.json`,
      headers,
      lacks: 'No text messages can be sent.',
      isEssential: true,
      facts: accountFacts,
      fix: (status) =>
        status < 500 ? 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN in the console of Twilio.' : null,
    },
  ]
  if (from.startsWith('MG')) return probes
  return [
    ...probes,
    {
      name: 'sender number',
      url: `${account}/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(from)}&PageSize=1`,
      headers,
      lacks: 'It is unknown whether TWILIO_FROM belongs to this account.',
      isEssential: false,
      problem: (body) => (Array.isArray(field(body, 'incoming_phone_numbers')) && !hasNumber(body) ? FOREIGN : null),
      fix: () => null,
    },
  ]
}

const FOREIGN = 'TWILIO_FROM is not a number of this account: every message will be refused. Choose one of its numbers.'

function hasNumber(body: unknown): boolean {
  const numbers = field(body, 'incoming_phone_numbers')
  return Array.isArray(numbers) && numbers.length > 0
}

function accountFacts(body: unknown): string | null {
  const status = field(body, 'status')
  const type = field(body, 'type')
  if (typeof status !== 'string' || typeof type !== 'string') return null
  const trial = type === 'Trial' ? ', a trial: it sends to verified numbers alone' : ''
  return `the account is ${status}${trial}`
}

function field(body: unknown, name: string): unknown {
  return body !== null && typeof body === 'object' ? Reflect.get(body, name) : undefined
}
