import type { FlowRepositories } from '../../flow/store/index.ts'
import type { RepositoriesMadeBy } from '../../store/made-on-use.ts'
import type { Store } from '../../store/store.ts'
import { tradeIdeas } from './trade-ideas.ts'

export const tradeIdeaRepositories = {
  tradeIdeas,
}

export type TradeIdeaRepositories = RepositoriesMadeBy<typeof tradeIdeaRepositories> & FlowRepositories
export type TradeIdeaStore = Store<TradeIdeaRepositories>
