import { above, sequence, press, search, see, seeDialog, tab, type Open } from './steps.ts'
import type { Screen } from './visit.ts'

const offline =
  (is: boolean): Open =>
  page =>
    page.context().setOffline(is)

const openDetails =
  (name: RegExp): Open =>
  page =>
    page.getByRole('link', { name }).filter({ visible: true }).first().click()

/** The dashboard of a client with a lost sign-in, pending choices and a scheduled account deletion. */
export const TROUBLED: Screen[] = [
  {
    heading: 'Dashboard Overview',
    path: '/dashboard',
    steps: { offline: sequence(offline(true), see('You are offline.')), online: offline(false) },
  },
  {
    heading: 'Businesses',
    path: '/dashboard/clients',
    steps: {
      'no business found': sequence(search('submarine'), see('Nothing found')),
      'a business opened by its count': sequence(
        press('Show all businesses'),
        openDetails(/on hold/),
        see('Manage Social Posts'),
      ),
    },
  },
  {
    heading: 'Social Hub',
    path: '/dashboard/social-hub',
    steps: {
      'an account that was signed out': sequence(press('Instagram'), see('View Account')),
      'choose a Page': above(press('Choose a page Facebook'), seeDialog),
      'choose a location': above(press('Choose a location Google Business Profile'), seeDialog),
      'a connect link': above(press('Send a connect link'), press('Create a link'), see(/^Copy it now/)),
    },
  },
  { heading: 'Google Business Profile Manager', path: '/dashboard/google-business-profile' },
  { heading: 'Create Social Post', path: '/dashboard/create-post' },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=attention',
    steps: {
      'a post that is held': above(openDetails(/Fresh bread/), see('Reconnect Instagram')),
      'a post that is late': above(openDetails(/Scones/), see('Publish now')),
      'posts of an account that was signed out': press('Instagram'),
      'copy a post': above(
        press(/^More for/),
        press('Copy to other businesses'),
        see('Choose all 2'),
        press('Choose all 2'),
      ),
      'copy a draft': above(
        tab(/^Drafts/),
        press(/^Copy to other businesses: /),
        see('Each gets a copy in its drafts.'),
      ),
    },
  },
  { heading: 'Notifications', path: '/dashboard/notifications' },
  { heading: 'Activity', path: '/dashboard/activity' },
  {
    heading: 'Settings',
    path: '/dashboard/settings#account',
    steps: { 'a change of mind': sequence(press('Keep my account'), see('Your account stays.')) },
  },
]

/** The dashboard of a person whose business has the same name as another business's Page. */
export const STARTER: Screen = {
  heading: 'Dashboard Overview',
  path: '/dashboard',
  steps: { 'choose the first Page': above(press(/^Choose a page/), see('Choose One Facebook Page')) },
}

/** The state after the api has ended the session. */
export const SIGNED_OUT: Open = sequence(
  page => page.evaluate(() => localStorage.setItem('token', 'an old session')),
  page => page.reload(),
  see('Your Session Has Expired. Please log in again to continue.'),
)

export const ADMIN: Screen[] = [
  { heading: 'Dashboard Overview', path: '/dashboard' },
  {
    heading: 'Clients',
    path: '/dashboard/clients',
    steps: {
      'open as administrator': above(press('Open as administrator: Corner Shop')),
      'a visit as administrator': sequence(
        press('Open as administrator: Corner Shop'),
        page => page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click(),
        see('as administrator.'),
      ),
      'the end of a visit': sequence(press('Leave'), see('Every business that you look after')),
    },
  },
  {
    heading: 'Support Requests',
    path: '/dashboard/support-requests',
    steps: {
      'a support request': above(press(/^View the request/)),
      'a reply to a request': above(sequence(press(/^View the request/), press('Reply by email'))),
      'a client from a request': above(sequence(press(/^View the request/), press('Create client'))),
      'requests that were won': sequence(press(/^Won/), see('No requests match your search and filters.')),
      'delete a request': above(sequence(press('Show all requests'), press(/^Delete the request/))),
      'a request that was deleted': sequence(
        press(/^Delete the request/),
        page => page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(),
        see('Undo'),
      ),
      'no support requests': sequence(search('submarine'), see('No support requests found')),
    },
  },
  {
    heading: 'Feature Requests',
    path: '/dashboard/feature-requests',
    steps: { 'a website request': above(press(/^View the request/)), 'ad campaigns': tab('Ad campaigns') },
  },
]
