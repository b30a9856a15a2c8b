/** One call of the Bot API. The address of a call holds the token, so it is never part of a result. */
import { z } from 'zod'
import type { Answer, Broken } from '../exchange.ts'
import { parsedJson } from '../parsed-json.ts'
import { VendorClient } from '../vendor-client.ts'
import { VENDOR_URL } from './vendor-url.ts'

const SEND_MS = 10_000
/** How long the vendor holds a poll that has nothing to give, seconds; it allows 50. */
export const POLL_S = 20
const POLL_MS = (POLL_S + 10) * 1_000
/** Twenty updates of the longest messages with the messages that they answer, as JSON with every character escaped. */
const MAX_UPDATES_BYTES = 8 * 1_024 * 1_024

/** https://core.telegram.org/bots/api#making-requests */
const Failure = z.object({
  ok: z.literal(false),
  error_code: z.number(),
  description: z.string().default(''),
  /** https://core.telegram.org/bots/api#responseparameters */
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.int().optional() }).default({}),
})
const Success = z.object({ ok: z.literal(true), result: z.unknown() })

export type Called =
  | { readonly kind: 'result'; readonly result: unknown; readonly answer: Answer }
  | { readonly kind: 'failure'; readonly failure: z.output<typeof Failure>; readonly answer: Answer }
  /** A proxy before the vendor answers, in HTML. */
  | { readonly kind: 'other'; readonly answer: Answer }
  | Broken

export interface BotApi {
  /** Digits before the colon of the token: the bot's own id, which is public. */
  readonly botId: string
  readonly timeoutMs: number
  /** What must not be kept of an answer. */
  readonly secrets: readonly string[]
  readonly now: () => Date
  call(method: 'sendMessage' | 'getMe', parameters: object, signal: AbortSignal): Promise<Called>
  /** Takes up to `POLL_S` and more, over connections of its own. */
  poll(parameters: object, signal: AbortSignal): Promise<Called>
  close(): Promise<void>
}

export interface BotApiOptions {
  readonly token: string
  readonly baseUrl?: string | undefined
  readonly now: () => Date
  readonly timeoutMs?: number | undefined
}

export function botApi({ token, baseUrl = VENDOR_URL, now, timeoutMs = SEND_MS }: BotApiOptions): BotApi {
  const sends = new VendorClient({ timeoutMs })
  const polls = new VendorClient({ timeoutMs: POLL_MS, maxKept: MAX_UPDATES_BYTES })
  const request = (method: string, parameters: object) => ({
    url: `${baseUrl}/bot${token}/${method}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  })
  return {
    botId: token.slice(0, token.indexOf(':')),
    timeoutMs,
    secrets: [token, encodeURIComponent(token), token.slice(token.indexOf(':') + 1)],
    now,
    call: async (method, parameters, signal) => read(await sends.post(request(method, parameters), signal)),
    poll: async (parameters, signal) => read(await polls.post(request('getUpdates', parameters), signal)),
    async close() {
      await Promise.all([sends.close(), polls.close()])
    },
  }
}

function read(answer: Answer | Broken): Called {
  if (answer.kind === 'broken') return answer
  const json = parsedJson(answer.text)
  const success = Success.safeParse(json)
  if (success.success) return { kind: 'result', result: success.data.result, answer }
  const failure = Failure.safeParse(json)
  return failure.success ? { kind: 'failure', failure: failure.data, answer } : { kind: 'other', answer }
}
