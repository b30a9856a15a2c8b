/** Views that a host with MCP Apps shows beside the answer of a tool (specification 2026-01-26). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const VIEW_TYPE = 'text/html;profile=mcp-app'

interface View {
  /** Of its file, and in its address. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** The tool whose answers it draws. */
  readonly tool: string
}

export const VIEWS: readonly View[] = [
  {
    name: 'gamma',
    title: 'Gamma by strike',
    description: 'Gamma exposure by strike with walls and flip, and its profile over prices.',
    tool: 'gamma_exposure',
  },
  {
    name: 'volatility',
    title: 'Volatility smile and term structure',
    description: 'Implied volatility by expiration, and by strike of one expiration.',
    tool: 'iv_term_structure',
  },
  {
    name: 'payoff',
    title: 'Profit and loss of a strategy',
    description: 'Profit by price of the underlying, now and at expiration.',
    tool: 'strategy_analysis',
  },
]

/** The built views as HTML, by their address. */
export type ViewTexts = ReadonlyMap<string, string>

export function viewUri({ name }: Pick<View, 'name'>): string {
  return `ui://optionwire/${name}`
}

/** Reads the built files. */
export function readViews(folder: string): ViewTexts {
  return new Map(VIEWS.map((view) => [viewUri(view), readFileSync(join(folder, `${view.name}.html`), 'utf8')]))
}

/** Nothing is loaded from anywhere, so the host’s strictest policy suffices. */
export const VIEW_META = { ui: { csp: {}, prefersBorder: true } }

/** In `resources/list`. */
export const VIEW_RESOURCES = VIEWS.map((view) => ({
  uri: viewUri(view),
  name: `${view.name}_view`,
  title: view.title,
  description: view.description,
  mimeType: VIEW_TYPE,
  _meta: VIEW_META,
}))

/** The definition of a tool with its view, where it has one. Older hosts read the flat name. */
export function withView<Tool extends { readonly name: string }>(tool: Tool): Tool & { readonly _meta?: object } {
  const view = VIEWS.find((it) => it.tool === tool.name)
  if (!view) return tool
  return { ...tool, _meta: { ui: { resourceUri: viewUri(view) }, 'ui/resourceUri': viewUri(view) } }
}
