/** One file for all of them: each file that the start of the site may load costs bytes there. */
export { AccountPage } from './account.tsx'
export { ApiKeysPage } from './api-keys.tsx'
export { AuthorizePage } from './connections/authorize.tsx'
export { ConnectedAppsPage } from './connections/connected-apps.tsx'
export { SecurityPage } from './security.tsx'
