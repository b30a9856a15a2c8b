import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Decision } from '../contract/decision.ts'
import { type Approval, orderRisk, type ShownOrder } from './approval.ts'
import { rationaleOf } from './skip-reason.ts'

const MAX_RATIONALE = 600
const MAX_NOTES = 3
const MAX_NOTE = 150

/** What a person is asked in a message, in plain text: order, idea, decision, reasons, risk, and until when. */
export function approvalText(
  { shown, expiresAt }: Pick<Approval, 'shown' | 'expiresAt'>,
  idea: TradeIdea,
  decision: Decision,
): { readonly title: string; readonly body: string } {
  const notes = decision.risk_notes.slice(0, MAX_NOTES).map((note) => `- ${cut(note, MAX_NOTE)}`)
  return {
    title: `Approve? ${orderWords(shown)}`,
    body: [
      `${shown.dryRun ? 'Dry run. ' : ''}Idea: ${idea.direction} ${cut(idea.strategy, 100)} of “${cut(idea.alert_name, 100)}”, entry ${usd(idea.entry_price)}, target ${usd(idea.target_price)}, stop ${usd(idea.stop_price)}.`,
      `Decision: confidence ${decision.confidence.toFixed(2)}. ${cut(rationaleOf(decision), MAX_RATIONALE)}`,
      riskWords(shown, idea),
      ...(notes.length > 0 ? ['Risks:', ...notes] : []),
      `Answer by ${expiresAt.slice(0, 16).replace('T', ' ')} UTC after signing in; without an answer nothing is ordered.`,
    ].join('\n'),
  }
}

/** "Buy AAPL for USD 100.00", "Sell short 3 shares of SPY (USD 1500.00)". */
export function orderWords({ action, symbol, notionalUsd, plan }: ShownOrder): string {
  const verb = action === 'buy' ? 'Buy' : 'Sell short'
  if (plan === null) return `${verb} ${symbol} for ${usd(notionalUsd)}`
  return `${verb} ${plan.qty} ${plan.qty === 1 ? 'share' : 'shares'} of ${symbol} (at most ${usd(notionalUsd)})`
}

function riskWords(shown: ShownOrder, idea: TradeIdea): string {
  const { shares, lossAtStopUsd: loss, gainAtTargetUsd: gain } = orderRisk(shown, idea)
  const size = `Size: ${Number(shares.toFixed(4))} shares at ${usd(shown.price)}.`
  const ends = `Loss at the stop ${usd(loss)}, gain at the target ${usd(gain)}.`
  return shown.plan === null ? `${size} No exits are placed. ${ends}` : `${size} ${ends}`
}

function usd(value: number | null): string {
  return value === null ? 'unknown' : `USD ${value.toFixed(2)}`
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
