import { MAX_TOOL_CALLS } from '../receiver/deciders/allowed-tools.ts'
import type { DecisionMode } from '../receiver/ports/decider.ts'
import type { DecisionRoom } from '../receiver/ports/decision-room.ts'
import type { Parts } from './parts.ts'

/** Two messages that open a session, one that lists the tools, one to spare, and every call that is allowed. */
const MESSAGES_OF_A_DECISION = MAX_TOOL_CALLS + 4

/**
 * A provider that calls the tools itself does not wait when the tool server answers 429. So a decision begins only
 * while the account of SERVICE_EMAIL has the messages that it may need, besides those of the decisions under way. The
 * other modes need no room: `local_mcp` waits at the tool server.
 */
export function decisionRoom(
  mode: DecisionMode,
  { store, config, messageLimits }: Pick<Parts, 'store' | 'config' | 'messageLimits'>,
): DecisionRoom {
  if (mode !== 'remote_mcp') return { reserve: async () => ({ [Symbol.dispose]() {} }) }
  const { serviceEmail } = config.decision
  let accountId: string | undefined
  let reserved = 0
  return {
    async reserve() {
      if (serviceEmail !== undefined)
        accountId ??= (await store.accounts.byEmail(serviceEmail.toLowerCase()))?.account.id
      const { remaining } = await messageLimits.peek(accountId ?? '')
      if (remaining - reserved < MESSAGES_OF_A_DECISION) return undefined
      reserved += MESSAGES_OF_A_DECISION
      let isHeld = true
      return {
        [Symbol.dispose]() {
          if (isHeld) reserved -= MESSAGES_OF_A_DECISION
          isHeld = false
        },
      }
    },
  }
}
