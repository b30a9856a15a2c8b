/** A host of MCP Apps as its specification (2026-01-26) describes one on the web, written from that document alone. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Frame, Page } from 'playwright-core'

/** The policy that a host must use where a view names no domains. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'self'",
  'sandbox allow-scripts',
].join('; ')

/** The page of the chat. It answers the view, and sends it the result once it has been initialized. */
const HOST_PAGE = `<!doctype html><html lang="en"><title>Host</title><body><main><h1>Chat</h1></main><script>
const seen = []
let frame
function post(message) { frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*') }
addEventListener('message', async ({ source, data }) => {
  if (source !== frame?.contentWindow) return
  seen.push(data)
  if (data.method === 'ui/notifications/sandbox-proxy-ready') post({ method: 'ui/notifications/sandbox-resource-ready', params: {} })
  if (data.method === 'ui/initialize') post({ id: data.id, result: setup.initialize })
  if (data.method === 'ui/notifications/initialized') {
    post({ method: 'ui/notifications/tool-input', params: { arguments: setup.arguments } })
    for (const message of setup.messages) post(message)
  }
  if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px'
  if (data.method === 'tools/call') post({ id: data.id, result: await callTool(data.params) })
})
let setup
function show(given) {
  setup = given
  frame = document.createElement('iframe')
  frame.title = 'View'
  frame.sandbox = 'allow-scripts allow-same-origin'
  frame.style = 'border: 0; width: 100%; height: 100px'
  frame.src = given.proxy
  document.querySelector('main').append(frame)
}
</script></body></html>`

/** The sandbox on another origin: it passes messages on, and synthesizes none. */
const PROXY_PAGE = `<!doctype html><html lang="en"><title>Sandbox</title><body style="margin:0"><script>
const inner = document.createElement('iframe')
inner.title = 'View'
inner.sandbox = 'allow-scripts'
inner.style = 'border: 0; width: 100%; height: 100vh; display: block'
addEventListener('message', ({ source, data }) => {
  if (source === parent && data.method === 'ui/notifications/sandbox-resource-ready') {
    inner.src = '/view'
    document.body.append(inner)
  } else if (source === parent) inner.contentWindow.postMessage(data, '*')
  else if (source === inner.contentWindow) parent.postMessage(data, '*')
})
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*')
</script></body></html>`

export interface ShownView {
  readonly page: Page
  readonly frame: Frame
  /** Messages of the view to the host. */
  seen(): Promise<readonly { readonly method?: string; readonly params?: Record<string, unknown> }[]>
  /** Sends the view a message of the host. */
  post(message: object): Promise<void>
}

export interface ViewSetup {
  readonly html: string
  readonly context?: object
  readonly capabilities?: object
  /** Sent after the view has been initialized. */
  readonly messages: readonly object[]
  readonly callTool?: (params: { name: string; arguments: object }) => Promise<unknown>
}

export interface AppsHost extends AsyncDisposable {
  readonly origin: string
  show(context: BrowserContext, setup: ViewSetup): Promise<ShownView>
}

export async function appsHost(): Promise<AppsHost> {
  let html = ''
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.url === '/view') response.setHeader('content-security-policy', POLICY)
    response.end(request.url === '/view' ? html : request.url === '/proxy' ? PROXY_PAGE : HOST_PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    async show(context, setup) {
      html = setup.html
      const page = await context.newPage()
      await page.exposeFunction('callTool', setup.callTool ?? (() => null))
      await page.goto(origin)
      const initialize = {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'host', version: '1' },
        hostCapabilities: setup.capabilities ?? {},
        hostContext: setup.context ?? {},
      }
      const given = { proxy: `http://localhost:${port}/proxy`, initialize, arguments: {}, messages: setup.messages }
      await page.evaluate(`show(${JSON.stringify(given)})`)
      await page.frameLocator('iframe').frameLocator('iframe').locator('main').waitFor()
      const frame = page.frames().find((it) => it.url().endsWith('/view'))
      if (!frame) throw new Error('the view is not shown')
      return {
        page,
        frame,
        seen: () => page.evaluate('seen'),
        post: async (message) => void (await page.evaluate(`post(${JSON.stringify(message)})`)),
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The notification by which a host passes a result on. */
export function toolResult(params: unknown): object {
  return { method: 'ui/notifications/tool-result', params }
}
