import { Counter, Histogram, type Registry } from 'prom-client'
import type { Broker } from '../../receiver/ports/broker.ts'
import type { Decider, DecisionOutcome } from '../../receiver/ports/decider.ts'
import type { DeciderAndBroker } from '../decider-and-broker.ts'

const SECONDS = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120]

/** A decider and a broker whose decisions, costs and orders are counted. */
export function measuredReceiver(
  registry: Registry,
  parts: DeciderAndBroker,
  monotonicMs: () => number,
): DeciderAndBroker {
  return {
    decider: measuredDecider(registry, parts.decider, monotonicMs),
    broker: measuredBroker(registry, parts.broker),
  }
}

function measuredDecider(registry: Registry, decider: Decider, monotonicMs: () => number): Decider {
  const registers = [registry]
  const decisions = new Histogram({
    name: 'optionwire_decision_duration_seconds',
    help: 'Time of one decision on a trade idea, by its action; failed where there was none.',
    labelNames: ['action'] as const,
    buckets: SECONDS,
    registers,
  })
  const tokens = new Counter({
    name: 'optionwire_llm_tokens_total',
    help: 'Tokens of models, by kind: input, cached, output, reasoning. Cached ones are part of input.',
    labelNames: ['kind'] as const,
    registers,
  })
  const cost = new Counter({
    name: 'optionwire_llm_cost_usd_total',
    help: 'Estimated cost of models in USD, where the price of the model is known.',
    registers,
  })
  const count = ({ usage }: DecisionOutcome) => {
    tokens.inc({ kind: 'input' }, usage.inputTokens ?? 0)
    tokens.inc({ kind: 'cached' }, usage.cachedTokens ?? 0)
    tokens.inc({ kind: 'output' }, usage.outputTokens ?? 0)
    tokens.inc({ kind: 'reasoning' }, usage.reasoningTokens ?? 0)
    cost.inc(usage.estimatedCostUsd ?? 0)
  }
  return {
    mode: decider.mode,
    async decide(request, signal) {
      const startedMs = monotonicMs()
      const outcome = await decider.decide(request, signal)
      const action = outcome.ok ? outcome.decision.action : 'failed'
      decisions.observe({ action }, (monotonicMs() - startedMs) / 1_000)
      count(outcome)
      return outcome
    },
  }
}

function measuredBroker(registry: Registry, broker: Broker): Broker {
  const orders = new Counter({
    name: 'optionwire_orders_total',
    help: 'Orders handed to the brokerage, by outcome: accepted, id_in_use, refused, busy or unclear.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  return {
    async submit(intent, signal) {
      const result = await broker.submit(intent, signal)
      orders.inc({ outcome: result.outcome })
      return result
    },
    find: (clientOrderId, signal) => broker.find(clientOrderId, signal),
    holdings: (signal) => broker.holdings(signal),
    report: (orderId, signal) => broker.report(orderId, signal),
    listen: (listener, signal) => broker.listen(listener, signal),
  }
}
