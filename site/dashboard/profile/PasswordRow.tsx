import { Field, TextField } from '#site/ui/fields/Field.tsx'
import { openPasswordDialog } from './change-password.ts'

/** The sign-in method; passwords can be changed. */
export const PasswordRow = ({ isGoogleAccount }: { isGoogleAccount: boolean }) =>
  isGoogleAccount ? (
    <TextField label="Password" readOnly value="Logged In Using: Google" className="bg-base-200" />
  ) : (
    <Field
      label="Password"
      aside={
        <button
          type="button"
          aria-haspopup="dialog"
          className="link link-hover pointer-coarse:-my-2.5 pointer-coarse:min-h-11 text-sm font-semibold text-info"
          onClick={openPasswordDialog}
        >
          Change Password
        </button>
      }
    >
      {control => <input {...control} type="text" readOnly value="********" className="input bg-base-200" />}
    </Field>
  )
