// The service worker. The build adds VERSION, DOCUMENT, FILES and PAGES before this text: the files of one build, and the
// addresses of pages as patterns.
//
// It keeps the shell alone: the document, which is the same for everybody, and files that never change under their names.
// It answers nothing else, so no answer of the API is ever in a cache.

const PREFIX = 'shell-'
const SHELL = `${PREFIX}${VERSION}`
/** Of this build and the one before, whose open pages may still need a file that the service has no more. */
const KEPT_BUILDS = 2
/** Texts come in several encodings, which browsers name in requests differently; the kept one is unpacked. */
const ANY_ENCODING = { ignoreVary: true }
const PAGE_PATTERNS = PAGES.map((it) => new RegExp(it))

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (PAGE_PATTERNS.some((it) => it.test(pathname))) event.respondWith(pageFor(request))
    return
  }
  if (pathname.startsWith('/assets/') || FILES.includes(pathname)) event.respondWith(fileFor(request))
})

async function install() {
  const cache = await caches.open(SHELL)
  // Past the cache of the browser: it may hold the document of another build.
  const page = await fetch(DOCUMENT.path, { cache: 'reload', credentials: 'omit' })
  const text = await page.clone().text()
  // Another build was started meanwhile; its own worker is installed next.
  if (!page.ok || !text.includes(DOCUMENT.entry)) throw new Error('The document is of another build.')
  await cache.put(DOCUMENT.path, page)
  await cache.addAll(FILES)
  await self.skipWaiting()
}

async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const older = names.filter((name) => name !== SHELL)
  const ended = older.slice(0, Math.max(0, older.length - (KEPT_BUILDS - 1)))
  await Promise.all(ended.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The page as the service has it now; the kept document, marked as such, only where the service cannot be reached. */
async function pageFor(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(SHELL)).match(DOCUMENT.path, ANY_ENCODING)
    if (!kept) throw error
    const text = await kept.text()
    const headers = new Headers(kept.headers)
    // They are of the text as it was sent.
    for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
    return new Response(text.replace('<html ', '<html data-offline '), { headers })
  }
}

/** Files have the hash of their content in their names, so a kept one is right whatever build it is of. */
async function fileFor(request) {
  const { pathname } = new URL(request.url)
  const kept = pathname.startsWith('/assets/') ? caches : await caches.open(SHELL)
  return (await kept.match(pathname, ANY_ENCODING)) ?? fetch(request)
}

// Push messages, shown also while no page is open.

self.addEventListener('push', (event) => {
  const { title = 'Optionwire', body = '', url = '/notifications', tag, high = false } = read(event.data)
  const images = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }
  const options = { body, tag, ...images, requireInteraction: high, data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(ownAddress(event.notification.data?.url)))
})

function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return { body: data.text() }
  }
}

/** Opens only the service's own pages, whatever the message contains. */
function ownAddress(url) {
  const target = new URL(url ?? '/notifications', self.location.origin)
  return target.origin === self.location.origin ? target.href : `${self.location.origin}/notifications`
}

async function open(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) {
    if (new URL(page.url).pathname === new URL(address).pathname) return page.focus()
  }
  return self.clients.openWindow(address)
}
