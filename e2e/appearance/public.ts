import { AUDIT_MESSAGES, type AuditView } from '#shared/audits/audit.ts'
import { BOOKING_MESSAGES } from '#shared/bookings.ts'
import { sampleAudit } from '#site/sections/audit/sample.ts'
import { eventually } from '../eventually.ts'
import { USER_WITH_PROBLEMS, PASSWORD } from './people.ts'
import { busy, sequence, keys, type Open, press, see, seeDialog, type Step, tick, write } from './steps.ts'

const asks =
  (form: string, ...then: Open[]): Open =>
  (page, world) =>
    sequence(
      asked => asked.locator(`[data-opens="${form}"]:visible`).first().click(),
      seeDialog,
      ...then,
    )(page, world)

const sendIn: Open = page =>
  page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true }).click()

/** Waits for a text in the window: the message about a press must not be above it. */
const seeInView =
  (text: string): Open =>
  page =>
    page.getByText(text).evaluate(
      message =>
        new Promise<void>(resolve =>
          new IntersectionObserver(entries => {
            if (entries.some(({ isIntersecting }) => isIntersecting)) resolve()
          }).observe(message),
        ),
    )

const seeInvalid: Open = page => page.locator('[aria-invalid=true]').first().waitFor()

const pressLast =
  (name: string): Open =>
  page =>
    page.getByRole('main').getByRole('button', { name, exact: true }).last().click()

/** Opens the unsubscribe link of a mail about a post that needs attention. */
const openUnsubscribe: Open = async (page, world) => {
  const link = await eventually('a mail that can be stopped', () =>
    world.mailedLink(USER_WITH_PROBLEMS, '/api/mail/unsubscribe'),
  )
  await page.goto(link)
}

const UNKNOWN_TOKEN = 'a'.repeat(52)

const CHECKED = {
  url: 'https://bakehouse.example/',
  checkedAt: '2030-01-01T12:00:00.000Z',
  expiresAt: '2030-01-31T12:00:00.000Z',
}
const FIRST = { title: 'Harbour Bakehouse', host: 'bakehouse.example', isSecure: true, ms: 420 }
const UNFINISHED = { ...CHECKED, first: FIRST, facts: null }

/** Opens the page of a website check in this state, which lasts until the next step. */
const showAudit =
  (data: AuditView, text: string): Open =>
  async (page, world) => {
    await page.unroute('**/api/audits/*')
    await page.route('**/api/audits/*', route => route.fulfill({ json: { success: true, data } }))
    await page.reload()
    await see(text)(page, world)
  }

const SLOTS = '**/api/bookings/slots'
const NO_SLOTS = { slots: [], minutes: 20, timeZone: 'Australia/Melbourne' }

const TRIAL_WEEKS = '**/api/trial-weeks'

const chooseSecondDay: Open = async page => {
  const second = page.getByRole('group', { name: 'Next days' }).getByRole('button').nth(1)
  await second.click()
  await second.and(page.locator('[aria-pressed=true]')).waitFor()
  const [weekday = '', date = ''] = (await second.innerText()).split('\n')
  const day = page.getByRole('combobox', { name: 'Day' })
  // 'Tue 1 Dec' and 'Tuesday 1 December'
  await day
    .locator(`option:checked`, { hasText: new RegExp(`${weekday}[a-z]* ${date}`) })
    .waitFor({ state: 'attached' })
}
const chooseTime: Open = page => page.getByRole('radio').first().check()

/** Books the chosen time before the page does. */
const bookAsSomebodyElse: Open = page =>
  page.evaluate(async () => {
    const startsAt = document.querySelector<HTMLInputElement>('[name=startsAt]:checked')?.value
    const caller = { fullname: 'Sam', email: 'sam-who-calls@example.com', contact: '0400 000 001' }
    const body = { startsAt, ...caller, message: 'Hello' }
    const headers = { 'Content-Type': 'application/json' }
    await fetch('/api/bookings', { method: 'POST', body: JSON.stringify(body), headers })
  })

/** `verify` only visits places with `inVerify`. It takes all steps, and inspects those that `inVerify` names, or all. */
type Place = { path: string; inVerify?: true | string[]; steps?: Record<string, Open | Step> }

const asItIs: Open = async () => {}

/** Keeps only the first few calls of each kind, because all are rendered in the same way. */
const leaveFew: Open = page =>
  page.evaluate(() => {
    for (const more of document.querySelectorAll(
      'main section:not(:first-of-type), nav details:not(:first-of-type)',
    ))
      more.remove()
  })

/** Returns pages of the sitemap that aren't in `PUBLIC`. `verify` inspects one case and one post. */
export function pagesWithoutLine(paths: string[]): Place[] {
  const inVerify = ['/cases/', '/blog/'].map(kind => paths.find(path => path.startsWith(kind)))
  return paths
    .filter(path => !PUBLIC.some(place => place.path === path))
    .map(path => ({ path, ...(inVerify.includes(path) && { inVerify: true }) }))
}

/** Public pages. Each URL is loaded once, and its steps continue from each other. */
export const PUBLIC: Place[] = [
  { path: '/', inVerify: true },
  {
    path: '/',
    inVerify: ['no business entered', 'a week while it is written'],
    steps: {
      'no business entered': sequence(press('Show my week'), seeInvalid),
      'a week that doesn’t load': sequence(
        write('Your business', 'Harbour Bakehouse'),
        write('Suburb or town', 'Brunswick'),
        page => page.route(TRIAL_WEEKS, route => route.abort()),
        press('Show my week'),
        see('We can’t reach the server.'),
      ),
      'a week while it is written': busy(
        page => page.unroute(TRIAL_WEEKS),
        page => page.route(TRIAL_WEEKS, () => {}),
        press('Show my week'),
        see('Writing your week…'),
      ),
    },
  },
  {
    path: '/',
    steps: {
      'a first week': sequence(
        page => page.unroute(TRIAL_WEEKS),
        write('Your business', 'Harbour Bakehouse'),
        write('Suburb or town', 'Brunswick'),
        press('Show my week'),
        see('Harbour Bakehouse’s first week'),
      ),
    },
  },
  { path: '/about', steps: { ready: asItIs, refused: sequence(pressLast('Send Message'), seeInvalid) } },
  {
    path: '/contact',
    inVerify: true,
    steps: { ready: asItIs, refused: sequence(pressLast('Send message'), seeInvalid) },
  },
  {
    path: '/have-us-do-it',
    inVerify: true,
    steps: {
      ready: asItIs,
      refused: sequence(pressLast('Ask for my first plan'), seeInvalid),
      'times for a call': sequence(
        write('Full name', 'Pat Lee'),
        write('Email', 'pat-who-hires@example.com'),
        write('What should we know? (optional)', 'Bread'),
        press('Ask for my first plan'),
        see('Talk about it? Press a time.'),
      ),
    },
  },
  {
    path: '/book',
    inVerify: ['the free times', 'a time that was taken meanwhile', 'booked', 'another time', 'cancelled'],
    steps: {
      'the free times': see('In Melbourne time'),
      'another day': chooseSecondDay,
      refused: sequence(press('Book the call'), seeInvalid),
      'a time that was taken meanwhile': sequence(
        chooseTime,
        write('Full name', 'Pat Lee'),
        write('Email', 'pat-who-calls@example.com'),
        write('Phone', '0400 000 000'),
        page => page.getByRole('radio', { name: 'Maggie' }).check(),
        write('What would you like to talk about? (optional)', 'Posts for a bakery'),
        bookAsSomebodyElse,
        press('Book the call'),
        see(BOOKING_MESSAGES.taken),
      ),
      booked: sequence(chooseTime, press('Book the call'), see('Your call is booked.')),
      'the call at its own page': sequence(
        page => page.getByRole('link', { name: 'Move or cancel it' }).click(),
        see('will call you then on 0400 000 000'),
      ),
      'another time': sequence(press('Move it'), see('In Melbourne time')),
      'no time chosen': sequence(press('Move the call'), seeInView('Please choose a time.')),
      moved: sequence(chooseTime, press('Move the call'), see('The call has moved.')),
      'before it is cancelled': sequence(press('Cancel it'), see('Somebody else can book this time')),
      cancelled: sequence(press('Cancel the call'), see('Your call is cancelled.')),
    },
  },
  {
    path: '/book',
    steps: {
      'no free time': sequence(
        page => page.route(SLOTS, route => route.fulfill({ json: { success: true, data: NO_SLOTS } })),
        page => page.reload(),
        see('No time is free in the next three weeks.'),
      ),
    },
  },
  {
    path: '/book',
    steps: {
      'times that don’t load': sequence(
        page => page.route(SLOTS, route => route.abort()),
        page => page.reload(),
        see('We can’t reach the server.'),
      ),
    },
  },
  {
    path: `/call/${UNKNOWN_TOKEN}`,
    steps: { 'a call that isn’t known': see('There is no call at this address.') },
  },
  {
    path: '/data-deletion?code=nothing-like-it',
    steps: { 'an unknown code': see('No deletion has this code. Please check it.') },
  },
  {
    path: '/reset-password/made-up',
    inVerify: true,
    steps: {
      ready: asItIs,
      'half a password': sequence(
        write('New Password', 'Tap#'),
        see('3 of 5 rules met'),
        press('Reset Password'),
        seeInvalid,
      ),
      'a link that was used': sequence(
        write('New Password', 'Fresh#Tap9'),
        write('Confirm Password', 'Fresh#Tap9'),
        press('Reset Password'),
        see('This reset link has expired or was used already.'),
      ),
    },
  },
  { path: '/api/docs', steps: { 'the first calls': leaveFew } },
  {
    path: '/',
    steps: {
      'a mail that can be stopped': openUnsubscribe,
      'a mail that was stopped': sequence(press('Unsubscribe'), see('You’re unsubscribed')),
    },
  },
  { path: '/api/auth/instagram?error=access_denied&state=none' },
  {
    path: `/review/${UNKNOWN_TOKEN}`,
    inVerify: true,
    steps: { 'a review link that doesn’t work': see('There is nothing to review here') },
  },
  {
    path: `/connect/${UNKNOWN_TOKEN}`,
    steps: { 'a connect link that doesn’t work': see('There is nothing to connect here') },
  },
  {
    path: '/audit',
    inVerify: true,
    steps: { ready: asItIs, refused: sequence(pressLast('Check my website'), seeInvalid) },
  },
  {
    path: `/audits/${UNKNOWN_TOKEN}`,
    inVerify: ['a check that waits', 'a check that is tried again', 'a result', 'what the request lacks'],
    steps: {
      'a check that doesn’t exist': see('There is no website check at this address'),
      'a check that begins': showAudit(
        { ...UNFINISHED, state: 'queued', ahead: 0, again: false, first: null },
        'Opening the website…',
      ),
      'a check that waits': showAudit(
        { ...UNFINISHED, state: 'queued', ahead: 3, again: false },
        '3 websites are checked before yours',
      ),
      'a check that is tried again': showAudit(
        { ...UNFINISHED, state: 'queued', ahead: 0, again: true, facts: sampleAudit.facts },
        'We try again by ourselves',
      ),
      'a check that runs': showAudit({ ...UNFINISHED, state: 'running', phase: 'reading' }, 'calls itself'),
      'a result': showAudit(
        { ...CHECKED, state: 'done', result: sampleAudit },
        'Customers who look you up here may not stay.',
      ),
      'what the request lacks': sequence(press('Send with this result'), seeInvalid),
      'a result without measurement': showAudit(
        { ...CHECKED, state: 'done', result: { ...sampleAudit, measured: null } },
        'We couldn’t measure the speed this time',
      ),
      'a check that failed': showAudit(
        { ...CHECKED, state: 'failed', first: FIRST, message: AUDIT_MESSAGES.overloaded },
        'We couldn’t check bakehouse.example',
      ),
      'a result that expired': showAudit({ state: 'expired' }, 'This result has expired'),
      'a check that can’t be reached': async (page, world) => {
        await page.unroute('**/api/audits/*')
        await page.route('**/api/audits/*', route => route.abort())
        await page.reload()
        await see('The check didn’t load')(page, world)
        await page.unroute('**/api/audits/*')
      },
    },
  },
  {
    path: `/invite/${UNKNOWN_TOKEN}`,
    steps: {
      'an invitation that is no longer valid': see('This invitation is no longer valid. Ask for a new one.'),
      'no sign-in after all': keys('Escape'),
    },
  },
  {
    // A dialog costs axe as much as the page below it, which is short here.
    path: '/data-deletion',
    inVerify: true,
    steps: {
      'sign in': asks('sign-in'),
      'sign-in refused': sequence(sendIn, see('Email is required')),
      'sign-up refused': sequence(press('Create an account'), press('Sign Up'), see('Full Name is required')),
      'a common password': sequence(write('Password', 'letmein'), see('one of the most common passwords')),
      'the code': sequence(
        write('Full name', 'Pat Lee'),
        write('Email', 'pat-who-is-new@example.com'),
        write('Password', PASSWORD),
        write('Confirm password', PASSWORD),
        tick(/./),
        press('Sign Up'),
        see('Verify OTP'),
      ),
      'a wrong code': sequence(write('Code', '000000'), see('Invalid OTP. Please try again.')),
    },
  },
  {
    path: '/',
    steps: {
      'the second factor': asks(
        'sign-in',
        write('Email', USER_WITH_PROBLEMS),
        write('Password', PASSWORD),
        sendIn,
        see('Two-factor sign-in'),
      ),
      'a recovery code': sequence(press('Use a recovery code'), sendIn, seeInvalid),
    },
  },
  {
    path: '/',
    steps: {
      'a forgotten password': asks('sign-in', press('Forgot password?')),
      'a link to a new password': sequence(
        write('Email', USER_WITH_PROBLEMS),
        press('Send reset link'),
        see('Password reset email sent successfully!'),
      ),
    },
  },
  { path: '/', steps: { 'account management': asks('account-management') } },
  {
    path: '/',
    steps: {
      'ad campaign': asks('ad-campaign'),
      'what the campaign lacks': sequence(press('Send to our team'), seeInvalid),
      'a campaign that was asked for': sequence(
        write('Target audience', 'Everybody with a tap'),
        tick('YouTube'),
        write('Your name', 'Pat Lee'),
        write('Your email', 'ads@example.com'),
        press('Send to our team'),
        see('Thank you for your submission.'),
      ),
    },
  },
  { path: '/', steps: { questionnaire: asks('questionnaire') } },
]
