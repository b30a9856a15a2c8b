/** One file for all of them: each file that the start of the site may load costs bytes there. */
export { OperatorAccountsPage } from './accounts.tsx'
export { OperatorDeliveriesPage } from './deliveries.tsx'
export { OperatorErrorsPage } from './errors.tsx'
export { OperatorLogPage } from './log.tsx'
export { OperatorPage } from './operator.tsx'
export { OperatorSettingsPage } from './settings.tsx'
