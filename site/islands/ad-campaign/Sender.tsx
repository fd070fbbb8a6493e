import type { Fields } from '#shared/errors.ts'
import { TextField } from '#site/ui/fields/Field.tsx'

/** Name and e-mail for the reply. */
export const Sender = ({ name, email, fields }: { name: string; email: string; fields: Fields }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <TextField
      label="Your name"
      name="name"
      required
      autoComplete="name"
      defaultValue={name}
      error={fields.name}
    />
    <TextField
      label="Your email"
      name="email"
      type="email"
      required
      autoComplete="email"
      defaultValue={email}
      error={fields.email}
    />
  </div>
)
