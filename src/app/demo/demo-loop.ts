/**
 * The demonstration loop: an alert of the demo account posts each trade idea to this service's own receiver, which
 * decides by fixed rules and places no orders. Only `npm start` uses it.
 */
import { createServer } from 'node:net'
import { MAX_ALERTS } from '../../alerts/domain/alert-rule.ts'
import { changeAlert } from '../../alerts/operations/change-alert.ts'
import { createAlert } from '../../alerts/operations/create-alert.ts'
import { invoke } from '../../catalogue/invoke.ts'
import { lastSessionBefore } from '../../market/domain/calendar/trading-calendar.ts'
import { calibrationOf } from '../../trade-ideas/domain/confidence.ts'
import type { IdeaRecord } from '../../trade-ideas/domain/idea-record.ts'
import { newIdea } from '../../trade-ideas/domain/new-idea.ts'
import { draftIdeas } from '../../trade-ideas/domain/pipelines/index.ts'
import { gatherAnalytics } from '../../trade-ideas/operations/gather-analytics.ts'
import { ideaAlerts } from '../idea-alerts.ts'
import { contextOf, OPERATOR, type Parts } from '../parts.ts'
import type { Config } from '../settings/config.ts'
import { addressOf } from '../settings/derived-settings.ts'
import { DEMO_EMAIL } from './demo-account.ts'

export const DEMO_ALERT = 'Demo: every trade idea, to this service’s own receiver'

/** A shorter cooldown would fill the ledger with the same idea. */
const COOLDOWN_MINUTES = 30

/** A simulated market, fixed rules and a dry run: the loop cannot cost anything. */
export function isDemo({ market, decision, receiver }: Config): boolean {
  return market.source === 'simulated' && decision.mode === 'rules' && receiver.dryRun
}

/**
 * The settings with the service's own `host:port` as the only private address that alerts may post to. The port must be
 * known in advance, so a free one is chosen if PORT is 0.
 */
export async function withOwnAddress(config: Config): Promise<Config> {
  const port = config.listen.port === 0 ? await freePort(config.listen.host) : config.listen.port
  const own = new URL(addressOf(config.listen.host, port)).host
  const { WEBHOOK_ALLOWED_HOSTS: listed = [] } = config.channels
  const channels = { ...config.channels, WEBHOOK_ALLOWED_HOSTS: [...listed, own.includes(':') ? own : `${own}:80`] }
  return { ...config, listen: { ...config.listen, port }, channels }
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

/**
 * Creates the alert of the demo account, or updates its port. An alert that the user has deleted is not created again.
 */
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
  const rules = await parts.store.alerts.ofAccount(account.id, { limit: MAX_ALERTS })
  const rule = rules.find(({ name }) => name === DEMO_ALERT)
  const [endpoint] = await parts.store.endpoints.byIds(rule?.endpointId ? [rule.endpointId] : [])
  const address = endpoint && parts.notifier.box.open(endpoint.addressSealed)
  // An address that its owner has changed leads elsewhere.
  const isOwn = address !== undefined && new URL(address).pathname === new URL(webhook_url).pathname
  if (rule && isOwn && address !== webhook_url) await invoke(changeAlert, { id: rule.id, webhook_url }, context)
}

/**
 * Searches the market now for the first idea, preferably a bullish one among the first symbols, and raises it. Outside
 * a session the idea says that it uses prices of the last one, and it is not stored.
 */
export async function raiseFirstIdea(parts: Parts, signal: AbortSignal): Promise<IdeaRecord | null> {
  const found = await firstIdea(parts, signal)
  if (!found || signal.aborted) return null
  const { closeMs, date } = lastSessionBefore(found.seen.atMs)
  const isOpen = found.seen.atMs < closeMs && !(await parts.market.viewAt()).isReplay
  if (isOpen) await parts.store.tradeIdeas.add(found)
  const raised = isOpen ? found : asDemonstration(found, date)
  await ideaAlerts(parts)(raised)
  return raised
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

function asDemonstration(idea: IdeaRecord, date: string): IdeaRecord {
  const thesis = `Demonstration with prices of ${date}, because the market is closed: ${idea.thesis}`
  return { ...idea, id: `demo_${idea.id}`, thesis }
}
