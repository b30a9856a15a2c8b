import { accountRepositories } from '../../accounts/store/index.ts'
import { alertRepositories } from '../../alerts/store/index.ts'
import { analyticsRepositories } from '../../analytics/store/index.ts'
import { flowRepositories } from '../../flow/store/index.ts'
import { marketRepositories } from '../../market/store/index.ts'
import { notificationRepositories } from '../../notifications/store/index.ts'
import { receiverRepositories } from '../../receiver/store/index.ts'
import { clockState } from '../../store/clock-state.ts'
import type { Connection } from '../../store/connection.ts'
import { leaseTerms } from '../../store/lease-terms.ts'
import { tradeIdeaRepositories } from '../../trade-ideas/store/index.ts'
import type { Tables } from './tables.ts'

/** The repositories of every context. Each is a function of a connection, so the same code works in a transaction. */
export function repositoriesOf(connection: Connection<Tables>) {
  return {
    ...accountRepositories(connection),
    ...marketRepositories(connection),
    ...analyticsRepositories(connection),
    ...receiverRepositories(connection),
    ...notificationRepositories(connection),
    ...alertRepositories(connection),
    ...tradeIdeaRepositories(connection),
    ...flowRepositories(connection),
    clockState: clockState(connection),
    leaseTerms: leaseTerms(connection),
  }
}

export type Repositories = ReturnType<typeof repositoriesOf>
