import type { Config } from './config.ts'

/** All secrets that an error of a provider may repeat, also in the form in which they are sent. */
export function secretTexts({ secrets, decision }: Config): string[] {
  const { serviceToken } = secrets
  const bearer = Buffer.from(`${decision.serviceEmail ?? ''}:${serviceToken ?? ''}`)
  const forms = serviceToken === undefined ? [] : [bearer.toString('base64'), bearer.toString('base64url')]
  return [...Object.values(secrets).flat(), ...forms].filter((text) => text !== undefined)
}
