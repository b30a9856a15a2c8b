// The queue of updates and getUpdates. Sources: README.md, "getUpdates".
import { int, json } from './params.ts'
import { ApiError, type Clock, type Params, type Sleep, toMs, type Update } from './types.ts'

const KINDS = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'business_connection',
  'business_message',
  'inline_query',
  'chosen_inline_result',
  'callback_query',
  'shipping_query',
  'pre_checkout_query',
  'poll',
  'poll_answer',
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'message_reaction',
  'message_reaction_count',
]
const NOT_BY_DEFAULT = ['chat_member', 'message_reaction', 'message_reaction_count']
const DEFAULT_KINDS = KINDS.filter((kind) => !NOT_BY_DEFAULT.includes(kind))
const MAX_TIMEOUT_S = 50
const FUTURE = 10 // an offset further ahead is ignored
const OTHER_POLLER = 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'

export const WEBHOOK_ACTIVE =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"

interface Poller {
  wake: (outcome: ApiError | null) => void
}

export interface QueueOptions {
  now: Clock
  sleep: Sleep
  firstUpdateId: number
}

export class UpdateQueue {
  pending: Update[] = []
  allowed: string[] = DEFAULT_KINDS
  onAdd: (update: Update) => void = () => {}
  options: QueueOptions
  nextId: number
  poller: Poller | null = null
  last = { offset: NaN, at: 0 }
  nextConflictAt = 0
  stop = new AbortController()

  constructor(options: QueueOptions) {
    this.options = options
    this.nextId = options.firstUpdateId
  }

  // Null when the bot did not ask for this kind.
  add(kind: string, body: unknown): Update | null {
    if (!this.allowed.includes(kind)) return null
    const update = { update_id: this.nextId, [kind]: body }
    this.nextId += 1
    this.pending.push(update)
    this.onAdd(update)
    this.poller?.wake(null)
    return update
  }

  drop(updateId: number): void {
    this.pending = this.pending.filter((update) => update.update_id !== updateId)
  }

  // Says whether the set of kinds changed.
  allow(value: string | undefined): boolean {
    const list = json(value)
    if (!Array.isArray(list) || list.some((kind) => typeof kind !== 'string')) return false
    const known = KINDS.filter((kind) => list.some((item) => String(item).toLowerCase() === kind))
    const next = known.length ? known : DEFAULT_KINDS
    const changed = next.join() !== this.allowed.join()
    this.allowed = next
    return changed
  }

  allowedForInfo(): string[] | undefined {
    return this.allowed.join() === DEFAULT_KINDS.join() ? undefined : this.allowed
  }

  async get(params: Params, gone: AbortSignal): Promise<Update[]> {
    const offset = int(params['offset'], 0, -(2 ** 31), 2 ** 31 - 1)
    let limit = int(params['limit'], 100, 1, 100)
    let timeout = int(params['timeout'], 0, 0, MAX_TIMEOUT_S)
    this.allow(params['allowed_updates'])
    const now = toMs(this.options.now)
    const again = offset === this.last.offset
    if (again && timeout < 3 && now < this.last.at + 3000) timeout = 3
    if (again && now < this.last.at + 500) limit = 1
    this.last = { offset, at: now }
    this.confirm(offset)
    const ready = this.from(offset, limit)
    if (ready.length || timeout === 0) return ready
    await this.abort(OTHER_POLLER)
    await this.wait(timeout, gone)
    return this.from(offset, limit)
  }

  // A positive offset confirms all before it; a negative one forgets all but the last few.
  confirm(offset: number): void {
    if (offset < 0) this.pending = this.pending.slice(offset)
    else if (offset > 0 && offset <= this.nextId + FUTURE) {
      this.pending = this.pending.filter((update) => update.update_id >= offset)
    }
  }

  from(offset: number, limit: number): Update[] {
    const start = offset > 0 && offset <= this.nextId + FUTURE ? offset : 0
    return this.pending.filter((update) => update.update_id >= start).slice(0, limit)
  }

  async wait(seconds: number, gone: AbortSignal): Promise<void> {
    const timer = new AbortController()
    const outcome = await new Promise<ApiError | null>((resolve) => {
      const poller = { wake: resolve }
      this.poller = poller
      gone.addEventListener('abort', () => resolve(null), { once: true })
      this.options.sleep(seconds * 1000, timer.signal).then(
        () => resolve(null),
        () => resolve(null),
      )
    }).finally(() => timer.abort())
    if (outcome) throw outcome
    this.poller = null
  }

  // Ends a waiting getUpdates; the second such answer within 3 seconds is held back for 3 seconds.
  async abort(description: string): Promise<void> {
    const poller = this.poller
    if (!poller) return
    this.poller = null
    void this.conflict(description).then((error) => poller.wake(error))
  }

  async conflict(description: string): Promise<ApiError> {
    const now = toMs(this.options.now)
    if (now >= this.nextConflictAt) this.nextConflictAt = now + 3000
    else await this.options.sleep(3000, this.stop.signal).catch(() => {})
    return new ApiError(409, description)
  }
}
