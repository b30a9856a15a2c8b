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
import { madeOnUse, type RepositoriesMadeBy } from '../../store/made-on-use.ts'
import { tradeIdeaRepositories } from '../../trade-ideas/store/index.ts'
import type { Tables } from './tables.ts'

const MAKERS = {
  ...accountRepositories,
  ...marketRepositories,
  ...analyticsRepositories,
  ...receiverRepositories,
  ...notificationRepositories,
  ...alertRepositories,
  ...tradeIdeaRepositories,
  ...flowRepositories,
  clockState,
  leaseTerms,
}

export type Repositories = RepositoriesMadeBy<typeof MAKERS>

/** The repositories of every context. Each is a function of a connection, so the same code works in a transaction. */
export const repositoriesOf = (connection: Connection<Tables>): Repositories => madeOnUse(MAKERS, connection)
