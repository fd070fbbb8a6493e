import { useStore } from '@nanostores/react'

import type { UserDetails } from '#shared/auth/auth.ts'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { PhoneField } from './PhoneField.tsx'
import { $fields, change, type Name, type Values } from './store.ts'

const GENDER_CHOICES = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
]

const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

/** The user's personal details. */
export function ProfileFields({ values, me }: { values: Values; me: UserDetails }) {
  const fields = useStore($fields)
  const bind = (name: Name) => ({
    name,
    value: values[name],
    error: fields[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  return (
    <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-2">
      <TextField {...bind('fullname')} label="Full Name *" required maxLength={100} autoComplete="name" />
      <TextField
        label="Email *"
        type="email"
        readOnly
        required
        value={me.email}
        hint="Your email can’t be changed here."
        className="bg-base-200"
      />
      <PhoneField
        mobile={values.mobile}
        countryCode={values.countryCode}
        error={fields.mobile ?? fields.countryCode}
        onChange={change}
      />
      <PasswordRow isGoogleAccount={me.isGoogleAccount} />
      <TextField
        {...bind('dob')}
        label="Date of Birth"
        type="date"
        min="1900-01-01"
        max={today()}
        autoComplete="bday"
      />
      <SelectField {...bind('gender')} label="Gender" placeholder="Select Gender" choices={GENDER_CHOICES} />
      <div className="lg:col-span-2">
        <TextField {...bind('address')} label="Address" maxLength={300} autoComplete="street-address" />
      </div>
      <div className="lg:col-span-2">
        <TextArea
          {...bind('bio')}
          label="Bio"
          rows={4}
          maxLength={1000}
          hint={`${values.bio.length} of 1000 characters`}
        />
      </div>
    </div>
  )
}
