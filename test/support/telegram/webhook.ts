// Calls the bot's webhook, one chat's updates in order, and again after a failure. Sources: README.md, "Webhook".
import { request } from 'node:http'
import { checkedLink } from './links.ts'
import { bool, int } from './params.ts'
import { ApiError, type Clock, type Params, type Sleep, toMs, tooMany, type Update, type WebhookCall } from './types.ts'
import type { UpdateQueue } from './updates.ts'

const MAX_DELAY_S = 60
const MAX_RETRY_AFTER_S = 3600
const KEEP_MS = 24 * 3600 * 1000

export interface WebhookOptions {
  now: Clock
  sleep: Sleep
  local: boolean // takes http, any host and any port, as the vendor's --local server does
  route: (url: string) => string // where a public URL lives in the test
  timeoutMs: number
  onReply: (method: string, params: Params) => void
}

export class Webhook {
  queue: UpdateQueue
  options: WebhookOptions
  url = ''
  secret = ''
  maxConnections = 40
  ipAddress = ''
  lastError: { date: number; message: string } | null = null
  calls: WebhookCall[] = []
  busy = new Set<string>()
  stop = new AbortController()
  nextSetAt = 0

  constructor(queue: UpdateQueue, options: WebhookOptions) {
    this.queue = queue
    this.options = options
    queue.onAdd = () => this.kick()
  }

  async set(params: Params): Promise<string> {
    const url = params['url'] ?? ''
    if (url === '') return this.delete(params)
    const now = toMs(this.options.now)
    if (now < this.nextSetAt) throw tooMany(1)
    this.nextSetAt = now + 1000
    const secret = params['secret_token'] ?? ''
    const most = int(params['max_connections'], 40, 1, this.options.local ? 100_000 : 100)
    const drop = bool(params['drop_pending_updates'])
    if (url === this.url && secret === this.secret && most === this.maxConnections && !drop) {
      this.queue.allow(params['allowed_updates'])
      return 'Webhook is already set'
    }
    await this.queue.abort('Conflict: terminated by setWebhook request')
    this.close()
    if (drop) this.queue.pending = []
    this.check(url, secret)
    this.url = url
    this.secret = secret
    this.maxConnections = most
    this.ipAddress = params['ip_address'] ?? ''
    this.queue.allow(params['allowed_updates'])
    this.kick()
    return 'Webhook was set'
  }

  delete(params: Params): string {
    const had = this.url !== ''
    this.close()
    if (bool(params['drop_pending_updates'])) this.queue.pending = []
    return had ? 'Webhook was deleted' : 'Webhook is already deleted'
  }

  check(url: string, secret: string): void {
    const parsed = URL.canParse(url.includes('://') ? url : `https://${url}`)
      ? new URL(url.includes('://') ? url : `https://${url}`)
      : null
    const usable = parsed && (this.options.local || checkedLink(url) !== null)
    if (!usable) throw new ApiError(400, 'Bad Request: invalid webhook URL specified')
    if (secret.length > 256) throw new ApiError(400, 'Bad Request: secret token is too long')
    if (!/^[A-Za-z0-9_-]*$/.test(secret)) {
      throw new ApiError(400, 'Bad Request: secret token contains unallowed characters')
    }
    if (this.options.local) return
    const bad = (why: string): ApiError => new ApiError(400, `Bad Request: bad webhook: ${why}`)
    if (parsed.protocol !== 'https:') throw bad('An HTTPS URL must be provided for webhook')
    if (!['', '443', '80', '88', '8443'].includes(parsed.port)) {
      throw bad('Webhook can be set up only on ports 80, 88, 443 or 8443')
    }
  }

  info(): Record<string, unknown> {
    const allowed = this.queue.allowedForInfo()
    const active = this.url !== ''
    return {
      url: this.url,
      has_custom_certificate: false,
      pending_update_count: this.queue.pending.length,
      ...(active && this.lastError
        ? { last_error_date: this.lastError.date, last_error_message: this.lastError.message }
        : {}),
      ...(active ? { max_connections: this.maxConnections, ip_address: this.ipAddress || '<unknown>' } : {}),
      ...(allowed ? { allowed_updates: allowed } : {}),
    }
  }

  close(): void {
    this.stop.abort()
    this.stop = new AbortController()
    this.url = ''
    this.secret = ''
    this.lastError = null
    this.busy.clear()
  }

  // Starts one line of calls for each chat that has updates and no line yet.
  kick(): void {
    if (this.url === '') return
    for (const update of this.queue.pending) {
      const line = lineOf(update)
      if (this.busy.has(line) || this.busy.size >= this.maxConnections) continue
      this.busy.add(line)
      void this.run(line, this.stop.signal)
    }
  }

  async run(line: string, stop: AbortSignal): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      const update = this.queue.pending.find((one) => lineOf(one) === line)
      if (!update || stop.aborted) break
      await this.deliver(update, stop)
    }
    if (stop.aborted) return
    this.busy.delete(line)
    this.kick()
  }

  // The first repeat comes at once, the next after 2, 4, 8 … seconds.
  async deliver(update: Update, stop: AbortSignal): Promise<void> {
    const born = toMs(this.options.now)
    let delay = 1
    for (let failures = 0; !stop.aborted; failures += 1) {
      const outcome = await this.call(update, stop)
      if (stop.aborted) return
      if (outcome.ok) break
      this.lastError = { date: Math.floor(toMs(this.options.now) / 1000), message: outcome.error }
      let wait = Math.min(outcome.retryAfter, MAX_RETRY_AFTER_S)
      if (wait === 0 && failures > 0) {
        delay = Math.min(MAX_DELAY_S, delay * 2)
        wait = delay
      }
      if (toMs(this.options.now) + wait * 1000 > born + KEEP_MS) break
      if (wait > 0) await this.options.sleep(wait * 1000, stop).catch(() => {})
    }
    if (!stop.aborted) this.queue.drop(update.update_id)
  }

  async call(update: Update, stop: AbortSignal): Promise<{ ok: boolean; error: string; retryAfter: number }> {
    const call: WebhookCall = {
      at: toMs(this.options.now),
      updateId: update.update_id,
      url: this.url,
      secret: this.secret || null,
      status: null,
    }
    this.calls.push(call)
    try {
      const answer = await post(this.options.route(this.url), this.secret, JSON.stringify(update), {
        timeoutMs: this.options.timeoutMs,
        stop,
      })
      call.status = answer.status
      const ok = answer.status >= 200 && answer.status <= 299
      if (ok) this.useReply(answer.body)
      const error = ok ? '' : `Wrong response from the webhook: ${answer.status} ${answer.reason}`
      if (!ok) call.error = error
      return { ok, error, retryAfter: answer.retryAfter }
    } catch (cause) {
      call.error = cause instanceof Error && cause.message === 'timeout' ? 'Read timeout expired' : 'Connection refused'
      return { ok: false, error: call.error, retryAfter: 0 }
    }
  }

  // A webhook may answer with one call of its own; its result is not told.
  useReply(body: string): void {
    let reply: unknown
    try {
      reply = JSON.parse(body)
    } catch {
      return
    }
    if (typeof reply !== 'object' || reply === null || !('method' in reply)) return
    const { method, ...rest } = reply as Record<string, unknown>
    const name = String(method)
    if (/^(get|deletewebhook$|setwebhook$|close$|logout$)/i.test(name)) return
    const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
    this.options.onReply(name, Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, text(value)])))
  }
}

function lineOf(update: Update): string {
  const body = Object.values(update).find((value) => typeof value === 'object') as { chat?: { id: number } } | undefined
  return String(body?.chat?.id ?? update.update_id)
}

interface Answer {
  status: number
  reason: string
  body: string
  retryAfter: number
}

interface Dial {
  timeoutMs: number
  stop: AbortSignal
}

function post(url: string, secret: string, body: string, how: Dial): Promise<Answer> {
  const headers: Record<string, string | number> = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Accept-Encoding': 'gzip, deflate',
  }
  if (secret) headers['X-Telegram-Bot-Api-Secret-Token'] = secret
  return new Promise((resolve, reject) => {
    const req = request(url, { method: 'POST', headers, signal: how.stop, agent: false }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('error', reject)
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          reason: res.statusMessage ?? '',
          body: Buffer.concat(parts).toString('utf8'),
          retryAfter: Math.max(0, Number.parseInt(res.headers['retry-after'] ?? '0', 10) || 0),
        }),
      )
    })
    req.setTimeout(how.timeoutMs, () => req.destroy(new Error('timeout')))
    req.on('error', reject)
    req.end(body)
  })
}
