import type { Approvers } from '../../../src/receiver/ports/approvers.ts'

const unused = (): Promise<never> => Promise.reject(new Error('nobody is asked here'))

/** Of a service whose orders wait for nobody. */
export const NO_APPROVERS: Approvers = {
  transaction: unused,
  mayAnswer: async () => false,
  emailOf: async () => null,
  keyOf: () => '',
}
