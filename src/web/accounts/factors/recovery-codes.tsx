import { CopyText } from '../../ui/form/copy-text.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly close: () => void
}

/** New recovery codes, which the service shows once. */
export function RecoveryCodes({ codes, close }: RecoveryCodesProps) {
  return (
    <>
      <p role="status">
        <strong>These recovery codes are shown only once.</strong> Keep them where you keep your passwords. Each one
        signs you in once without the device.
      </p>
      <CopyText label="Recovery codes" text={codes.join('\n')} />
      <button type="button" class="primary" onClick={close}>
        I have kept them
      </button>
    </>
  )
}
