import { TextField } from './Field.tsx'

/** Accepts a six-digit code or a recovery code, which contains letters, so it shows no number pad. */
export const SecondFactorField = () => (
  <TextField
    label="Code from your app, or a recovery code"
    name="code"
    required
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
  />
)
