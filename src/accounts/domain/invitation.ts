/** Allows one address to sign up. Instants are ISO 8601 UTC. */
export interface Invitation {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly usedAt: string | null
}

export function publicInvitation({ id, createdAt, expiresAt, usedAt }: Invitation) {
  return { id, created_at: createdAt, expires_at: expiresAt, used_at: usedAt }
}

/** The link of an invitation; its token is behind `#`, like those of mails. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/sign_up#token=${token}`
}
