import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { parsedJson } from '../parsed-json.ts'

const File = z.object({
  project_id: z.string().min(1),
  private_key_id: z.string().min(1),
  private_key: z.string().min(1),
  client_email: z.string().min(1),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})

/** What a service account's JSON file holds: who signs, with what, and where a token is fetched. */
export interface ServiceAccount {
  readonly projectId: string
  readonly keyId: string
  readonly key: KeyObject
  readonly email: string
  readonly tokenUri: string
}

/** Throws an error that names what is wrong and repeats nothing of the text. */
export function readServiceAccount(text: string): ServiceAccount {
  const file = File.safeParse(parsedJson(text))
  if (!file.success) {
    const fields = file.error.issues.map(({ path }) => path.join('.')).filter((path) => path !== '')
    throw new Error(
      `FCM_SERVICE_ACCOUNT is not the JSON of a key file${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`,
    )
  }
  const { project_id, private_key_id, private_key, client_email, token_uri } = file.data
  return {
    projectId: project_id,
    keyId: private_key_id,
    key: keyOf(private_key),
    email: client_email,
    tokenUri: token_uri,
  }
}

function keyOf(pem: string): KeyObject {
  const key = parsedKey(pem)
  if (key?.asymmetricKeyType !== 'rsa') throw new Error('FCM_SERVICE_ACCOUNT must hold an RSA private key')
  return key
}

function parsedKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    // The error of the library may quote the key.
    return null
  }
}
