import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { chatTokenDigest } from '../../../src/accounts/operations/chat-links/chat-callers.ts'
import { DAY_MS } from '../../../src/lib/time/duration.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { PATHS, type PageName } from '../../../src/web/paths.ts'
import { decidedAt } from '../../app/scorecard/decided.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../notifications/notification-service.ts'
import { anIdeaRecord } from '../receiver/idea-records.ts'
import { waitingOrder } from '../receiver/waiting-order.ts'
import { launchChromium } from './chromium.ts'
import { listen, SIZES, signedIn, webFolder } from './web-service.ts'

/** Pages, and questions that an address opens on one. */
export type WalkedName = PageName | 'linkChat'

export const PAGE_NAMES: readonly WalkedName[] = [...(Object.keys(PATHS) as PageName[]), 'linkChat']

const CHAT_TOKEN = 'token-of-a-link-that-a-chat-shows'

export interface OpenedPage {
  readonly context: BrowserContext
  readonly page: Page
  readonly complaints: string[]
}

/** A service on which every page has something to show to an operator who is signed in, and a browser. */
export interface PageWorld extends AsyncDisposable {
  readonly service: NotificationService
  readonly browser: Browser
  readonly account: NotifiedAccount
  /** What a browser keeps of the account. */
  readonly storageState: StorageState
  /** The address of a page, with a symbol or an id that exists. */
  addressOf(name: WalkedName): string
  /** A window of its own; of somebody who is not signed in where told so. */
  open(look?: BrowserContextOptions, isStranger?: boolean): Promise<OpenedPage>
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
type ServiceOptions = NonNullable<Parameters<typeof notificationService>[0]>

export async function pageWorld({ settings, ...options }: ServiceOptions = {}): Promise<PageWorld> {
  const service = await notificationService({
    // A Friday on which the simulated market is open, whenever the test runs.
    ...(options.now === undefined && { from: '2026-11-20T18:00:00.000Z' }),
    pages: webFolder,
    settings: { APPROVAL: 'required', APPROVERS: 'notified-1@optionwire.test', ...settings },
    ...options,
  })
  const browser = await launchChromium()
  const account = await service.account()
  await service.parts.store.accounts.change(account.id, { isOperator: true })
  const ids = await furnish(service, account)
  const storageState = await signedIn(browser, service.url, account.email)
  return {
    service,
    browser,
    account,
    storageState,
    addressOf(name) {
      if (name === 'linkChat') return `${PATHS.connectedApps}#token=${CHAT_TOKEN}`
      return PATHS[name].replace(':symbol', 'SPY').replace(':id', ids[name] ?? '')
    },
    async open(look = {}, isStranger = false) {
      const context = await browser.newContext({
        viewport: SIZES.desktop,
        reducedMotion: 'reduce',
        baseURL: service.url,
        ...look,
        ...(isStranger ? {} : { storageState }),
      })
      const page = await context.newPage()
      return { context, page, complaints: listen(page, service.url) }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** What pages of one thing show: their ids. */
async function furnish(
  service: NotificationService,
  account: NotifiedAccount,
): Promise<Partial<Record<PageName, string>>> {
  const { store, now } = service.parts
  const idea = anIdeaRecord({ symbol: 'SPY' })
  await store.tradeIdeas.add(idea)
  const rule = { name: 'Any print', source: 'option_flow', criteria: { symbols: ['SPY'] } }
  const { body } = await service.call(account, 'POST', 'alerts', rule)
  const content = systemContent('Maintenance', 'The service restarts.', false)
  const [raised] = await service.raise({ accountId: account.id, eventKey: 'test', content })
  const notification = raised?.raised ? raised.notification.id : ''
  await scored(service)
  const approval = await waitingOrder(store, now())
  await chatUsers(service, account)
  return { idea: idea.id, alert: body.id, notification, approval }
}

/** One who is linked with the account, and one who asks to be. */
async function chatUsers({ parts }: NotificationService, { id: accountId }: NotifiedAccount): Promise<void> {
  const { store, identity, now } = parts
  const user = { vendor: 'slack', workspaceId: 'T1', workspaceName: 'example', userName: 'steve' } as const
  await store.chatUsers.put({ ...user, userId: 'U1', id: 'chat-1', accountId, linkedAt: now().toISOString() })
  const untilMs = now().getTime() + DAY_MS
  await store.chatUsers.invite(chatTokenDigest(identity, CHAT_TOKEN), { ...user, userId: 'U2' }, new Date(untilMs))
}

/** Two decisions of two sessions that were measured. */
async function scored({ parts }: NotificationService): Promise<void> {
  const { store } = parts
  for (const [at, exitPrice] of [
    ['2026-11-10T15:00:00.000Z', 110],
    ['2026-11-11T15:00:00.000Z', 95],
  ] as const) {
    const fingerprint = await decidedAt(parts, { at, decision: { confidence: exitPrice / 125 } })
    const prices = { entryPrice: 100, endPrice: 101, exitPrice, marketReturnPct: 0.5 }
    const ends = { entryMs: Date.parse(at), exitMs: Date.parse(at) + 60_000, endDate: '2026-11-18', entryTouched: true }
    const kinds = { exit: exitPrice > 100 ? 'target' : 'stop', entryBasis: 'minute', resolution: 'minute' } as const
    await store.decisionScores.putMeasure(
      fingerprint,
      5,
      { isPriced: true, outcome: { ...prices, ...ends, ...kinds } },
      new Date('2026-11-19T00:00:00.000Z'),
    )
    await store.decisionScores.putBaseline(fingerprint, { action: 'skip', error: null }, new Date(at))
  }
}
