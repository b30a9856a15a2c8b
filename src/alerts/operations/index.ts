import type { Operation } from '../../catalogue/operation.ts'
import { backtestAlert } from './backtest-alert.ts'
import { changeAlert } from './change-alert.ts'
import { createAlert } from './create-alert.ts'
import { deleteAlert } from './delete-alert.ts'
import { endAlertSnooze } from './end-alert-snooze.ts'
import { listAlerts } from './list-alerts.ts'
import { revealAlertSecret } from './reveal-alert-secret.ts'
import { rotateAlertSecret } from './rotate-alert-secret.ts'
import { changeSavedFilter } from './saved-filters/change-saved-filter.ts'
import { createSavedFilter } from './saved-filters/create-saved-filter.ts'
import { deleteSavedFilter } from './saved-filters/delete-saved-filter.ts'
import { listSavedFilters } from './saved-filters/list-saved-filters.ts'
import { changeScreen } from './saved-screens/change-screen.ts'
import { createScreen } from './saved-screens/create-screen.ts'
import { deleteScreen } from './saved-screens/delete-screen.ts'
import { listScreens } from './saved-screens/list-screens.ts'
import { showAlert } from './show-alert.ts'
import { snoozeAlert } from './snooze-alert.ts'
import { snoozedAlerts } from './snoozed-alerts.ts'
import { changeWatchlist } from './watchlist/change-watchlist.ts'
import { previewWatchlist } from './watchlist/preview-watchlist.ts'
import { replaceWatchlist } from './watchlist/replace-watchlist.ts'
import { showWatchlist } from './watchlist/show-watchlist.ts'

/** Alert rules, the watchlist, saved filters of the tape, and saved screens. */
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
  changeWatchlist,
  previewWatchlist,
  listSavedFilters,
  createSavedFilter,
  changeSavedFilter,
  deleteSavedFilter,
  listScreens,
  createScreen,
  changeScreen,
  deleteScreen,
] as const satisfies readonly Operation[]
