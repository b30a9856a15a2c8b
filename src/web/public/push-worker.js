// Shows push messages while no page is open, and opens the page on a click.

self.addEventListener('push', (event) => {
  const { title = 'Optionwire', body = '', url = '/notifications', tag, high = false } = read(event.data)
  const options = { body, tag, icon: '/icon.svg', requireInteraction: high, data: { url } }
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
