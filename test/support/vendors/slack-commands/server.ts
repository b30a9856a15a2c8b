/** Slack as an app with slash commands sees it, over HTTP. How to use it and where it comes from: README.md. */
import { type Behaviour, type FaultSink, faultSink, type Reply, type SinkRequest } from '../../http/fault-sink.ts'
import { jsonReply } from '../model.ts'
import { type Block, buttonsOf, imagesOf, parsePayload, type SlackPayload, SlackRefusal } from './blocks.ts'
import { clickPayload, commandFields, form, PLACE, type SlackIds, type SlackPlace, slackSignature } from './requests.ts'

const RESPONSE_MS = 3_000
const URL_LIFE_MS = 30 * 60_000
const URL_USES = 5

export interface SlackOptions {
  readonly now: () => Date
  readonly signingSecret: string
  /** The Request URL of the commands. */
  readonly commandUrl: string
  /** The Request URL of "Interactivity & Shortcuts". */
  readonly interactivityUrl?: string
  /** Begins when a request is sent and aborts when Slack gives it up; 3,000 ms of real time when absent. */
  readonly deadline?: () => AbortSignal
  /** Where a public image lives in the test, such as a loopback URL. Without it, images are not fetched. */
  readonly route?: (url: string) => string
}

export interface SlackMessage {
  readonly ts: string
  readonly visibility: 'ephemeral' | 'in_channel'
  readonly text: string
  readonly blocks: readonly Block[]
  readonly place: SlackPlace
  readonly threadTs: string | undefined
  readonly edits: number
}

/** One request of Slack and what became of it. */
export interface SlackDelivery {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Undefined where no answer came in time. */
  readonly status: number | undefined
  /** What the user reads as an error, such as `operation_timeout`. */
  readonly error: string | undefined
  /** Why, for the reader of a failed test. */
  readonly why: string | undefined
  readonly message: SlackMessage | undefined
  /** Whether the channel sees the command that the user typed. */
  readonly isEchoed: boolean
  readonly responseUrl: string | undefined
}

export interface SlackPost {
  readonly request: SinkRequest
  readonly status: number | undefined
  readonly error: string | undefined
  readonly why: string | undefined
}

interface ResponseUrl {
  readonly kind: 'commands' | 'actions'
  readonly place: SlackPlace
  readonly issuedAtMs: number
  uses: number
  /** The message that `replace_original` means: the one of the button, or the last of the command. */
  originalTs: string | undefined
}

interface Opened extends SlackIds {
  readonly path: string
}

export class SlackCommands implements AsyncDisposable {
  readonly deliveries: SlackDelivery[] = []
  readonly posts: SlackPost[] = []
  readonly #options: SlackOptions
  readonly #messages = new Map<string, SlackMessage>()
  readonly #urls = new Map<string, ResponseUrl>()
  readonly #sink: FaultSink
  #count = 0

  private constructor(options: SlackOptions, sink: FaultSink) {
    this.#options = options
    this.#sink = sink
  }

  static async start(options: SlackOptions): Promise<SlackCommands> {
    const sink = await faultSink()
    const slack = new SlackCommands(options, sink)
    sink.behave(slack.#answer)
    return slack
  }

  /** Where the response URLs begin; at the vendor, https://hooks.slack.com. */
  get url(): string {
    return this.#sink.origin
  }

  /** `host:port` of the response URLs. */
  get pair(): string {
    return this.#sink.pair
  }

  /** What the channel and the user see now, oldest first. */
  get messages(): readonly SlackMessage[] {
    return [...this.#messages.values()]
  }

  /** A user sends `/command text`. */
  async command(command: string, text = '', place: SlackPlace = PLACE): Promise<SlackDelivery> {
    const opened = this.#open('commands', place)
    const body = form(commandFields({ command, text }, place, opened))
    return this.#deliver(this.#options.commandUrl, this.#sign(body), body, opened.path)
  }

  /** The user presses a button of a message that is shown now. Buttons with a URL send this too. */
  async click(message: SlackMessage, actionId: string): Promise<SlackDelivery> {
    const url = this.#options.interactivityUrl
    if (!url) throw new Error('Set interactivityUrl: without it Slack shows that the app takes no interactions')
    const current = this.#messages.get(message.ts)
    const pressed = buttonsOf(current?.blocks ?? []).find(({ button }) => button.action_id === actionId)
    if (!current || !pressed) throw new Error(`No message that is shown has a button ${actionId}`)
    const opened = this.#open('actions', message.place, message.ts)
    const isEphemeral = message.visibility === 'ephemeral'
    const click = { ...pressed, message: { ...current, isEphemeral }, actionTs: this.#newTs() }
    const body = form({ payload: JSON.stringify(clickPayload(click, message.place, opened)) })
    return this.#deliver(url, this.#sign(body), body, opened.path)
  }

  /** What Slack sends now and then to check the certificate of a distributed app. */
  async sslCheck({ isSigned = true } = {}): Promise<SlackDelivery> {
    const body = form({ ssl_check: '1', token: 'verification-token' })
    const headers = isSigned ? this.#sign(body) : contentHeaders()
    return this.#deliver(this.#options.commandUrl, headers, body)
  }

  /** The same bytes with the same headers again, as someone sends who recorded them. Slack itself never does. */
  async replay({ url, headers, body, responseUrl }: SlackDelivery): Promise<SlackDelivery> {
    return this.#deliver(url, headers, body, responseUrl && new URL(responseUrl).pathname)
  }

  /** The bytes of a delivery with other headers or another body, as an attacker sends them. */
  async forge(of: SlackDelivery, changed: { headers?: Record<string, string>; body?: string }): Promise<SlackDelivery> {
    return this.#deliver(of.url, { ...of.headers, ...changed.headers }, changed.body ?? of.body)
  }

  /** The next posts to response URLs fail so, one each; then the server answers again. They do not count as uses. */
  failNext(...faults: Exclude<Behaviour, (request: SinkRequest) => unknown>[]): void {
    this.#sink.behave(...faults, this.#answer)
  }

  static rateLimited(seconds: number): Reply {
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: 'rate_limited' }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sink[Symbol.asyncDispose]()
  }

  #open(kind: ResponseUrl['kind'], place: SlackPlace, originalTs?: string): Opened {
    const id = ++this.#count
    const path = `/${kind}/${kind === 'commands' ? place.team.id : 'A123456'}/${id}/XXXX${id}`
    this.#urls.set(path, { kind, place, issuedAtMs: this.#options.now().getTime(), uses: 0, originalTs })
    return {
      path,
      app: 'A123456',
      verificationToken: 'verification-token',
      triggerId: `${id}.${id}.aaaa`,
      responseUrl: `${this.url}${path}`,
    }
  }

  #sign(body: string): Record<string, string> {
    const timestamp = String(Math.floor(this.#options.now().getTime() / 1_000))
    return {
      ...contentHeaders(),
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': slackSignature(this.#options.signingSecret, timestamp, body),
    }
  }

  async #deliver(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    path?: string,
  ): Promise<SlackDelivery> {
    const outcome = await this.#send(url, headers, body, path)
    const responseUrl = path === undefined ? undefined : `${this.url}${path}`
    const delivery: SlackDelivery = {
      url,
      headers,
      body,
      status: undefined,
      error: undefined,
      why: undefined,
      message: undefined,
      isEchoed: false,
      responseUrl,
      ...outcome,
    }
    this.deliveries.push(delivery)
    return delivery
  }

  async #send(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    path: string | undefined,
  ): Promise<Partial<SlackDelivery>> {
    const signal = this.#options.deadline?.() ?? AbortSignal.timeout(RESPONSE_MS)
    let status: number | undefined
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      const answer = await response.text()
      status = response.status
      if (status !== 200) return { status, error: 'dispatch_failed', why: `The answer was ${status}: ${answer}` }
      return { status, ...(await this.#show(response.headers.get('content-type') ?? '', answer, path)) }
    } catch (error) {
      if (error instanceof SlackRefusal) return { status, error: error.error, why: error.message }
      if (signal.aborted) return { error: 'operation_timeout', why: 'No answer within 3,000 ms' }
      return { error: 'dispatch_failed', why: String(error) }
    }
  }

  /** Shows what a 200 has in its body. The answer to a click is only a receipt. */
  async #show(contentType: string, answer: string, path: string | undefined): Promise<Partial<SlackDelivery>> {
    const url = path === undefined ? undefined : this.#urls.get(path)
    if (url?.kind !== 'commands' || answer === '') return {}
    if (!contentType.startsWith('application/json')) {
      const payload = { responseType: 'ephemeral', text: answer, blocks: [], threadTs: undefined } as const
      return { message: this.#post(url, payload) }
    }
    const payload = parsePayload(answer)
    await this.#fetchImages(payload)
    const isEchoed = payload.responseType === 'in_channel'
    return payload.hasContent ? { isEchoed, message: this.#post(url, payload) } : { isEchoed }
  }

  readonly #answer = async (request: SinkRequest): Promise<Reply> => {
    const taken = (status: number, error?: string, why?: string) => {
      this.posts.push({ request, status, error, why })
    }
    const refused = (status: number, error: string, why: string): Reply => {
      taken(status, error, why)
      return { status, body: error }
    }
    const url = this.#urls.get(request.path)
    if (!url || request.method !== 'POST') return refused(404, 'no_service', 'No such response URL')
    if (this.#options.now().getTime() - url.issuedAtMs > URL_LIFE_MS || url.uses >= URL_USES) {
      taken(404, 'Expired url', `Used ${url.uses} times, issued ${new Date(url.issuedAtMs).toISOString()}`)
      return jsonReply(404, { ok: false, error: 'Expired url' })
    }
    if (!request.headers['content-type']?.startsWith('application/json')) {
      return refused(400, 'invalid_payload', 'The content type is application/json')
    }
    try {
      const payload = parsePayload(request.body)
      if (!payload.hasContent && !payload.deleteOriginal) return refused(400, 'no_text', 'No text and no blocks')
      await this.#fetchImages(payload)
      url.uses++
      this.#apply(url, payload)
      taken(200)
      return { status: 200, body: 'ok' }
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      return error.error === 'fake'
        ? refused(501, error.message, error.message)
        : refused(400, error.error, error.message)
    }
  }

  #apply(url: ResponseUrl, payload: SlackPayload): void {
    const original = url.originalTs === undefined ? undefined : this.#messages.get(url.originalTs)
    // A command has no source message of the app, so its delete_original does nothing.
    if (payload.deleteOriginal && url.kind === 'actions' && original) this.#messages.delete(original.ts)
    if (!payload.hasContent) return
    const replaces = payload.replaceOriginal ?? url.kind === 'actions'
    if (!replaces || payload.deleteOriginal || !original) return void this.#post(url, payload)
    // A message keeps its visibility for life.
    const { text, blocks } = payload
    this.#messages.set(original.ts, { ...original, text, blocks, edits: original.edits + 1 })
  }

  #post(
    url: ResponseUrl,
    { responseType, text, blocks, threadTs }: Pick<SlackPayload, 'responseType' | 'text' | 'blocks' | 'threadTs'>,
  ): SlackMessage {
    const ts = this.#newTs()
    const message = { ts, visibility: responseType, text, blocks, place: url.place, threadTs, edits: 0 }
    this.#messages.set(ts, message)
    if (url.kind === 'commands') url.originalTs = ts
    return message
  }

  /** Slack fetches the images of a message before it shows the message, and refuses it where it cannot. */
  async #fetchImages({ blocks }: SlackPayload): Promise<void> {
    const { route } = this.#options
    if (!route) return
    for (const image of imagesOf(blocks)) {
      const response = await fetch(route(image)).catch(() => undefined)
      const type = response?.headers.get('content-type') ?? ''
      await response?.arrayBuffer()
      if (!response?.ok || !/^image\/(png|jpeg|gif)\b/.test(type)) {
        throw new SlackRefusal('invalid_blocks', `downloading image failed: ${image} ${response?.status} ${type}`)
      }
    }
  }

  #newTs(): string {
    const seconds = Math.floor(this.#options.now().getTime() / 1_000)
    return `${seconds}.${String(++this.#count).padStart(6, '0')}`
  }
}

function contentHeaders(): Record<string, string> {
  return {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json,*/*',
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
  }
}
