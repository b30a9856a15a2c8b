import type { FlowRepositories } from '../../flow/store/index.ts'
import type { Connection } from '../../store/connection.ts'
import type { Store } from '../../store/store.ts'
import type { TradeIdeaTables } from './tables.ts'
import { tradeIdeas } from './trade-ideas.ts'

export function tradeIdeaRepositories(connection: Connection<TradeIdeaTables>) {
  return {
    tradeIdeas: tradeIdeas(connection),
  }
}

export type TradeIdeaRepositories = ReturnType<typeof tradeIdeaRepositories> & FlowRepositories
export type TradeIdeaStore = Store<TradeIdeaRepositories>
