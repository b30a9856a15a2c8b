/** The service with counts of its looks at the outbox: those that found nothing to lease, with their instants. */

import { UNMEASURED } from '../../../src/app/metrics/measuring.ts'
import { serve } from '../../../src/app/serve.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import type { Store } from '../../../src/app/store/open-store.ts'

/** Of one transaction that read what is due, by the wall clock. */
export interface Look {
  readonly atMs: number
  readonly leased: number
}

const looks: Look[] = []

function counted(store: Store): Store {
  return {
    ...store,
    async transaction(work, mode) {
      let [looked, leased] = [false, 0]
      const result = await store.transaction(async (repositories) => {
        const { outbox } = repositories
        ;[looked, leased] = [false, 0]
        return work({
          ...repositories,
          outbox: {
            ...outbox,
            due: (...call) => {
              looked = true
              return outbox.due(...call)
            },
            async lease(...call) {
              const rows = await outbox.lease(...call)
              leased += rows.length
              return rows
            },
          },
        })
      }, mode)
      if (looked) looks.push({ atMs: Date.now(), leased })
      return result
    },
  }
}

if (process.send) {
  const service = await serve(readConfig(process.env), { metrics: { ...UNMEASURED, transactions: counted } })
  process.on('message', () => process.send?.(looks.splice(0)))
  process.exitCode = await service.ended
  // A listener for messages would keep the process alive.
  process.disconnect()
}
