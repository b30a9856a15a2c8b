import { KEY_SCOPES, type KeyScope } from '../../accounts/domain/key-scope.ts'
import type { Submission } from '../submit.ts'
import { Field } from '../ui/form/field.tsx'
import { Toggles } from '../ui/form/switch.tsx'
import { TextField } from '../ui/form/text-field.tsx'

const SCOPE_TITLES: Readonly<Record<KeyScope, string>> = {
  'read:analytics': 'Read analytics',
  'read:notifications': 'Read notifications',
  'write:notifications': 'Change notifications',
  mcp: 'MCP endpoint',
  export: 'Exports',
}

const SCOPES = KEY_SCOPES.map((scope) => [scope, SCOPE_TITLES[scope]] as const)

/** What a key may do, and from where, as the form has it. */
export interface KeyPowers {
  /** Null: full read access. */
  readonly scopes: ReadonlySet<KeyScope> | null
  /** Addresses as typed, separated by commas or spaces. */
  readonly addresses: string
}

export const FULL_POWERS: KeyPowers = { scopes: null, addresses: '' }

/** The inputs of the operation that creates a key. */
export function powersInput({ scopes, addresses }: KeyPowers) {
  const allowed = addresses.split(/[\s,]+/).filter((each) => each !== '')
  return { scopes: scopes && [...scopes], allowed_networks: allowed.length > 0 ? allowed : null }
}

interface KeyPowersFieldsProps {
  readonly powers: KeyPowers
  readonly onPowers: (powers: KeyPowers) => void
  readonly submission: Submission
}

export function KeyPowersFields({ powers, onPowers, submission }: KeyPowersFieldsProps) {
  const { scopes, addresses } = powers
  return (
    <>
      <Field
        label="Access"
        error={submission.error('scopes')}
        hint={scopes?.has('mcp') ? 'Tools over MCP also need access to what they read.' : undefined}
      >
        {(ids) => (
          <select
            {...ids}
            value={scopes ? 'some' : 'full'}
            onChange={(event) =>
              onPowers({ ...powers, scopes: event.currentTarget.value === 'some' ? new Set(['read:analytics']) : null })
            }
          >
            <option value="full">All that a key may do</option>
            <option value="some">Only what you choose…</option>
          </select>
        )}
      </Field>
      {scopes ? (
        <Toggles
          label="The key may"
          options={SCOPES}
          shown={scopes}
          onChange={(chosen) => onPowers({ ...powers, scopes: chosen })}
        />
      ) : null}
      <TextField
        label="Only from these addresses"
        placeholder="203.0.113.7, 2001:db8::/48"
        value={addresses}
        onValue={(text) => onPowers({ ...powers, addresses: text })}
        error={submission.error('allowed_networks')}
        hint="Addresses or CIDR blocks, separated by commas. Empty: from anywhere."
      />
    </>
  )
}

/** What a key may do, in one line of a table. */
export function powersText(scopes: readonly KeyScope[] | null, addresses: readonly string[] | null): string {
  const access = scopes ? scopes.map((scope) => SCOPE_TITLES[scope]).join(', ') : 'All'
  return addresses ? `${access}; from ${addresses.join(', ')}` : access
}
