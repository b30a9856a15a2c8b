import type { Submission } from '../submit.ts'
import { TextField } from '../ui/form/text-field.tsx'

interface CredentialFieldProps {
  readonly of: Submission
  readonly value: string
  readonly onValue: (value: string) => void
}

export function EmailField({ of, ...rest }: CredentialFieldProps) {
  return <TextField label="E-mail" type="email" autocomplete="username" required error={of.error('email')} {...rest} />
}

interface PasswordFieldProps extends CredentialFieldProps {
  readonly label: string
}

/** The password that the account has. */
export function PasswordField({ of, ...rest }: PasswordFieldProps) {
  return (
    <TextField
      type="password"
      autocomplete="current-password"
      required
      maxLength={200}
      error={of.error('password')}
      {...rest}
    />
  )
}

interface NewPasswordFieldProps extends PasswordFieldProps {
  /** The field of the request that the password becomes. */
  readonly name: 'password' | 'new_password'
  readonly hint: string
}

export function NewPasswordField({ of, name, hint, ...rest }: NewPasswordFieldProps) {
  return (
    <TextField
      type="password"
      autocomplete="new-password"
      required
      minLength={8}
      maxLength={200}
      error={of.error(name)}
      hint={`At least 8 characters. ${hint}`}
      {...rest}
    />
  )
}
