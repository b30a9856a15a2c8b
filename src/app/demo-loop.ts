/**
 * The closed loop of the demonstration: an alert of the demo account posts each trade idea to this service's own
 * receiver, which decides by fixed rules and orders nothing. Only `npm start` knows of it.
 */
import { createServer } from 'node:net'
import { MOST_ALERTS } from '../domain/alerts/alert-rule.ts'
import { lastSessionBefore } from '../domain/market/trading-calendar.ts'
import { calibrationOf } from '../domain/trade-ideas/confidence.ts'
import type { IdeaRecord } from '../domain/trade-ideas/idea-record.ts'
import { newIdea } from '../domain/trade-ideas/new-idea.ts'
import { draftIdeas } from '../domain/trade-ideas/pipelines/index.ts'
import { changeAlert } from '../operations/alerts/change-alert.ts'
import { createAlert } from '../operations/alerts/create-alert.ts'
import { invoke } from '../operations/invoke.ts'
import { gatherAnalytics } from '../operations/trade-ideas/gather-analytics.ts'
import { addressOf, type Config } from './config.ts'
import { DEMO_EMAIL } from './demo-account.ts'
import { ideaAlerts } from './idea-alerts.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

export const DEMO_ALERT = 'Demo: every trade idea, to the own receiver'

/** A rule that rings too often for one symbol would fill the ledger with the same thoughts. */
const COOLDOWN_MINUTES = 30

/** An invented market, fixed rules and no orders: nothing that this service sends to itself can cost anything. */
export function isDemo({ market, decision, receiver }: Config): boolean {
  return market.source === 'simulated' && decision.mode === 'rules' && receiver.dryRun
}

/**
 * The settings with the service's own `host:port`, and nothing else, as an address that alerts may post to although it
 * is private. The port must be known before, so that a free one is looked for where any would do.
 */
export async function withOwnAddress(config: Config): Promise<Config> {
  const port = config.listen.port === 0 ? await freePort(config.listen.host) : config.listen.port
  const own = new URL(addressOf(config.listen.host, port)).host
  const allowedHosts = [...config.channels.allowedHosts, own.includes(':') ? own : `${own}:80`]
  return { ...config, listen: { ...config.listen, port }, channels: { ...config.channels, allowedHosts } }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Makes the alert of the demo account, or has it follow the service to another port; one that was deleted stays so. */
export async function joinLoop(parts: Parts, url: string, { isFirstRun }: { readonly isFirstRun: boolean }) {
  const account = (await parts.store.accounts.byEmail(DEMO_EMAIL))?.account
  if (!account) return
  const { provider } = parts.config.receiver
  const secret = encodeURIComponent(parts.config.secrets.webhook)
  const webhook_url = `${url}/webhooks/${provider}/trade-ideas?secret=${secret}`
  const context = contextOf(parts, { caller: { kind: 'session', account, address: null, sessionId: null } })
  if (isFirstRun) {
    const rule = { name: DEMO_ALERT, source: 'trade_idea', criteria: {}, channels: ['webhook'] }
    await invoke(createAlert, { ...rule, webhook_url, cooldown_minutes: COOLDOWN_MINUTES }, context)
    return
  }
  const rules = await parts.store.alerts.ofAccount(account.id, { limit: MOST_ALERTS })
  const rule = rules.find(({ name }) => name === DEMO_ALERT)
  const [endpoint] = await parts.store.endpoints.byIds(rule?.endpointId ? [rule.endpointId] : [])
  const known = endpoint && parts.notifier.box.open(endpoint.addressSealed)
  // An address that its owner gave it leads elsewhere.
  const isOwn = known !== undefined && new URL(known).pathname === new URL(webhook_url).pathname
  if (rule && isOwn && known !== webhook_url) await invoke(changeAlert, { id: rule.id, webhook_url }, context)
}

/**
 * Looks through the market at once for the first idea, a bullish one where there is one among the first symbols, and
 * rings with it. Outside a session it says so: it is made of the prices of the last close, and no record of ideas counts it.
 */
export async function ringOnce(parts: Parts, signal: AbortSignal): Promise<IdeaRecord | null> {
  const found = await firstIdea(parts, signal)
  if (!found || signal.aborted) return null
  const { closeMs, date } = lastSessionBefore(found.seen.atMs)
  const isOpen = found.seen.atMs < closeMs
  if (isOpen) await parts.store.tradeIdeas.add(found)
  const told = isOpen ? found : demonstrated(found, date)
  await ideaAlerts(parts)(told)
  return told
}

async function firstIdea(parts: Parts, signal: AbortSignal): Promise<IdeaRecord | null> {
  const context = contextOf(parts, { caller: OPERATOR })
  const listed = (await parts.market.listings()).filter(({ optionsFrom }) => optionsFrom !== null)
  let found: IdeaRecord | null = null
  for (const [place, { symbol }] of listed.entries()) {
    if (signal.aborted || (found && place >= SYMBOLS_FOR_A_BULLISH_ONE)) break
    const gathered = await gatherAnalytics(context, symbol)
    const ideas = gathered ? draftIdeas(gathered.analytics).map((it) => newIdea(it, gathered.seen, NO_OUTCOMES)) : []
    const bullish = ideas.find(({ direction }) => direction === 'bullish')
    if (bullish) return bullish
    found ??= ideas[0] ?? null
  }
  return found
}

const SYMBOLS_FOR_A_BULLISH_ONE = 12
const NO_OUTCOMES = calibrationOf([])

function demonstrated(idea: IdeaRecord, date: string): IdeaRecord {
  const thesis = `Demonstration at the prices of the close of ${date}, since the market is closed: ${idea.thesis}`
  return { ...idea, id: `demo_${idea.id}`, thesis }
}
