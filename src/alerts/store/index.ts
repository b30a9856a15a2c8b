import type { AccountTables } from '../../accounts/store/tables.ts'
import type { FlowRepositories } from '../../flow/store/index.ts'
import type { NotificationRepositories } from '../../notifications/store/index.ts'
import type { Connection } from '../../store/connection.ts'
import type { Store } from '../../store/store.ts'
import { alerts } from './alerts.ts'
import { flowPositions } from './flow-positions.ts'
import { levelStates } from './level-states.ts'
import { savedFilters } from './saved-filters.ts'
import { screenStates } from './screen-states.ts'
import type { AlertTables } from './tables.ts'
import { watchlists } from './watchlists.ts'

export function alertRepositories(connection: Connection<AlertTables & AccountTables>) {
  return {
    alerts: alerts(connection),
    watchlists: watchlists(connection),
    flowPositions: flowPositions(connection),
    levelStates: levelStates(connection),
    savedFilters: savedFilters(connection),
    screenStates: screenStates(connection),
  }
}

export type AlertRepositories = ReturnType<typeof alertRepositories> & NotificationRepositories & FlowRepositories
export type AlertStore = Store<AlertRepositories>
