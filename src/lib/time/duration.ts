/** Milliseconds of 24 hours. Days of a calendar may be an hour longer or shorter: see `zone-time.ts`. */
export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000
