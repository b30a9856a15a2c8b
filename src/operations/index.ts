import type { Operation } from './operation.ts'

/** The catalogue: everything that the service can do, in the order in which documents list it. */
export const operations: readonly Operation[] = []
