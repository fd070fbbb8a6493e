import type { Page } from 'playwright-core'

import { picture } from '../pictures.ts'

type Open = (page: Page) => Promise<unknown>

export type Screen = {
  heading: string
  path: string
  /** What can be opened over it; Escape closes it. */
  dialogs?: Record<string, Open>
  /** What the screen can change into, in this order. */
  states?: Record<string, Open>
}

const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .filter({ visible: true })
    .first()

const press =
  (name: string | RegExp): Open =>
  page =>
    button(page, name).click()

const write =
  (label: string, words: string): Open =>
  page =>
    page.getByLabel(label, { exact: true }).fill(words)

const see =
  (words: string | RegExp): Open =>
  page =>
    page.getByText(words).filter({ visible: true }).first().waitFor()

const inTurn =
  (...steps: Open[]): Open =>
  async page => {
    for (const step of steps) await step(page)
  }

const tab =
  (name: string | RegExp): Open =>
  page =>
    page.getByRole('tab', { name }).click()

async function choosePhoto(page: Page) {
  const file = await picture('van.jpg', 200)
  const buffer = Buffer.from(await file.arrayBuffer())
  const input = page.getByLabel(/^(Choose a photo|Add pictures or a video)$/)
  await input.setInputFiles({ name: file.name, mimeType: file.type, buffer })
}

const openDetails: Open = page =>
  page
    .getByRole('link', { name: /^Details of/ })
    .filter({ visible: true })
    .last()
    .click()

const BUSINESS = 'Pat’s Plumbing'

/** The dashboard of somebody whose accounts are connected and who has posts in several states. */
export const CLIENT: Screen[] = [
  {
    heading: 'Dashboard Overview',
    path: '/dashboard',
    dialogs: {
      'create domain': inTurn(press('Add New Domain'), write('Website', 'nonsense'), press('Create')),
      'edit domain': press(`Edit ${BUSINESS}`),
      'delete domain': press(`Delete ${BUSINESS}`),
    },
  },
  {
    heading: 'Social Hub',
    path: '/dashboard/social-hub',
    dialogs: {
      'the businesses': press(BUSINESS),
      disconnect: press('Disconnect Facebook'),
    },
    states: {
      'an account': inTurn(press('Instagram'), see('View Account')),
      tips: tab(/^Content Tips/),
    },
  },
  { heading: 'Google Business Profile Manager', path: '/dashboard/google-business-profile' },
  { heading: 'Insights', path: '/dashboard/insights' },
  {
    heading: 'Create Social Post',
    path: '/dashboard/create-post',
    dialogs: { drafts: press('Drafts'), 'no templates': press('Templates') },
    states: {
      refused: inTurn(press('Post Now'), see('Please enter a message to post.')),
      written: inTurn(
        write('Message', 'pipes '.repeat(400)),
        see(/Message exceeds limit/),
        choosePhoto,
        press('Add a first comment'),
        page => page.getByText('Schedule this post').click(),
        page => page.getByRole('textbox', { name: 'Alt text' }).waitFor(),
      ),
      separate: page => page.getByText('Same message for all platforms').click(),
    },
  },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post',
    dialogs: { 'a post of the Page': press(/^View /), 'delete a post': press(/^Delete /) },
    states: {
      'a post that is edited': press(/^Edit /),
      'posts on Instagram': tab('Instagram'),
      'published posts': tab(/^Published/),
      'posts in progress': tab(/^In progress/),
      'posts that need attention': tab(/^Needs attention/),
      'scheduled posts': tab(/^Scheduled/),
    },
  },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=scheduled',
    dialogs: {
      'a scheduled post': openDetails,
      'edit a scheduled post': press(/^Edit /),
      reschedule: press(/^Reschedule /),
      'cancel a post': press(/^Cancel /),
      'what one network can do': press(/^More for/),
    },
  },
  {
    heading: 'Calendar',
    path: '/dashboard/calendar',
    states: { 'the week': press('Week'), 'the list': press('List') },
  },
  {
    heading: 'Notifications',
    path: '/dashboard/notifications',
    dialogs: { 'delete all': press('Delete all') },
    states: { 'system alerts': tab('System Alerts') },
  },
  {
    heading: 'Edit Profile',
    path: '/dashboard/profile',
    dialogs: {
      'change the password': inTurn(press('Change Password'), write('New Password', 'fresh Tap')),
      'crop the photo': inTurn(choosePhoto, page => page.getByRole('dialog').waitFor()),
      'the countries': press(/^Country:/),
    },
  },
  {
    heading: 'Settings',
    path: '/dashboard/settings',
    dialogs: {
      'two-factor sign-in': page => page.getByRole('switch', { name: 'Two-factor sign-in' }).click(),
      'delete the account': press('Request Account Deletion'),
    },
  },
  {
    heading: 'Help & Support',
    path: '/dashboard/help',
    dialogs: {
      'contact support': inTurn(press('Contact Support'), press('Send message')),
      'ask for a call': press('Schedule Call'),
    },
    states: {
      'an open answer': page => page.getByText('Do you know my Facebook or Instagram password?').click(),
      'no answer': inTurn(page => page.getByRole('searchbox').fill('submarine'), see('0 results of 8')),
    },
  },
]

export const ADMIN: Screen[] = [
  {
    heading: 'Support Requests',
    path: '/dashboard/support-requests',
    dialogs: {
      'a support request': press(/^View the request/),
      'delete a request': press(/^Delete the request/),
    },
    states: {
      'no support requests': inTurn(
        page => page.getByRole('searchbox').fill('submarine'),
        see('No support requests found'),
      ),
    },
  },
  {
    heading: 'Feature Requests',
    path: '/dashboard/feature-requests',
    dialogs: { 'a website request': press(/^View the request/) },
    states: { 'ad campaigns': tab('Ad campaigns') },
  },
]

const asks =
  (form: string, ...then: Open[]): Open =>
  page =>
    inTurn(asked => asked.locator(`[data-asks="${form}"]:visible`).first().click(), ...then)(page)

/** What opens over the public pages. */
export const PUBLIC: Record<string, Open> = {
  'sign in': asks('sign-in'),
  'sign up, refused': asks(
    'sign-in',
    press('Create an account'),
    press('Sign Up'),
    see('Full Name is required'),
  ),
  'forgotten password': asks('sign-in', press('Forgot password?')),
  'account management': asks('account-management'),
  'ad campaign': asks('ad-campaign'),
  questionnaire: asks('questionnaire'),
}
