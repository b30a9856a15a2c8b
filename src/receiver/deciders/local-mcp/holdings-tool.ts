import { visibleText } from '../../../lib/text/visible-text.ts'
import type { DecisionRequest } from '../../ports/decider.ts'
import type { ToolOffer } from '../dialect.ts'
import { heldJson } from '../held-json.ts'
import { bounded, readArguments, type ToolAnswer, type ToolSession } from './tool-session.ts'

/** Said to the model before the data, where it has the tool. */
export const HOLDINGS_LINE =
  ' What the account holds stands under held; the tool account_holdings reads it again, in full or of one symbol.'

const HOLDINGS_TOOL: ToolOffer = {
  name: 'account_holdings',
  description:
    'What the brokerage account holds now: equity, profit since the last close and buying power in USD, positions and open orders. With symbol, the positions and open orders of that symbol alone.',
  parameters: {
    type: 'object',
    properties: { symbol: { type: 'string', description: 'Only this symbol.' } },
    additionalProperties: false,
  },
}

/** More does not fit into an answer of 8 KB. */
const MAX_ROWS = 100

/** The session with a tool of this process, where the model is shown what is held; nobody else can call it. */
export function withHoldings(session: ToolSession, { readHeld }: Pick<DecisionRequest, 'readHeld'>): ToolSession {
  if (readHeld === undefined) return session
  return {
    ...session,
    tools: [...session.tools, HOLDINGS_TOOL],
    call(name, argumentsText, timeoutMs) {
      return name === HOLDINGS_TOOL.name
        ? holdingsAnswer(readHeld, argumentsText)
        : session.call(name, argumentsText, timeoutMs)
    },
  }
}

/** The brokerage has a time limit of its own. */
async function holdingsAnswer(
  readHeld: NonNullable<DecisionRequest['readHeld']>,
  argumentsText: string,
): Promise<ToolAnswer> {
  const given = readArguments(argumentsText, [])
  if (typeof given === 'string') return { ok: false, text: given }
  const held = await readHeld()
  if (held === null) return { ok: false, text: 'The brokerage did not report what is held.' }
  const symbol = typeof given['symbol'] === 'string' ? visibleText(given['symbol']).trim().toUpperCase() : undefined
  const isShown = (row: { readonly symbol: string }) => symbol === undefined || row.symbol === symbol
  const shown = { ...held, positions: held.positions.filter(isShown), openOrders: held.openOrders.filter(isShown) }
  return { ok: true, text: bounded(JSON.stringify(heldJson(shown, MAX_ROWS))) }
}
