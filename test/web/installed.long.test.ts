import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE } from '../support/browser/bell.ts'
import { launchChromium } from '../support/browser/chromium.ts'
import { canWalk, listen, settled, signedIn, webFolder } from '../support/browser/web-service.ts'
import { type NotificationService, notificationService } from '../support/notifications/notification-service.ts'
import { tempFolder } from '../support/process/temp-folder.ts'

const FROM = '2026-11-20T18:00:00.000Z'

describe.skipIf(!canWalk)('the installed app', { timeout: 120_000 }, () => {
  const folders = { store: tempFolder(), old: tempFolder(), next: tempFolder() }
  let service: NotificationService | undefined
  let url: string
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let storageState: Awaited<ReturnType<typeof signedIn>>
  let complaints: string[]

  const start = async (pages: string, settings = {}) => {
    service = await notificationService({ from: FROM, works: false, folder: folders.store.path, pages, settings })
    return service
  }
  const stop = async () => {
    await service?.[Symbol.asyncDispose]()
    service = undefined
  }
  /** A browser without a worker so far, on a page that has one. */
  const open = async () => {
    context = await browser.newContext({ baseURL: url, storageState })
    page = await context.newPage()
    complaints = listen(page, url)
    await page.goto('/alerts')
    await settled(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  }
  const restart = (pages: string) => start(pages, { PORT: new URL(url).port })

  beforeAll(async () => {
    cpSync(webFolder, folders.old.path, { recursive: true })
    cpSync(webFolder, folders.next.path, { recursive: true })
    makeNextBuild(folders.next.path)
    const first = await start(folders.old.path)
    url = first.url
    browser = await launchChromium({ notifies: true })
    const { email } = await first.account()
    storageState = await signedIn(browser, url, email)
    await open()
  }, 90_000)
  afterAll(async () => {
    await browser?.close()
    await stop()
    for (const folder of Object.values(folders)) folder[Symbol.dispose]()
  })

  it('has a manifest without errors, and can be installed', async () => {
    const devTools = await context.newCDPSession(page)
    const { errors, data } = await devTools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Optionwire', display: 'standalone' })
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
    // A browser of a test has no profile to install it in.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    await devTools.detach()
  })

  it('keeps the shell alone: no answer of the API, and one document', async () => {
    for (const path of ['/flow', '/notifications', '/']) {
      await page.goto(path)
      await settled(page)
    }
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return { names, paths: all.flat().map((it) => new URL(it.url).pathname) }
    })
    expect(kept.names).toHaveLength(1)
    expect(kept.paths.filter((it) => !/^\/(assets\/[^/]+\.(js|css)|icons\/[^/]+\.png|[\w.]*)$/.test(it))).toEqual([])
    expect(kept.paths.filter((it) => it.startsWith('/api/'))).toEqual([])
    expect(kept.paths).toContain('/')
    expect(complaints).toEqual([])
  })

  it('shows a push message, and opens its page and no other site', async () => {
    const worker = await workerOf(context)
    const devTools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations
        if (registration) resolve(registration.registrationId)
      })
    })
    await context.grantPermissions(['notifications'], { origin: url })
    await devTools.send('ServiceWorker.enable')
    const registrationId = await registered
    for (const address of [`${url}/notifications/n1`, 'https://elsewhere.example/x']) {
      const data = JSON.stringify({ title: 'NVDA', body: 'A print.', url: address, tag: address, high: false })
      await devTools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
    }
    await expect.poll(() => worker.evaluate(SHOWN), PATIENCE).toHaveLength(2)
    const opened = (await worker.evaluate(CLICK_ALL)) as string[]
    expect(opened.sort()).toEqual([`${url}/notifications`, `${url}/notifications/n1`])
    await devTools.detach()
  })

  it('opens without the service and says that it is offline, and goes on when the service is back', async () => {
    await stop()
    await page.goto('/flow')
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await restart(folders.old.path)
    await page.getByRole('heading', { name: 'Flow', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/flow')
  })

  it('is replaced by a new build, while an open page of the old one still finds its files', async () => {
    await context.close()
    await stop()
    await restart(folders.old.path)
    await open()
    const before = await scripts(page)
    await stop()
    await restart(folders.next.path)
    complaints.length = 0
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => null))
    await page.waitForFunction(async () => (await caches.keys()).length === 2)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null), PATIENCE)
      .toBe(true)
    const [old = ''] = readdirSync(join(folders.old.path, 'assets')).filter((it) => /^ideas-.*\.js$/.test(it))
    expect((await fetch(`${url}/assets/${old}`)).status).toBe(404)
    await page.getByRole('link', { name: 'Trade ideas', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Trade ideas', exact: true }).waitFor()

    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Trade ideas', exact: true }).waitFor()
    expect(await scripts(page)).not.toEqual(before)
    expect(complaints.filter((it) => !/WebSocket/.test(it))).toEqual([])
  })
})

/** What a change of the sources does to a build: files have other names, and the worker another version. */
function makeNextBuild(folder: string): void {
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((it) => /^(index|ideas)-.*\.js$/.test(it))
  const renamed = new Map(names.map((it) => [it, it.replace(/-.*\.js$/, '-NextBuild.js')]))
  const files = [...readdirSync(assets).map((it) => join('assets', it)), 'index.html', 'service-worker.js']
  for (const file of files.filter((it) => /\.(js|html)$/.test(it))) {
    let text = readFileSync(join(folder, file), 'utf8')
    for (const [from, to] of renamed) text = text.replaceAll(from, to)
    if (file === 'service-worker.js') text = text.replace(/VERSION = "\w+"/, 'VERSION = "next"')
    writeFileSync(join(folder, file), text)
  }
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to))
}

function scripts(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.scripts].map(({ src }) => src))
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers()
  return worker
}

/** Run in the worker, whose types are not those of this program. */
const SHOWN = 'self.registration.getNotifications().then((all) => all.map(({ data }) => data.url))'
/** A test cannot click what the system shows, so the worker gets the event; it opens no real window. */
const CLICK_ALL = `(async () => {
  const opened = []
  self.clients.openWindow = async (address) => void opened.push(address)
  for (const notification of await self.registration.getNotifications()) {
    const event = new NotificationEvent('notificationclick', { notification })
    self.dispatchEvent(event)
  }
  for (let turn = 0; turn < 100 && opened.length < 2; turn++) await self.clients.matchAll()
  return opened
})()`
