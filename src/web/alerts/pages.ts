/** One file for all of them: each file that the start of the site may load costs bytes there. */
export { AlertPage, NewAlertPage } from './alert-editor.tsx'
export { AlertsPage } from './alerts.tsx'
