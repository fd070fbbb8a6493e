import { Copy, Download } from 'lucide-react'
import encodeQr from 'qr'
import { useState } from 'react'

import { ProofByPassword } from '#shared/auth/auth.ts'
import { ConfirmTwoFactor, SecondFactorProof } from '#shared/auth/two-factor.ts'
import { brand } from '#shared/brand.ts'
import { $twoFactor } from '#site/dashboard/shared/me.ts'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { bodyOf } from '#site/lib/api/api.ts'
import { copyText } from '#site/lib/copy-text.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { SecondFactorField } from '#site/ui/fields/SecondFactorField.tsx'
import { QrCode } from '#site/ui/QrCode.tsx'
import { calls, FAILED, type ProofReason, startSetUp } from './TwoFactor.tsx'

const confirmation = schemaForm(ConfirmTwoFactor, {
  failed: 'The code wasn’t checked. Try again.',
  async send(form) {
    const { recoveryCodes } = await bodyOf(calls.confirm.$post({ json: form }))
    showDialog(RecoveryCodes, { codes: recoveryCodes, first: true })
    void $twoFactor.reload()
  },
})

const proofStore = (send: (form: SecondFactorProof) => Promise<void>) =>
  schemaForm(SecondFactorProof, { failed: FAILED, send })

export const proof = {
  'turn-on': schemaForm(ProofByPassword, { failed: FAILED, send: startSetUp }),
  'turn-off': proofStore(async form => {
    await calls.disable.$post({ json: form })
    toast('success', 'Two-factor sign-in is off.')
    await $twoFactor.reload()
  }),
  renew: proofStore(async form => {
    const { recoveryCodes } = await bodyOf(calls['recovery-codes'].$post({ json: form }))
    showDialog(RecoveryCodes, { codes: recoveryCodes, first: false })
    void $twoFactor.reload()
  }),
}

const inFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

type SetUpProps = { secret: string; address: string; onClose: () => void }

/** Shows the secret for the app as a QR code, and verifies a first code. */
export function SetUpDialog({ secret, address, onClose }: SetUpProps) {
  return (
    <FormDialog store={confirmation} title="Turn on two-factor sign-in" submit="Turn on" onClose={onClose}>
      <p className="text-sm">
        <strong>1.</strong> Scan this with an authenticator app, such as Google Authenticator, 1Password or
        Aegis.
      </p>
      {/* Drawn here, because its content is secret. */}
      <QrCode
        rows={encodeQr(address, 'raw', { ecc: 'medium', border: 4 })}
        className="mx-auto size-52"
        label="QR code for your authenticator app; the key below contains the same secret"
      />
      <p className="text-center text-xs text-soft">
        Can’t scan? Type this key into the app:
        <code className="mt-1 block font-mono text-sm wrap-anywhere text-base-content select-all">
          {inFours(secret)}
        </code>
      </p>
      <TextField
        label={
          <>
            <strong>2.</strong> Type the six digits that the app shows
          </>
        }
        name="code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        maxLength={7}
        className="h-12 font-display text-xl tracking-[0.2em] tabular-nums"
      />
    </FormDialog>
  )
}

const TEXTS = {
  'turn-on': {
    title: 'Turn on two-factor sign-in',
    intro:
      'Your account will then ask for a code from an app on your phone, so first we need to check it’s you.',
    confirm: 'Continue',
  },
  'turn-off': {
    title: 'Turn off two-factor sign-in?',
    intro: 'You’ll then sign in with only your password, and your recovery codes will stop working.',
    confirm: 'Turn off',
  },
  renew: {
    title: 'Create new recovery codes?',
    intro: 'Your current codes will stop working.',
    confirm: 'Create new codes',
  },
} as const

/** Requires the password to turn two-factor on. Afterwards it requires a code, because the password alone must not turn it off. */
export function ProveDialog({ why, onClose }: { why: ProofReason; onClose: () => void }) {
  const { title, intro, confirm } = TEXTS[why]
  return (
    <FormDialog
      store={proof[why]}
      title={title}
      intro={intro}
      submit={confirm}
      danger={why === 'turn-off'}
      onClose={onClose}
    >
      {why === 'turn-on' ? (
        <PasswordField label="Password" name="password" required autoComplete="current-password" />
      ) : (
        <SecondFactorField />
      )}
    </FormDialog>
  )
}

const FILE = `${brand.siteName.toLowerCase()}-recovery-codes.txt`

type RecoveryCodesProps = { codes: readonly string[]; first: boolean; onClose: () => void }

/** Shown once: closes when the user confirms that they have saved the codes. */
function RecoveryCodes({ codes, first, onClose }: RecoveryCodesProps) {
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')

  const copy = () => copyText(text, 'Recovery codes copied.', 'Select the codes and copy them by hand.')

  return (
    <Modal
      locked={!kept}
      title={first ? 'Two-factor sign-in is on' : 'Your new recovery codes'}
      onClose={onClose}
      actions={
        <Button variant="primary" disabled={!kept} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm">
          Keep these codes somewhere you can find without your phone. Each one works once.{' '}
          {first
            ? 'You won’t see them again.'
            : 'The old ones no longer work, and you won’t see these again.'}
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-field border border-base-300 bg-base-200 px-5 py-4 text-center font-mono text-sm select-all"
        >
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button small onClick={() => void copy()} icon={<Copy />}>
            Copy
          </Button>
          <Button small onClick={() => saveFile(FILE, `${text}\n`, 'text/plain')} icon={<Download />}>
            Download
          </Button>
        </div>
        <Checkbox
          label="I’ve saved these codes"
          checked={kept}
          onChange={event => setKept(event.target.checked)}
        />
      </div>
    </Modal>
  )
}
