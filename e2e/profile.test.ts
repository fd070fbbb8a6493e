import { expect, test } from 'bun:test'

import { editProfile } from './profile/edit.ts'
import { askForDeletion, downloadEverything, saveAccount } from './profile/own-data.ts'
import { changePassword } from './profile/password.ts'
import { openTestbed } from './testbed.ts'
import { devices } from './visitor.ts'

const testbed = openTestbed()

test.each(devices('phone'))(
  'on a %s in the %s, somebody edits their profile, changes their password, takes their data and keeps the account after all',
  async (viewport, colorScheme) => {
    const person = testbed.newClient()
    const email = `profile-on-${viewport}@example.com`
    await person.signUp(email)
    await testbed.visit('profile', { viewport, colorScheme, session: person.token() }, async visitor => {
      await visitor.page.goto(`${testbed.url}/dashboard/profile`)
      await editProfile(visitor)
      await changePassword(visitor)
      await downloadEverything(visitor, email)
      await askForDeletion(visitor)
      await saveAccount(visitor)
      expect(visitor.faults).toEqual([])
    })
  },
)
