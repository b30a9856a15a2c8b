import { z } from 'zod'
import type { FcmDevice } from '../../contract/push-device.ts'
import type { SendResult } from '../../ports/channel.ts'
import type { Answer } from '../exchange.ts'
import { outcomeOfBroken, outcomeOfStatus, type Proof, refused, retryAfterMs, sent } from '../outcome.ts'
import { parsedJson } from '../parsed-json.ts'
import { VendorClient } from '../vendor-client.ts'
import { accessTokens } from './access-token.ts'
import { fcmMessage, type PushText } from './push-message.ts'
import { readServiceAccount } from './service-account.ts'

export interface FcmOptions {
  /** The JSON text of the service account's key file. */
  readonly serviceAccount: string
  readonly baseUrl?: string | undefined
  readonly now: () => Date
  readonly timeoutMs?: number | undefined
}

export interface FcmSender {
  send(device: FcmDevice, text: PushText, signal: AbortSignal): Promise<SendResult>
  close(): Promise<void>
}

const VENDOR_URL = 'https://fcm.googleapis.com'
const PEER = 'The push service'
/** The vendor locks a sender out that comes back sooner. */
const MIN_QUOTA_WAIT_MS = 60_000

const FcmError = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional(),
  }),
})

/** Messages for iOS and Android by FCM HTTP v1. https://firebase.google.com/docs/cloud-messaging/send/v1-api */
export function fcmSender({ serviceAccount, baseUrl = VENDOR_URL, now, timeoutMs }: FcmOptions): FcmSender {
  const account = readServiceAccount(serviceAccount)
  const client = new VendorClient({ timeoutMs })
  const tokens = accessTokens(account, client, now)
  const url = `${baseUrl}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`
  return {
    async send(device, text, signal) {
      const access = await tokens.get(signal)
      if ('failure' in access) return outcomeOfSignIn(access.failure, now())
      const headers = { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' }
      const result = await client.post({ url, headers, body: fcmMessage(device.token, text) }, signal)
      if (result.kind === 'broken') return outcomeOfBroken(result, PEER)
      if (result.status === 401) tokens.drop(access.token)
      return outcomeOf({ answer: result, secrets: [access.token, device.token] }, now())
    },
    close: () => client.close(),
  }
}

const OPERATOR = {
  retry: true,
  operator: true,
  reason: 'The push service does not accept the settings of this server. It is not your fault.',
}

function outcomeOfSignIn(failure: Parameters<typeof outcomeOfBroken>[0] | Answer, now: Date): SendResult {
  if (failure.kind === 'broken') return outcomeOfBroken(failure, PEER)
  // Whatever the token service answers may hold a token: nothing of it is kept.
  const proof = { answer: { ...failure, text: '' }, secrets: [] }
  if (failure.status === 429 || failure.status >= 500) return outcomeOfStatus(proof, PEER, now)
  return refused(proof, { code: 'push_sign_in', ...OPERATOR })
}

function outcomeOf(proof: Proof, now: Date): SendResult {
  const { status } = proof.answer
  if (status >= 200 && status < 300) return sent(proof)
  const code = codeOf(proof.answer)
  if (code === 'UNREGISTERED' || status === 404) {
    const reason = 'This device no longer takes push messages.'
    return refused(proof, { retry: false, code: 'push_unregistered', reason, disable: true })
  }
  if (code === 'SENDER_ID_MISMATCH') {
    const reason = 'This device is registered with another sender. Register it again.'
    return refused(proof, { retry: false, code: 'push_sender_id_mismatch', reason, disable: true })
  }
  if (code === 'QUOTA_EXCEEDED' || status === 429) {
    const afterMs = Math.max(MIN_QUOTA_WAIT_MS, retryAfterMs(proof.answer, now) ?? 0)
    const reason = `${PEER} takes no more messages for now.`
    return refused(proof, { retry: true, code: 'push_quota', reason, afterMs })
  }
  if (status === 401 || status === 403) return refused(proof, { code: `push_${code.toLowerCase()}`, ...OPERATOR })
  if (status === 400) {
    const reason = `${PEER} refused the message (HTTP 400).`
    return refused(proof, { retry: false, code: 'push_invalid', reason })
  }
  return outcomeOfStatus(proof, PEER, now)
}

/** The vendor's own code stands in the details; the status of the envelope is the next best. */
function codeOf({ text }: Answer): string {
  const read = FcmError.safeParse(parsedJson(text))
  if (!read.success) return 'unknown'
  const detailed = read.data.error.details?.find(({ errorCode }) => errorCode !== undefined)?.errorCode
  return detailed ?? read.data.error.status ?? 'unknown'
}
