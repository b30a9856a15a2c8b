import { once } from '../../lib/async/once.ts'

export type Library = typeof import('oidc-provider')

/** Loading it takes a tenth of a second, which a start does not need. */
export const loadLibrary = once(() => import('oidc-provider'))

/** Makes requests to the library in this process, without a connection. */
export const loadInject = once(() => import('light-my-request'))
