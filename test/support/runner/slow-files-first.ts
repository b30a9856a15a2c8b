import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files that start processes, browsers or whole services: they take longest, and often wait. */
const SLOW = /\.browser\.test\.ts$|\/test\/(?:app|walks|clients|store)\/|\/test\/launch\.test\.ts$/

/**
 * Starts slow files first, so that no worker is left alone with one at the end. The usual order, by size on a new
 * checkout, knows nothing of what a short file may start.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    return [...usual.filter(isSlow), ...usual.filter((file) => !isSlow(file))]
  }
}
