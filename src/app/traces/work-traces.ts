import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Traced } from '../../catalogue/context.ts'
import type { Channel } from '../../notifications/ports/channel.ts'
import type { DeciderAndBroker } from '../decider-and-broker.ts'
import type { Measuring } from '../metrics/measuring.ts'
import { inSpan } from './in-span.ts'

export function tracedOperations(tracer: Tracer): Traced {
  return (name, work) => inSpan(tracer, { name, attributes: { 'optionwire.operation': name } }, work)
}

/** Only transactions of what is traced itself: the steps of workers that find nothing to do have no spans. */
export const tracedTransactions =
  (tracer: Tracer): Measuring['transactions'] =>
  (store) => ({
    ...store,
    transaction: (work) =>
      trace.getSpanContext(context.active())
        ? inSpan(tracer, { name: 'store transaction', kind: SpanKind.CLIENT }, () => store.transaction(work))
        : store.transaction(work),
  })

export const tracedChannels =
  (tracer: Tracer): Measuring['channels'] =>
  (channels) => {
    const traced = (channel: Channel): Channel => ({
      ...channel,
      send: (outgoing, signal) => {
        const attributes = { 'optionwire.channel': channel.name }
        return inSpan(
          tracer,
          { name: `deliver ${channel.name}`, kind: SpanKind.PRODUCER, attributes },
          async (span) => {
            const result = await channel.send(outgoing, signal)
            if (!result.ok) span.setStatus({ code: SpanStatusCode.ERROR })
            return result
          },
        )
      },
    })
    return new Map([...channels].map(([name, channel]) => [name, traced(channel)]))
  }

export function tracedReceiver(tracer: Tracer, { decider, broker }: DeciderAndBroker): DeciderAndBroker {
  return {
    decider: {
      mode: decider.mode,
      decide: (request, signal) => {
        const attributes = { 'optionwire.decision.mode': decider.mode }
        return inSpan(tracer, { name: 'decide', attributes }, async (span) => {
          const outcome = await decider.decide(request, signal)
          span.setAttribute('optionwire.decision.action', outcome.ok ? outcome.decision.action : 'failed')
          if (!outcome.ok) span.setStatus({ code: SpanStatusCode.ERROR })
          return outcome
        })
      },
    },
    broker: {
      submit: (intent, signal) =>
        inSpan(tracer, { name: 'submit order', kind: SpanKind.CLIENT }, async (span) => {
          const result = await broker.submit(intent, signal)
          span.setAttribute('optionwire.order.outcome', result.outcome)
          return result
        }),
      find: (clientOrderId, signal) => broker.find(clientOrderId, signal),
      holdings: (signal) => broker.holdings(signal),
      report: (orderId, signal) => broker.report(orderId, signal),
      listen: (listener, signal) => broker.listen(listener, signal),
    },
  }
}
