import type { Operation } from '../../catalogue/operation.ts'
import { backtestAlert } from './backtest-alert.ts'
import { changeAlert } from './change-alert.ts'
import { createAlert } from './create-alert.ts'
import { deleteAlert } from './delete-alert.ts'
import { endAlertSnooze } from './end-alert-snooze.ts'
import { listAlerts } from './list-alerts.ts'
import { replaceWatchlist } from './replace-watchlist.ts'
import { revealAlertSecret } from './reveal-alert-secret.ts'
import { rotateAlertSecret } from './rotate-alert-secret.ts'
import { showAlert } from './show-alert.ts'
import { showWatchlist } from './show-watchlist.ts'
import { snoozeAlert } from './snooze-alert.ts'
import { snoozedAlerts } from './snoozed-alerts.ts'

/** Alert rules and the watchlist. */
export const alertOperations = [
  listAlerts,
  createAlert,
  showAlert,
  changeAlert,
  deleteAlert,
  snoozedAlerts,
  snoozeAlert,
  endAlertSnooze,
  revealAlertSecret,
  rotateAlertSecret,
  backtestAlert,
  showWatchlist,
  replaceWatchlist,
] as const satisfies readonly Operation[]
