import { TradeIdea } from '../contract.ts'

const FIELDS = TradeIdea.keyof().options

/** The idea as a webhook sends it: the fields of the contract in their order, those that are null left out. */
export function ideaWebhookBody(idea: TradeIdea): Readonly<Partial<TradeIdea>> {
  return Object.fromEntries(FIELDS.flatMap((name) => (idea[name] === null ? [] : [[name, idea[name]]])))
}
