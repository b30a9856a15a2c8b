const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes in the largest unit of which there is at least one: `12.5 MB`. */
export function byteWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`
}

/** A time that has passed: `45 s`, `12 min`, `3 h`; a dash if it is unknown. */
export function secondsWords(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
