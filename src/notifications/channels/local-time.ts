const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant on the wall clock of a zone: "Nov 20, 10:00:05 EST". A zone that this runtime does not know is UTC. */
export function localTime(instant: string, timeZone: string): string {
  const format = formats.get(timeZone) ?? formatOf(timeZone)
  formats.set(timeZone, format)
  return format.format(Date.parse(instant))
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const shape = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' })
  }
}

/** A length of time in its two largest units: "45 s", "14 min", "2 h 5 min", "3 d 4 h". */
export function ageWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return `${Math.floor(ms / 1_000)} s`
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? pair(hours, 'h', minutes % 60, 'min') : pair(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}
