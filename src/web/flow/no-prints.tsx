import { useLocation } from 'preact-iso'
import { withQuery } from '../travel.ts'
import { Empty } from '../ui/states.tsx'
import { useFlowQuery } from './filters/flow-filters.tsx'
import { FLOW_FILTERS, parametersOf } from './filters/flow-query.ts'

/** In place of prints: what the filters leave out comes back with one click. */
export function NoPrints() {
  const { url, route } = useLocation()
  const query = useFlowQuery()
  if (!FLOW_FILTERS.some((name) => query[name] !== undefined)) {
    return <Empty next="The first ones appear here during the session.">No prints in this session yet.</Empty>
  }
  const clear = (
    <button type="button" class="link" onClick={() => route(withQuery(url, parametersOf({})), true)}>
      Clear the filters
    </button>
  )
  return <Empty next={clear}>No prints of this session match these filters.</Empty>
}
