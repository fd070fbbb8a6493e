import { expect, test } from 'bun:test'

import { downloadReport, reachedTheAgency, readFigures } from './dashboard/figures-and-help.ts'
import { saveSettings } from './dashboard/settings.ts'
import { useFrame } from './dashboard/shell.ts'
import { editProfile } from './profile/edit.ts'
import { askForDeletion, downloadEverything, saveAccount } from './profile/own-data.ts'
import { changePassword } from './profile/password.ts'
import { openTestbed } from './testbed.ts'
import { devices } from './visitor.ts'

const testbed = openTestbed()

async function signUp(email: string) {
  const person = testbed.newClient()
  await person.signUp(email)
  return person
}

test.each(devices('phone'))(
  'on a %s in the %s, somebody edits their profile, changes their password, takes their data and keeps the account after all',
  async (viewport, colorScheme) => {
    const email = `profile-on-${viewport}@example.com`
    const session = (await signUp(email)).token()
    await testbed.visit('profile', { viewport, colorScheme, session }, async visitor => {
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

test.each(devices('phone'))(
  'on a %s in the %s, somebody saves their settings, turns two-factor on and signs in with it',
  async (viewport, colorScheme) => {
    const email = `settings-on-${viewport}@example.com`
    const session = (await signUp(email)).token()
    await testbed.visit('settings', { viewport, colorScheme, session }, async visitor => {
      await saveSettings(visitor, testbed.url, viewport, email)
      expect(visitor.faults).toEqual([])
    })
  },
)

test('navigates by tabs and menu on a phone and selects the business of the screens', async () => {
  const person = await signUp('somebody-with-two-businesses@example.com')
  await person.addDomain('Pat’s Plumbing')
  await person.addDomain('Corner Shop')
  await testbed.visit('shell', { viewport: 'phone', session: person.token() }, async visitor => {
    await useFrame(visitor, testbed.url)
    expect(visitor.faults).toEqual([])
  })
})

test.each(devices('desktop'))(
  'on a %s, somebody reads their figures, finds an answer in the help, asks for support and comes back, and downloads a released report as a PDF',
  async (viewport, colorScheme) => {
    const email = `figures-on-${viewport}@example.com`
    const question = `Where is my post? asks the ${viewport}`
    const person = await signUp(email)
    await person.addDomain('Pat’s Plumbing')
    await person.connectFacebook('Pat’s Plumbing')
    await person.connectInstagram('pat.plumbs')
    const arrival = { viewport, colorScheme, session: person.token() }
    await testbed.visit('figures-and-help', arrival, async visitor => {
      await readFigures(visitor, testbed.url, viewport, { email, question })
      await downloadReport(visitor, testbed.url, person)
      // Ignores requests in flight when the network failed.
      expect(visitor.faults.filter(fault => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    })
    await testbed.product.grantAdmin(email)
    await reachedTheAgency(person, question)
  },
)
