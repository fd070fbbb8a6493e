import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'

import type { UserDetails } from '#shared/auth/auth.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { TextArea, TextField, Field, SelectField, revealProblem } from '#site/ui/fields/Field.tsx'
import { markRoot } from '#site/ui/mark-root.ts'
import { Skeleton } from '#site/ui/states.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { DialogButton, EmailRow } from './EmailChange.tsx'
import { PhoneField } from './PhoneField.tsx'
import { Photo } from './Photo.tsx'
import {
  $saving,
  $unsaved,
  $values,
  discard,
  guardLeaving,
  saveProfile,
  type Values,
  $fields,
  change,
  type Name,
} from './store.ts'

const markBar = markRoot('bar')

export function Profile() {
  const me = useStore($me)
  const values = useStore($values)
  useEffect(guardLeaving, [])

  return (
    <>
      <ScreenHeading title="Edit Profile">How you appear here, and how we reach you.</ScreenHeading>
      {me.state === 'ready' && values ? <ProfileForm me={me.data} values={values} /> : <FormSkeleton />}
    </>
  )
}

function ProfileForm({ me, values }: { me: UserDetails; values: Values }) {
  const element = useRef<HTMLFormElement>(null)
  const saving = useStore($saving)
  const [, form] = useSubmit(async () => {
    await saveProfile()
    requestAnimationFrame(() => element.current && revealProblem(element.current))
  })

  return (
    <form {...form} ref={element} aria-label="Profile" className="grid max-w-3xl gap-8">
      {/* Changes made while saving would be lost. */}
      <div inert={saving} className="grid gap-8">
        <Photo />
        <ProfileFields values={values} me={me} />
      </div>
      <SaveBar />
    </form>
  )
}

function SaveBar() {
  const saving = useStore($saving)
  const unsaved = useStore($unsaved)
  return (
    <div
      ref={unsaved ? markBar : undefined}
      data-bottom-bar={unsaved || undefined}
      className={classes(
        'flex flex-wrap items-center gap-3 border-t border-base-300 bg-base-100 py-4',
        unsaved &&
          'sticky bottom-(--bar-bottom) z-10 -mx-4 px-4 sm:static sm:mx-0 sm:px-0 [@media(max-height:25rem)]:static',
      )}
    >
      <Button type="submit" variant="primary" busy={saving} busyLabel="Saving…">
        Save Changes
      </Button>
      {unsaved && !saving && (
        <Button variant="quiet" onClick={discard}>
          Discard changes
        </Button>
      )}
      <p role="status" className="text-sm text-soft">
        {unsaved && !saving && 'You have unsaved changes.'}
      </p>
    </div>
  )
}

const FormSkeleton = () => (
  <div role="status" aria-label="Loading your profile" className="grid max-w-3xl gap-8">
    <div className="flex items-center gap-6">
      <Skeleton className="size-24 !rounded-full" />
      <Skeleton className="h-20 grow" />
    </div>
    <div className="grid gap-5 lg:grid-cols-2">
      {Array.from({ length: 6 }, (_, field) => (
        <Skeleton key={field} className="h-16 w-full" />
      ))}
    </div>
  </div>
)

const GENDER_CHOICES = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
]

const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

function ProfileFields({ values, me }: { values: Values; me: UserDetails }) {
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
      <EmailRow email={me.email} />
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

const PasswordRow = ({ isGoogleAccount }: { isGoogleAccount: boolean }) =>
  isGoogleAccount ? (
    <TextField label="Password" readOnly value="Logged In Using: Google" className="bg-base-200" />
  ) : (
    <Field
      label="Password"
      aside={
        <DialogButton onClick={() => showDialog(ChangePasswordDialog, {})}>Change Password</DialogButton>
      }
    >
      {control => <input {...control} type="text" readOnly value="********" className="input bg-base-200" />}
    </Field>
  )
