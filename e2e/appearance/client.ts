import { namesWhere } from '#shared/networks.ts'
import { dayOf, DUE_AT } from '../melbourne.ts'
import { COMPOSER } from './composer.ts'
import { BUSINESS, codeOf, PASSWORD } from './people.ts'
import {
  above,
  busy,
  choosePhoto,
  go,
  holdCall,
  sequence,
  keys,
  setFault,
  type Open,
  openDetails,
  openDetailsOf,
  press,
  pressText,
  failHeldCall,
  search,
  see,
  seeDialog,
  tab,
  tick,
  toggle,
  write,
} from './steps.ts'
import type { Screen } from './visit.ts'

const typeCode: Open = async page => {
  const secret = await page.getByRole('dialog').locator('code').innerText()
  await page.getByRole('dialog').getByRole('textbox').fill(codeOf(secret))
}

const writeName =
  (name: string): Open =>
  page =>
    page.getByRole('textbox', { name: /^Full name/i }).fill(name)

/** The forms of the networks that ask before their own page opens. */
const signInsByPage = Object.fromEntries(
  namesWhere(({ account }) => account.signInField).map(name => [
    `sign in to ${name}`,
    above(press(`Connect ${name}`), press(/^Continue/)),
  ]),
)

const on = dayOf(DUE_AT)

/** Chooses a spreadsheet from Windows with a wrong date and a word whose letters depend on the encoding. */
const chooseSpreadsheet: Open = page => {
  const picture = 'https://example.com/a.jpg'
  const lines = [
    'Networks,Text,Date,Time,Pictures',
    `facebook,Closed,${on.slice(0, 4)}-02-30,09:30,${picture}`,
    `facebook,Fr\u00FChst\u00FCck,${on},23:59,${picture}`,
  ]
  const buffer = Buffer.from(lines.join('\n'), 'latin1')
  return page
    .getByLabel('Choose a spreadsheet')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer })
}

const focusPost: Open = page => page.getByRole('link', { name: /Closed at Easter, one/ }).focus()

/** Answers the open item as another window does. */
const answerElsewhere: Open = page =>
  page.evaluate(async () => {
    const path = `/api/inbox/${new URLSearchParams(location.search).get('item')}`
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('token')}`,
      'Content-Type': 'application/json',
    }
    const { data } = (await (await fetch(path, { headers })).json()) as { data: { version: number } }
    const body = JSON.stringify({ message: 'Thank you!', version: data.version })
    await fetch(`${path}/reply`, { method: 'POST', headers, body })
  })

/** The dashboard of a client with connected accounts and posts in several states. */
export const CLIENT: Screen[] = [
  {
    heading: 'Dashboard Overview',
    path: '/dashboard',
    steps: {
      'create domain': above(press('Add New Domain'), write('Website', 'nonsense'), press('Create')),
      'edit domain': above(press(`Edit ${BUSINESS}`)),
      'delete domain': above(press(`Delete ${BUSINESS}`)),
      'scores over time': above(
        press(`Scores of ${BUSINESS} over time`),
        see('Every measurement, newest first'),
      ),
      'an address of nothing': sequence(go('/dashboard/nowhere'), see('We couldn’t find that page')),
      'a success': sequence(press(`Edit ${BUSINESS}`), press('Update'), see('Domain updated successfully!')),
      'scores being refreshed': busy(
        setFault({ provider: 'pagespeed', operation: 'run', kind: 'delay-before', ms: 30_000 }),
        press(`Refresh the scores of ${BUSINESS}`),
        page => page.locator('[aria-disabled=true]').first().waitFor(),
      ),
    },
  },
  {
    heading: 'Social Hub',
    path: '/dashboard/social-hub',
    steps: {
      disconnect: above(press('Disconnect Facebook')),
      ...signInsByPage,
      'sign in to Bluesky with an app password': above(
        press('Connect Bluesky'),
        press('Use an app password instead'),
        press('Connect'),
      ),
      'an account': sequence(press('Instagram'), see('View Account')),
      tips: tab(/^Content Tips/),
      'a sign-in at Google that was refused': sequence(
        go('/dashboard/social-hub/declined/none/none'),
        see('because permission was not given'),
      ),
    },
  },
  {
    heading: 'Google Business Profile Manager',
    path: '/dashboard/google-business-profile',
    steps: {
      'choose a location': above(press('Add Location'), seeDialog),
      'ask for reviews': above(press('Ask for reviews'), see('Copy email')),
      'the button of new posts': above(press('Choose the button of new posts'), seeDialog),
    },
  },
  {
    heading: 'Inbox',
    path: '/dashboard/inbox',
    steps: {
      'a review': above(press(/^Unread: Robin Hale/), see('Your answer')),
      'an answer that is too long': above(
        press(/Robin Hale/),
        write('Your answer', 'Sorry! '.repeat(700)),
        press('Send answer'),
        see('too long for Google'),
      ),
      'saved replies': above(press(/Robin Hale/), press('Saved replies'), see('No saved replies yet')),
      'a note': above(
        press(/Robin Hale/),
        write('New note', 'I rang her.'),
        press('Add note'),
        see('I rang her.'),
      ),
      'nothing that was answered': sequence(press('Answered'), see('Nothing here yet')),
      'an answer that came second': sequence(
        press('Unanswered'),
        press(/Mei Lin/),
        write('Your answer', 'Thank you, Mei!'),
        answerElsewhere,
        see('Pat Lee answered while you wrote.'),
      ),
      'nothing found': sequence(go('/dashboard/inbox?search=nowhere'), see('Nothing found')),
    },
  },
  {
    heading: 'Insights',
    path: '/dashboard/insights',
    steps: {
      'ninety days': pressText('90 days'),
      'chosen days': pressText('Dates'),
      'the numbers': page => page.getByText('Show the numbers').first().click(),
    },
  },
  COMPOSER,
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=facebook',
    steps: {
      'a post of the Page': above(press(/^View /)),
      'delete a post': above(press(/^Delete /)),
      'a post that is edited': press(/^Edit /),
      'a post that Facebook will not change': sequence(
        setFault({ provider: 'facebook', operation: 'post', kind: 'error', code: 368, status: 400 }),
        write('Message', 'Taps, mended at last'),
        press('Save'),
        see('Failed to update the post on Facebook. Please try again.'),
      ),
      'posts on Instagram': press('Instagram'),
      'posts on Google': press('Google Business Profile'),
      'published posts': tab(/^Published/),
      'a published post': above(openDetails),
      'posts in progress': sequence(tab(/^In progress/), see('Nobody knows')),
      'an unconfirmed post': above(openDetails),
      'posts that need attention': sequence(tab(/^Needs attention/), see('Refused by Facebook')),
      'a post that failed': above(openDetails),
      'a post for another account': above(openDetailsOf('Written for the old Page'), see('Publish on')),
      'scheduled posts': tab(/^Planned/),
      'a post that is gone': above(go('/dashboard/view-post?post=gone'), see('This post no longer exists')),
    },
  },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=scheduled',
    steps: {
      'a scheduled post': above(openDetails),
      'what can be done with a post': above(press(/^More for/)),
      reschedule: above(press(/^More for/), press('Reschedule')),
      'choose another time': above(
        press(/^More for/),
        press('Reschedule'),
        press(/^Date and time/),
        seeTimes,
      ),
      'a post that was canceled': sequence(
        press(/^More for Closed at Easter, five/),
        press('Cancel post'),
        see('Cancelled. The post is in your drafts.'),
      ),
      drafts: sequence(tab(/^Drafts/), see(/^Saved/), tick('Select all'), see('selected')),
    },
  },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=scheduled',
    steps: {
      'a scheduled post in the composer': sequence(press(/^More for/), press('Edit'), see('Save changes')),
      'a change that isn’t saved': sequence(write('Message', 'Open from noon'), see('Not saved yet')),
      'a change that was discarded': sequence(press('Cancel'), see('Changes discarded.')),
      'a post that can’t be edited': sequence(
        go('/dashboard/create-post?edit=gone'),
        see('This post no longer exists'),
      ),
    },
  },
  {
    heading: 'Calendar',
    path: `/dashboard/calendar?view=month&on=${on}`,
    steps: {
      'a day with more posts than fit': above(press(/more on/)),
      'a day without posts': above(press(/^Monday \d+ \w+ \d+$/), see('Nothing is planned for this day.')),
      'a post that was moved': sequence(focusPost, keys('Shift+ArrowRight'), see(/^Moved to/)),
      'the filters': above(press('Filter'), see('Networks')),
      'a week by AI': above(press('Write my week'), see(/^Nothing goes out until|^A draft for each/)),
      'the week': press('Week'),
      'the list': press('List'),
      'nothing planned': sequence(press('Next month'), press('Next month'), see(/^Nothing is planned/)),
    },
  },
  {
    heading: 'Import posts',
    path: '/dashboard/import',
    steps: {
      'rows to fix and to look at': sequence(chooseSpreadsheet, see('I looked at the row with a warning')),
      'a row to correct': sequence(press('Correct row 2'), see('Check row 2')),
    },
  },
  {
    heading: 'Monthly Reports',
    path: '/dashboard/reports',
    steps: {
      'a report to release': sequence(press('Prepare'), see('Summary')),
      'releasing a report': above(press(/^Release and/)),
      'a released report': sequence(
        press(/^Release and/),
        page => page.getByRole('dialog').getByRole('button', { name: 'Release' }).click(),
        see('Report released.'),
      ),
      'withdraw a report': above(press('Withdraw')),
      'the monthly email': above(press('Set up')),
      'the reports of all businesses': sequence(go('/dashboard/reports?businesses=all'), see('not emailed')),
    },
  },
  {
    heading: 'Media',
    path: '/dashboard/media',
    steps: {
      'a file, and the next one': above(
        page => page.locator('main ul button').first().click(),
        seeDialog,
        page => page.keyboard.press('ArrowRight'),
      ),
      'files to label': above(
        press('Select'),
        page => page.locator('main ul button').first().click(),
        press('Label'),
      ),
      'nothing found': sequence(write('Search', 'no such file'), see('Nothing found')),
    },
  },
  {
    heading: 'Notifications',
    path: '/dashboard/notifications',
    steps: {
      'delete all': above(press('Delete all')),
      'one deleted': sequence(press(/^Delete: /), see('Undo')),
      'one read': press(/^Mark as read: /),
      unread: tab(/^Unread/),
      trouble: tab(/^Problems/),
      'system alerts': tab('System Alerts'),
    },
  },
  {
    heading: 'Edit Profile',
    path: '/dashboard/profile',
    steps: {
      'change the password': above(press('Change Password'), write('New Password', 'fresh Tap')),
      'change the email': above(press('Change Email'), write('New Email', 'pat@')),
      'the code of an email': above(
        press('Change Email'),
        write('New Email', 'pat.lee@example.org'),
        write('Password', PASSWORD),
        press('Send the code'),
        see('Confirm your new email'),
      ),
      'crop the photo': above(choosePhoto, seeDialog),
      'the countries': above(press(/^Country:/)),
      'no such country': above(
        press(/^Country:/),
        page => page.keyboard.type('zzz'),
        see('No entries to show'),
      ),
      refused: sequence(writeName(''), press('Save Changes'), page =>
        page.locator('[aria-invalid=true]').first().waitFor(),
      ),
      'as it was': writeName('Pat Lee'),
      'not saved': busy(holdCall('users/updateProfile'), press('Save Changes'), seeBusy),
      'refused by the api': sequence(failHeldCall, see('Failed to update profile. Please try again later.')),
    },
  },
  { heading: BUSINESS, path: '/dashboard/client' },
  {
    heading: 'Activity',
    path: '/dashboard/activity',
    steps: {
      'nothing found': sequence(go('/dashboard/activity?kind=link&person=currawong'), see('Nothing found')),
      'everything again': sequence(press('Show everything'), see('added the business')),
    },
  },
  {
    heading: 'Settings',
    path: '/dashboard/settings',
    steps: {
      ...Object.fromEntries(
        ['details', 'voice', 'labels', 'members', 'calendar-link', 'approvals', 'sessions', 'account'].map(
          anchor => [anchor, section(anchor)],
        ),
      ),
      'link tags': sequence(section('links'), toggle('Add UTM tags to links'), see('For example:')),
      'another time zone': sequence(
        section('posting-times'),
        page => page.getByLabel('Time zone of the business').selectOption('Australia/Perth'),
        see('Save time zone'),
      ),
      'the zone stays': press(/^Keep /),
      'rename a label': above(section('labels'), press('Rename Spring menu'), write('Name', 'Summer menu')),
      'two-factor sign-in': above(section('security'), toggle('Two-factor sign-in')),
      'delete the account': above(
        section('account'),
        press('Request Account Deletion'),
        press('Cancel'),
        press('Request Account Deletion'),
      ),
      changed: sequence(section('notifications'), toggle('Marketing emails')),
      'leave without saving': above(
        page => page.getByRole('link', { name: 'Help', exact: true }).click(),
        seeDialog,
      ),
      saved: sequence(press('Save Changes'), see('Settings saved successfully!')),
      'the QR code': sequence(
        section('security'),
        toggle('Two-factor sign-in'),
        write('Password', PASSWORD),
        press('Continue'),
        see('Can’t scan?'),
      ),
      'a wrong code': sequence(
        page => page.getByRole('dialog').getByRole('textbox').fill('12'),
        press('Turn on'),
        see('Invalid code. Please try again.'),
      ),
      'recovery codes': sequence(typeCode, press('Turn on'), see('Two-factor sign-in is on')),
      'two-factor is on': sequence(tick('I’ve saved these codes'), press('Done')),
      'data being prepared': busy(
        section('account'),
        holdCall('users/exportLink'),
        press('Download my data'),
        seeBusy,
      ),
      'data that can’t be loaded': sequence(failHeldCall, see('Something went wrong.')),
      'turn two-factor off': above(section('security'), toggle('Two-factor sign-in'), press('Turn off')),
      'new recovery codes': above(press('New recovery codes')),
    },
  },
  {
    heading: 'Help & Support',
    path: '/dashboard/help',
    steps: {
      'contact support': above(press('Contact Support'), press('Send message')),
      'a message that was sent': sequence(
        press('Contact Support'),
        page => page.getByRole('combobox', { name: 'Subject' }).selectOption({ index: 1 }),
        write('Message', 'How do I add my second shop?'),
        press('Send message'),
        see('Success'),
      ),
      'ask for a call': above(press('Schedule Call')),
      'an open answer': pressText('Do you know the passwords of my accounts?'),
      'no answer': sequence(search('submarine'), see('0 of 8 questions')),
    },
  },
]

/** Opens a section of Settings. */
function section(anchor: string): Open {
  return sequence(go(`/dashboard/settings#${anchor}`), page => page.locator(`#${anchor}`).waitFor())
}

function seeBusy(...[page]: Parameters<Open>) {
  return page.locator('main button[aria-busy=true]').first().waitFor()
}

function seeTimes(...[page]: Parameters<Open>) {
  return page.getByRole('listbox', { name: 'Time' }).waitFor()
}
