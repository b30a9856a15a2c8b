import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../notifications/notification-service.ts'
import { launchChromium } from './chromium.ts'
import { listen, SIZES, signedIn, webFolder } from './web-service.ts'

/** A page of an account that is signed in, on a service in this process. */
export interface SignedInPage extends AsyncDisposable {
  readonly service: NotificationService
  readonly browser: Browser
  readonly account: NotifiedAccount
  readonly context: BrowserContext
  readonly page: Page
  /** What the browser complained about. */
  readonly complaints: string[]
}

type ServiceOptions = NonNullable<Parameters<typeof notificationService>[0]>

/** A Friday on which the simulated market is open, whenever the test runs. */
const IN_SESSION = '2026-11-20T18:00:00.000Z'

export async function signedInPage(
  options: ServiceOptions = {},
  look: BrowserContextOptions = { viewport: SIZES.desktop },
): Promise<SignedInPage> {
  const service = await notificationService({ from: IN_SESSION, pages: webFolder, ...options })
  const browser = await launchChromium()
  const account = await service.account()
  const storageState = await signedIn(browser, service.url, account.email)
  const context = await browser.newContext({
    baseURL: service.url,
    storageState,
    serviceWorkers: 'block',
    ...look,
  })
  const page = await context.newPage()
  return {
    service,
    browser,
    account,
    context,
    page,
    complaints: listen(page, service.url),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await service[Symbol.asyncDispose]()
    },
  }
}
