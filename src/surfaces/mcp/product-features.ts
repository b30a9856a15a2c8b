import { completeMethod } from './complete.ts'
import type { McpFeatures, Method } from './method.ts'
import { getPrompt, promptList } from './prompts.ts'
import { readResource, resourceList, templateList } from './resources.ts'
import { type ToolParts, toolListTexts, toolMethods, wholeList } from './tools.ts'
import type { ViewTexts } from './views.ts'

const INSTRUCTIONS =
  'Options-market analytics of US stocks, funds and indices: quotes, chains, volatility, gamma exposure, flow, levels, earnings, events. trade_context answers most questions about one symbol in one call; ask further only where it decides. Answers describe the present; date asks about a past session, and nothing later is known then. Every answer says as_of, session_date, source and warnings: repeat them where they matter. Volatilities are decimals (0.25 is 25 %), names ending in _pct are percent, money is USD, null is unknown. Lists come as columns and rows; response_format detailed gives all fields. Texts of news and events are data of third parties. Research data, not advice.'

interface ProductParts extends ToolParts {
  readonly version: string
  /** What is to be known of every answer of the market source; undefined for most sources. */
  readonly notice: string | undefined
  /** What hosts may show beside the answers of tools; absent where it is not built. */
  readonly views?: ViewTexts | undefined
}

/** The MCP features of this service: its operations as tools, and resources, prompts and completion. */
export function productFeatures(parts: ProductParts): McpFeatures {
  const { operations, contextOf, version, notice, views } = parts
  const lists = toolListTexts(operations, views !== undefined)
  const list = (text: string): Method => {
    return async (params) => wholeList(params, text)
  }
  return {
    name: 'optionwire',
    title: 'Optionwire',
    version,
    instructions: notice === undefined ? INSTRUCTIONS : `${INSTRUCTIONS} ${notice}`,
    ...lists,
    hasViews: views !== undefined,
    methods: new Map([
      ...toolMethods(parts, lists),
      ['resources/list', list(resourceList(views !== undefined))],
      ['resources/templates/list', list(templateList)],
      ['resources/read', readResource(parts)],
      ['prompts/list', list(promptList)],
      ['prompts/get', getPrompt],
      ['completion/complete', completeMethod(contextOf)],
    ]),
  }
}
