import type { AccountTables } from '../../accounts/store/tables.ts'
import type { FlowRepositories } from '../../flow/store/index.ts'
import type { NotificationRepositories } from '../../notifications/store/index.ts'
import type { Connection } from '../../store/connection.ts'
import type { RepositoriesMadeBy } from '../../store/made-on-use.ts'
import type { Store } from '../../store/store.ts'
import { StoredFilters } from '../contract/saved-filter.ts'
import { StoredScreen } from '../contract/saved-screen.ts'
import { alerts } from './alerts.ts'
import { flowPositions } from './flow-positions.ts'
import { levelStates } from './level-states.ts'
import { savedQueries } from './saved-queries.ts'
import { screenStates } from './screen-states.ts'
import type { AlertTables } from './tables.ts'
import { watchlists } from './watchlists.ts'

export const alertRepositories = {
  alerts,
  watchlists,
  flowPositions,
  levelStates,
  savedFilters: (connection: Connection<AlertTables & AccountTables>) =>
    savedQueries(connection, 'flow', (stored) => StoredFilters.parse(stored)),
  savedScreens: (connection: Connection<AlertTables & AccountTables>) =>
    savedQueries(connection, 'screen', (stored) => StoredScreen.parse(stored)),
  screenStates,
}

export type AlertRepositories = RepositoriesMadeBy<typeof alertRepositories> &
  NotificationRepositories &
  FlowRepositories
export type AlertStore = Store<AlertRepositories>
