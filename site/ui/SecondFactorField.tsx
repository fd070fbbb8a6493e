import { TextField } from './Field.tsx'

/** Takes the six digits of an authenticator app, or a recovery code in their place: letters too, so no number pad. */
export const SecondFactorField = ({ error }: { error: string | undefined }) => (
  <TextField
    label="Code from your app, or a recovery code"
    name="code"
    required
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    error={error}
  />
)
