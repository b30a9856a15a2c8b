import type { ChannelName } from '../../../src/notifications/domain/notification.ts'
import type { Channel } from '../../../src/notifications/ports/channel.ts'

/** A channel over real HTTP: posts the frozen body to the endpoint's address, and says what the answer means. */
export function httpChannel(name: ChannelName, timeoutMs = 10_000): Channel {
  return {
    name,
    timeoutMs,
    freeze: ({ deliveryId, content, programPayload, items, ...rest }) =>
      JSON.stringify({ deliveryId, ...content, programPayload, items: items.map(({ title }) => title), ...rest }),
    async send({ deliveryId, endpoint, body }, signal) {
      try {
        const response = await fetch(endpoint.address, {
          method: 'POST',
          headers: { 'webhook-id': `msg_${deliveryId}`, 'x-secrets': endpoint.secrets.join(' ') },
          body,
          signal,
        })
        const proof = { httpStatus: response.status, responseHead: await response.text() }
        if (response.ok) return { ok: true, ...proof }
        const after = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000
        return {
          ok: false,
          retry: response.status < 300 || response.status >= 400,
          code: `http_${response.status}`,
          reason: `HTTP ${response.status}.`,
          ...(Number.isFinite(after) && { afterMs: after }),
          ...(response.status === 410 && { disable: true, retry: false }),
          ...proof,
        }
      } catch {
        return {
          ok: false,
          retry: true,
          code: 'connection',
          reason: 'No answer.',
          httpStatus: null,
          responseHead: null,
        }
      }
    },
  }
}
