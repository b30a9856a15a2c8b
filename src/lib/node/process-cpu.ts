/** Processor time of all threads of this process so far, milliseconds. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
