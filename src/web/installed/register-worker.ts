/** The address of the service worker; its scope is the whole site. */
const WORKER = '/service-worker.js'
/** A slow connection has the numbers of the first page to bring before the files of the others. */
const LATER_MS = 5_000

/**
 * Registers the worker that opens the pages without the service and shows push messages. A browser asks for a new one
 * with each document, past its cache.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
}

/** After the first page, which needs the connection for itself. Plain http has no workers, except on this machine. */
export function registerWorkerLater(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () =>
    setTimeout(() => {
      // The pages work without it; the push settings report why it cannot be registered.
      registerWorker().catch(() => undefined)
    }, LATER_MS)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
