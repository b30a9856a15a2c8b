// A fake Telegram Bot API over HTTP for tests. How to use it and where it comes from: README.md.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Chats } from './chats.ts'
import { cut, FaultList } from './faults.ts'
import { Limiter } from './limits.ts'
import { getMe, type SendDeps, sendMessage } from './methods.ts'
import { readParams } from './params.ts'
import { People } from './people.ts'
import type { SentMessage, Sleep, Update, User, WebhookCall } from './types.ts'
import { ApiError, type Call, type Clock, type Fault, type LimitRule, type Params, toMs } from './types.ts'
import { UpdateQueue, WEBHOOK_ACTIVE } from './updates.ts'
import { Webhook } from './webhook.ts'

export { FAQ_LIMITS } from './limits.ts'
export { parseMarkdownV2 } from './markdown.ts'
export type { Call, Fault, LimitRule, SentMessage, Update, WebhookCall } from './types.ts'

export interface TelegramOptions {
  token: string
  now: Clock
  username?: string
  sleep?: Sleep
  limits?: LimitRule // none when absent
  firstUpdateId?: number
  firstMessageId?: number
  local?: boolean // webhooks over plain http; true unless `route` is given
  route?: (url: string) => string
  webhookTimeoutMs?: number
}

export interface Telegram extends AsyncDisposable {
  baseUrl: string
  bot: User
  calls: Call[]
  messages: SentMessage[]
  webhookCalls: WebhookCall[]
  pending: () => Update[]
  people: People
  userSends: People['userSends']
  opensLink: People['opensLink']
  blockedBy: People['blockedBy']
  fault: (fault: Fault) => void
  clearFaults: () => void
}

// Methods the vendor has and this fake does not: a loud answer, so that nobody takes it for a 404.
const NOT_WRITTEN = [
  'setMyCommands',
  'getMyCommands',
  'deleteMyCommands',
  'editMessageText',
  'deleteMessage',
  'answerCallbackQuery',
  'getChat',
  'getChatMember',
  'getFile',
  'sendPhoto',
  'sendDocument',
  'sendChatAction',
  'copyMessage',
  'forwardMessage',
  'setMessageReaction',
  'logOut',
  'close',
].map((name) => name.toLowerCase())

export function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(new Error('aborted'))
      },
      { once: true },
    )
  })
}

class Bot {
  options: TelegramOptions
  bot: User
  chats = new Chats()
  queue: UpdateQueue
  webhook: Webhook
  faults = new FaultList()
  calls: Call[] = []
  send: SendDeps

  constructor(options: TelegramOptions) {
    const { now } = options
    const sleep = options.sleep ?? realSleep
    this.options = options
    this.bot = {
      id: Number(options.token.split(':')[0]),
      is_bot: true,
      first_name: 'Test bot',
      username: options.username ?? 'optionwire_test_bot',
    }
    this.queue = new UpdateQueue({ now, sleep, firstUpdateId: options.firstUpdateId ?? 100_000_001 })
    this.webhook = new Webhook(this.queue, {
      now,
      sleep,
      local: options.local ?? !options.route,
      route: options.route ?? ((url) => url),
      timeoutMs: options.webhookTimeoutMs ?? 60_000,
      onReply: (method, params) => {
        void this.call(method, params, new AbortController().signal).catch(() => {})
      },
    })
    let nextId = options.firstMessageId ?? 1
    this.send = {
      now,
      bot: this.bot,
      chats: this.chats,
      limiter: new Limiter(options.limits ?? {}),
      messages: [],
      nextMessageId: () => nextId++,
    }
  }

  async call(method: string, params: Params, gone: AbortSignal): Promise<{ result: unknown; description?: string }> {
    switch (method.toLowerCase()) {
      case 'getme':
        return { result: getMe(this.bot) }
      case 'sendmessage':
        return { result: sendMessage(this.send, params) }
      case 'setwebhook':
        return { result: true, description: await this.webhook.set(params) }
      case 'deletewebhook':
        return { result: true, description: this.webhook.delete(params) }
      case 'getwebhookinfo':
        return { result: this.webhook.info() }
      case 'getupdates':
        if (this.webhook.url !== '') throw await this.queue.conflict(WEBHOOK_ACTIVE)
        return { result: await this.queue.get(params, gone) }
    }
    if (NOT_WRITTEN.includes(method.toLowerCase())) throw new ApiError(501, `Fake: ${method} is not written`)
    throw new ApiError(404, 'Not Found: method not found')
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://fake')
    const path = /^\/bot([^/]*)\/(.*)$/.exec(url.pathname.replaceAll('%3A', ':'))
    const call: Call = {
      at: toMs(this.options.now),
      httpMethod: req.method ?? '',
      token: path?.[1] ?? '',
      method: path?.[2] ?? '',
      params: {},
      status: 0,
    }
    this.calls.push(call)
    const gone = new AbortController()
    res.on('close', () => gone.abort())
    try {
      if (!path) throw new ApiError(404, 'Not Found')
      call.params = await readParams(req, url.searchParams)
      if (call.method === '') call.method = call.params['method'] ?? ''
      this.checkToken(call.token)
      const fault = this.faults.take(call)
      if (await this.faults.before(fault, res)) return
      const done = await this.call(call.method, call.params, gone.signal)
      if (fault?.drop === 'after') return cut(res)
      answer(res, call, 200, { ok: true, ...done })
    } catch (cause) {
      const error =
        cause instanceof ApiError
          ? cause
          : new ApiError(500, `Internal Server Error: fake: ${cause instanceof Error ? cause.stack : String(cause)}`)
      answer(res, call, error.status, {
        ok: false,
        error_code: error.status,
        description: error.message,
        ...(error.parameters ? { parameters: error.parameters } : {}),
      })
    }
  }

  checkToken(token: string): void {
    if (token.startsWith('0') || token.length > 80 || !/^\d+:/.test(token)) {
      throw new ApiError(401, 'Unauthorized: invalid token specified')
    }
    if (token !== this.options.token) throw new ApiError(401, 'Unauthorized')
  }
}

interface Body {
  ok: boolean
  description?: string
  parameters?: Record<string, number>
  [name: string]: unknown
}

function answer(res: ServerResponse, call: Call, status: number, body: Body): void {
  call.status = status
  if (body.description !== undefined) call.description = body.description
  if (res.destroyed || res.headersSent) return
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json')
  const wait = body.parameters?.['retry_after']
  if (wait !== undefined) res.setHeader('Retry-After', String(wait))
  res.end(JSON.stringify(body))
}

export async function startTelegram(options: TelegramOptions): Promise<Telegram> {
  const bot = new Bot(options)
  const server = createServer((req, res) => void bot.handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const people = new People(bot.bot, bot.chats, bot.queue, options.now, bot.send.nextMessageId)
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bot: bot.bot,
    calls: bot.calls,
    messages: bot.send.messages,
    webhookCalls: bot.webhook.calls,
    pending: () => [...bot.queue.pending],
    people,
    userSends: (chat, text) => people.userSends(chat, text),
    opensLink: (chat, link) => people.opensLink(chat, link),
    blockedBy: (id) => people.blockedBy(id),
    fault: (fault) => bot.faults.add(fault),
    clearFaults: () => bot.faults.clear(),
    async [Symbol.asyncDispose]() {
      bot.webhook.close()
      bot.queue.stop.abort()
      bot.queue.poller?.wake(null)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
