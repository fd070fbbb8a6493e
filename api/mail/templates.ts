import { AUDIT_DAYS } from '#shared/audits/audit.ts'
import { DELETION_DAYS, DELETION_MESSAGES } from '#shared/auth/account-deletion.ts'
import { brand } from '#shared/brand.ts'
import { INVITATION_DAYS } from '#shared/businesses/members.ts'
import { calls } from '#shared/calls.ts'
import { dateFormats } from '#shared/date-formats.ts'
import { DEFAULT_BRAND, type ReportBrand, textColorOn } from '#shared/reports/brand.ts'
import { monthLabel } from '#shared/reports/render/labels.ts'
import type { ReportContent } from '#shared/reports/report.ts'
import { isSamplePhone } from '#shared/sample-phone.ts'
import { truncate } from '#shared/text/graphemes.ts'
import type { Mail } from './mail.ts'

const write = (letter: Letter): Mail => ({
  to: letter.to,
  ...(letter.replyTo && { replyTo: letter.replyTo }),
  subject: oneLine(letter.subject),
  text: asText(letter),
  html: asHtml(letter),
  ...(letter.unsubscribe && { unsubscribe: letter.unsubscribe }),
})

/** Removes line breaks, with which user input could inject headers. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Contains no user input. Because the address isn't verified, anybody could send a stranger a message through us. */
const withCode =
  (title: string, { use, asked }: { use: string; asked: string }) =>
  (letter: { to: string; code: string; minutes: number }) =>
    write({
      to: letter.to,
      subject: `${letter.code} is your ${brand.siteName} code`,
      title,
      paragraphs: [`Enter this code ${use}. It expires in ${letter.minutes} minutes.`],
      code: letter.code,
      aside: `If you didn’t ${asked}, you can ignore this email. Nobody can use your address without the code.`,
    })

export const codeMail = withCode('Confirm your email', { use: 'to finish signing up', asked: 'sign up' })

/** Verifies a user's new email. */
export const newEmailMail = withCode('Confirm your new email', {
  use: 'in your profile to sign in with this email from now on',
  asked: 'ask for this',
})

type Owner = { to: string; fullname: string }
type OwnerAtSite = Owner & { siteUrl: string }

/** Writes to the owner of an account, with a greeting by name. */
const writeTo = ({ to, fullname }: Owner, { paragraphs, ...letter }: Omit<Letter, 'to'>) =>
  write({ to, ...letter, paragraphs: [`Hello ${fullname},`, ...paragraphs] })

/** Notifies the owner of an account that somebody has signed up with its e-mail. */
export const knownEmailMail = ({ siteUrl, ...owner }: OwnerAtSite) =>
  writeTo(owner, {
    subject: `You already have a ${brand.siteName} account`,
    title: 'You already have an account',
    paragraphs: [
      `We got a request to sign up with this email, which already has an account. If that was you, please sign in instead.`,
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside: 'If it wasn’t you, there’s nothing to do. Your account and password haven’t changed.',
  })

/** Notifies the owner of an account that somebody wants its e-mail for another account. */
export const takenEmailMail = ({ siteUrl, ...owner }: OwnerAtSite) =>
  writeTo(owner, {
    subject: `This email already has a ${brand.siteName} account`,
    title: 'This email already has an account',
    paragraphs: [
      'We got a request to use this email for another account. One account can’t take it from another, so nothing has changed.',
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside:
      'If that was you, sign in with this email, or choose a different one for the other account. If it wasn’t you, there’s nothing to do.',
  })

type EmailChange = OwnerAtSite & { newEmail: string; hasPassword: boolean }

/** Notifies the present e-mail of a user that a change to another one was requested. */
export const emailChangeRequestedMail = ({ siteUrl, newEmail, hasPassword, ...owner }: EmailChange) =>
  writeTo(owner, {
    subject: `Your ${brand.siteName} email is about to change`,
    title: 'Your email is about to change',
    paragraphs: [
      `Someone, probably you, asked to sign in with ${newEmail} instead of this email. It changes once they enter the code that we sent there.`,
    ],
    action: { label: 'Open your profile', url: `${siteUrl}/dashboard/profile` },
    aside: `If this wasn’t you, ${
      hasPassword
        ? 'ask for a new password from the sign-in window at once. That stops the change and signs everybody out.'
        : 'sign in with Google, withdraw the change in your profile, and sign out all other browsers in Settings.'
    } Then write to ${brand.email}.`,
  })

/** Notifies the former address of an account. */
export const emailChangedMail = ({ siteUrl, newEmail, ...owner }: Omit<EmailChange, 'hasPassword'>) =>
  writeTo(owner, {
    subject: `Your ${brand.siteName} email was changed`,
    title: 'Your email was changed',
    paragraphs: [
      `You now sign in with ${newEmail}, and our emails go there. We’ve signed you out on every other browser.`,
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside: `If this wasn’t you, write to ${brand.email} at once. This email can no longer ask for a new password.`,
  })

export const resetMail = ({ url, minutes, ...owner }: Owner & { url: string; minutes: number }) =>
  writeTo(owner, {
    subject: `Set a new ${brand.siteName} password`,
    title: 'Set a new password',
    paragraphs: [
      `We got a request to set a new password for your account. If that was you, use this link within ${minutes} minutes. It only works once.`,
    ],
    action: { label: 'Set a new password', url },
    aside: 'If it wasn’t you, you can ignore this email. Your password stays the same.',
  })

/** Replaces `resetMail` for somebody whose sign-up was never confirmed. */
export const unfinishedSignupMail = ({ to, siteUrl }: { to: string; siteUrl: string }) =>
  write({
    to,
    subject: `Finish signing up to ${brand.siteName}`,
    title: 'Your sign-up isn’t finished',
    paragraphs: [
      'We got a request for a new password, but this email was never confirmed, so there is no account yet. Sign up again with any password: we’ll email you a new code.',
    ],
    action: { label: 'Sign up', url: siteUrl },
    aside: 'If it wasn’t you, you can ignore this email.',
  })

/** Replaces `resetMail` for users without a password. */
export const googleAccountMail = ({ siteUrl, ...owner }: OwnerAtSite) =>
  writeTo(owner, {
    subject: `You sign in to ${brand.siteName} with Google`,
    title: 'You sign in with Google',
    paragraphs: [
      `We got a request for a new password, but you sign in with Google. Choose “Continue with Google” and this email.`,
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside: 'If it wasn’t you, there’s nothing to do. Nothing has changed.',
  })

const NOT_YOU = `If it wasn’t you, ask for a new password from the sign-in window at once and write to ${brand.email}.`

/** @param keepsSession true if the browser in which the password was changed remains signed in */
export const passwordChangedMail = ({
  siteUrl,
  keepsSession = false,
  ...owner
}: OwnerAtSite & { keepsSession?: boolean }) =>
  writeTo(owner, {
    subject: `Your ${brand.siteName} password was changed`,
    title: 'Your password was changed',
    paragraphs: [
      `Your account has a new password, and we’ve signed you out on every ${keepsSession ? 'other ' : ''}browser.`,
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside: NOT_YOU,
  })

export const googleLinkedMail = ({ siteUrl, ...owner }: OwnerAtSite) =>
  writeTo(owner, {
    subject: `Google sign-in was added to your ${brand.siteName} account`,
    title: 'You can now sign in with Google',
    paragraphs: [
      'Someone, probably you, signed in with the Google account for this email. You can now sign in with Google as well as with your password.',
    ],
    action: { label: 'Go to your account', url: siteUrl },
    aside: `If it wasn’t you, somebody else can use your Google account. Secure it there, and write to ${brand.email}.`,
  })

/** Reports a change to an account's sign-in. These mails can't be turned off. */
export const securityMail = ({
  title,
  message,
  url,
  ...owner
}: Owner & { title: string; message: string; url: string }) =>
  writeTo(owner, {
    subject: title,
    title,
    paragraphs: [message],
    action: { label: 'Open Settings', url },
    aside: NOT_YOU,
  })

type News = Required<Pick<Letter, 'to' | 'subject' | 'paragraphs' | 'unsubscribe'>>

/** News from the agency, for subscribers. */
export const newsMail = (news: News) => write({ ...news, title: oneLine(news.subject) })

type RequestLetter = {
  to: string
  replyTo?: string
  subject: string
  facts: string[]
  message: string
  url: string
}

/** Forwards a request to the agency. */
export const requestMail = ({ to, replyTo, subject, facts, message, url }: RequestLetter) =>
  write({
    to,
    ...(replyTo && { replyTo }),
    subject,
    title: oneLine(subject),
    paragraphs: facts,
    quote: message,
    action: { label: 'See the request', url },
  })

/** `wanted` is empty if the sender isn't sure. */
type MessageCopy = { to: string; message: string; wanted: string }

/** Confirms a visitor's message with a copy of it. Visitors can enter any address, so links in the copy are replaced. */
export const messageCopyMail = ({ to, message, wanted }: MessageCopy) =>
  write({
    to,
    subject: `We have your message to ${brand.siteName}`,
    title: 'Thank you. We have your message.',
    paragraphs: [
      `A person will read it and reply ${brand.replies}, to this address.`,
      ...(wanted ? [`You asked about: ${withoutLinks(wanted)}.`] : []),
      ...(message ? ['This is what you sent:'] : []),
    ],
    quote: withoutLinks(message),
    aside: `If it wasn’t you, you can ignore this email. Somebody typed your address into our form.`,
  })

type AuditLetter = { to: string; verdict: string; problems: string[]; url: string }

/**
 * Links to the result of a website check. Contains neither the website's name nor its texts, because visitors can enter any
 * website and any address: nobody can mail a stranger their own words through us.
 */
export const auditMail = ({ to, verdict, problems, url }: AuditLetter) =>
  write({
    to,
    subject: 'The result of your website check',
    title: verdict,
    paragraphs: problems.length > 0 ? ['What matters most:', ...problems] : [],
    action: { label: 'Open the result', url },
    aside: `The link is private and works for ${AUDIT_DAYS} days. If you didn’t ask for this, you can ignore this email. Somebody typed your address into our form, and we send each result only once.`,
  })

/** Matches URLs and addresses that a mail program would turn into links, in any alphabet. */
const LINK =
  /(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.)\S+|[^\s@]{1,64}@\S+|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_-]{1,63}\.){1,9}\p{L}{2,}\S*/giu

const withoutLinks = (text: string) => text.replaceAll(LINK, '[link]')

/** Parts of a mail about a notice that depend on its recipient. `url` opens the notice's link. */
export type Addressed = { to: string; business?: string; url: string; unsubscribe: string }

/** Puts the business first in the text, so that inbox previews show it beside the subject. */
export const noticeMail = (
  { to, business, unsubscribe }: Omit<Addressed, 'url'>,
  title: string,
  content: Pick<Letter, 'tone' | 'paragraphs' | 'quote' | 'action' | 'aside'>,
) =>
  write({ to, subject: title, title, ...(business && { about: oneLine(business) }), ...content, unsubscribe })

type Notice = Omit<Addressed, 'url'> & { title: string; message: string; action: Letter['action'] }

type DeliveryOutcome = Notice & { outcome: 'published' | 'failed' | 'held' | 'unsure'; reasons?: string[] }

const QUOTE_LENGTH = 300

/** Reports the outcome of a delivery to its author. `title` is the outcome in one sentence, `message` the post's text. */
export const deliveryMail = ({ outcome, title, reasons = [], message, action, ...to }: DeliveryOutcome) =>
  noticeMail(to, title, {
    tone: outcome === 'published' ? 'good' : outcome === 'failed' ? 'wrong' : 'plain',
    paragraphs: reasons,
    quote: truncate(message, QUOTE_LENGTH),
    action,
  })

/** Reports a problem with an account that its owner should fix. */
export const accountMail = ({ title, message, action, ...to }: Notice) =>
  noticeMail(to, title, { tone: 'wrong', paragraphs: [message], action })

type Invitation = { to: string; inviter: string; business: string; url: string }

export const invitationMail = ({ to, inviter, business, url }: Invitation) =>
  write({
    to,
    subject: `${inviter} has invited you to ${business} on ${brand.siteName}`,
    title: `Join ${business}`,
    paragraphs: [
      `${inviter} has invited you to work with them on the posts of ${business}.`,
      `Open the link and sign in, or sign up. It works once, within ${INVITATION_DAYS} days.`,
    ],
    action: { label: 'Accept the invitation', url },
    aside: 'If you don’t know what this is about, you can ignore this email.',
  })

type ReportLetter = {
  to: string
  replyTo: string
  sender: string
  content: Pick<ReportContent, 'business' | 'month' | 'brand'>
  url: string
  /** Present in monthly mails. */
  unsubscribe?: string
}

/**
 * Invites a recipient to a released report. Omits the sender's note, so that nobody can mail strangers their own text through
 * us.
 */
export const reportMail = ({ sender, content: { business, month, brand }, url, ...letter }: ReportLetter) =>
  write({
    ...letter,
    look: brand,
    subject: `${business}: report for ${monthLabel(month)}`,
    title: `${business} in ${monthLabel(month)}`,
    paragraphs: [
      `${sender} has shared a report with you: what was published, what grew and what is planned next.`,
    ],
    action: { label: 'Open the report', url },
    aside: 'The link is private. Anyone who has it can read the report until it is withdrawn.',
  })

type Deletion = OwnerAtSite & { deletionAt: Date }

export const deletionRequestedMail = ({ siteUrl, deletionAt, ...owner }: Deletion) =>
  writeTo(owner, {
    subject: `Your ${brand.siteName} account will be deleted on ${day(deletionAt, 'UTC')}`,
    title: `Your account will be deleted on ${day(deletionAt, 'UTC')}`,
    tone: 'wrong',
    paragraphs: [...DELETION_MESSAGES.whatHappens],
    action: { label: 'Keep my account', url: `${siteUrl}/dashboard` },
    aside: `If you didn’t ask for this, sign in within ${DELETION_DAYS} days, choose Keep my account, and change your password.`,
  })

export const deletionCanceledMail = ({ siteUrl, ...owner }: OwnerAtSite) =>
  writeTo(owner, {
    subject: `Your ${brand.siteName} account stays`,
    title: 'Your account stays',
    tone: 'good',
    paragraphs: [
      'You chose to keep your account: nothing will be deleted. Your posts are scheduled again. A post whose time has passed waits for you to decide.',
    ],
    action: { label: 'See your posts', url: `${siteUrl}/dashboard/view-post` },
  })

/** Sent as the account is deleted. */
export const deletionDoneMail = ({ siteUrl, ...owner }: OwnerAtSite) =>
  writeTo(owner, {
    subject: `Your ${brand.siteName} account is deleted`,
    title: 'Your account is deleted',
    paragraphs: [
      `As you asked, we’ve deleted your account and everything in it: profile, businesses, posts, files and connections. What was published stays on your networks. Copies in our backups are overwritten as new backups are made.`,
      'This is our last email to you. Thank you for being with us.',
    ],
    action: { label: brand.siteName, url: siteUrl },
  })

const day = (date: Date, timeZone: string) =>
  date.toLocaleDateString('en-AU', { dateStyle: 'long', timeZone })

export type CallNews = 'booked' | 'moved' | 'cancelled' | 'soon'
/** The agency's number, so that people know who rings. */
const OWN_NUMBER = brand.phone && !isSamplePhone(brand.phone) ? `, from ${brand.phone}` : ''

const CALL_NEWS: Record<CallNews, { title: string; tone?: 'good' }> = {
  booked: { title: 'Your call is booked', tone: 'good' },
  moved: { title: 'Your call has a new time', tone: 'good' },
  cancelled: { title: 'Your call is cancelled' },
  soon: { title: 'A reminder of your call' },
}

type Call = {
  to: string
  news: CallNews
  startsAt: Date
  timeZone: string
  url: string
  /** Name of the colleague who calls, as the visitor chose it; empty for anybody. */
  caller: string
  /** The visitor's phone number. */
  contact: string
  message: string
}

/** Repeats what the visitor typed. They can enter any address, so links in it are replaced. */
export function callMail({ to, news, startsAt, timeZone, url, caller, contact, message }: Call) {
  const { exact } = dateFormats('en')
  const [theirs, ours] = [exact(startsAt, timeZone), exact(startsAt, calls.timeZone)]
  const isOff = news === 'cancelled'
  return write({
    to,
    replyTo: brand.email,
    subject: `${CALL_NEWS[news].title}: ${theirs}`,
    ...CALL_NEWS[news],
    paragraphs: [
      theirs,
      ...(theirs === ours ? [] : [`For us, that is ${ours}.`]),
      isOff
        ? 'You won’t hear from us at that time. If you change your mind, book another.'
        : `${caller ? oneLine(withoutLinks(caller)) : 'One of us'} will call you then on ${oneLine(withoutLinks(contact))}${OWN_NUMBER}, for ${calls.minutes} minutes. If another number is better, reply with it.`,
      ...(message && news === 'booked' ? ['You’d like to talk about:'] : []),
    ],
    ...(message && news === 'booked' && { quote: withoutLinks(message) }),
    action: isOff
      ? { label: 'Book another time', url: new URL('/book', url).href }
      : { label: 'Move or cancel it', url },
    aside:
      'If it wasn’t you, somebody typed your address into our form. You can ignore this email, or cancel the call.',
  })
}

type Reply = {
  to: string
  subject: string
  text: string
  /** Name of the administrator who wrote the reply. */
  sender: string
  /** The sender's text, quoted below the reply; empty if there was none. */
  quote: string
  quotedAt: Date
}

/** Replies to a request with an administrator's text. Further replies go to the agency. */
export const replyMail = ({ to, subject, text, sender, quote, quotedAt }: Reply) =>
  write({
    to,
    replyTo: brand.email,
    subject,
    title: subject,
    paragraphs: [
      ...paragraphsOf(text),
      `${sender}\n${brand.siteName}`,
      ...(quote ? [`You wrote on ${day(quotedAt, calls.timeZone)}:`] : []),
    ],
    quote,
  })

const paragraphsOf = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter(paragraph => paragraph.trim() !== '')

/** Content of a mail, to be rendered as text and as HTML. */
type Letter = {
  to: string
  replyTo?: string
  subject: string
  title: string
  tone?: 'plain' | 'good' | 'wrong'
  /** Colours in place of ours. */
  look?: Pick<ReportBrand, 'color' | 'accent'> | undefined
  /** Name of the business, shown above the title. */
  about?: string
  paragraphs: string[]
  /** The author's text, shown as a quotation. */
  quote?: string
  /** Shown in large digits. */
  code?: string
  action?: { label: string; url: string }
  /** A less prominent last paragraph. */
  aside?: string
  /** URL at which mail of this kind is turned off without signing in. */
  unsubscribe?: string
}

/** The theme's colours (site/styles/theme.css) in sRGB, as mail programs don't support OKLCH. */
const COLOURS = {
  paper: '#faf8f4',
  raised: '#ffffff',
  line: '#e0ded7',
  ink: DEFAULT_BRAND.color,
  soft: '#50565e',
}
const GOOD = '#2b795c'
const WRONG = '#b6322b'
const FONT = "font-family: Figtree, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"

/** Served by the site, at whose URL the mailer looks for pictures with a path only. */
const LOGO =
  '<img src="/icon-192.png" alt="" width="32" height="32" style="margin-right: 10px; vertical-align: middle">'

const UNSUBSCRIBE = 'Turn off emails like this'
const signature = [
  brand.siteName,
  brand.company,
  brand.abn && `ABN ${brand.abn}`,
  !isSamplePhone(brand.phone) && brand.phone,
  brand.address,
]
  .filter(Boolean)
  .join(' · ')

const asText = ({ title, about, paragraphs, quote, code, action, aside, unsubscribe }: Letter) =>
  [
    ...(about ? [about] : []),
    title,
    ...paragraphs,
    ...(quote ? [quote.replace(/^/gm, '> ')] : []),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(aside ? [aside] : []),
    `-- \n${signature}`,
    ...(unsubscribe ? [`${UNSUBSCRIBE}: ${unsubscribe}`] : []),
  ].join('\n\n')

function asHtml(letter: Letter): string {
  const { title, about, tone = 'plain', paragraphs, quote, code, action, aside, unsubscribe } = letter
  const { color, accent } = letter.look ?? DEFAULT_BRAND
  const body = [
    about &&
      `<p style="margin: 0 0 4px; font-size: 14px; color: ${COLOURS.soft}">${Bun.escapeHTML(about)}</p>`,
    `<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; color: ${color}">${Bun.escapeHTML(title)}</h1>`,
    ...paragraphs.map(
      text => `<p style="margin: 0 0 16px">${Bun.escapeHTML(text).replaceAll('\n', '<br>')}</p>`,
    ),
    quote &&
      `<blockquote style="margin: 0 0 16px; padding: 4px 0 4px 16px; border-left: 3px solid ${COLOURS.line}; color: ${COLOURS.soft}; white-space: pre-line">${Bun.escapeHTML(quote)}</blockquote>`,
    code &&
      `<p style="margin: 8px 0 24px; font-size: 36px; font-weight: 700; letter-spacing: 0.2em; font-variant-numeric: tabular-nums">${Bun.escapeHTML(code)}</p>`,
    action &&
      `<p style="margin: 8px 0 24px"><a href="${Bun.escapeHTML(action.url)}" style="display: inline-block; padding: 12px 20px; background: ${accent}; color: ${textColorOn(accent)}; font-weight: 600; text-decoration: none; border-radius: 6px">${Bun.escapeHTML(action.label)}</a></p>`,
    aside && `<p style="margin: 0; font-size: 14px; color: ${COLOURS.soft}">${Bun.escapeHTML(aside)}</p>`,
  ]
  return `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${Bun.escapeHTML(letter.subject)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: ${COLOURS.paper}; color: ${COLOURS.ink}; ${FONT}; font-size: 16px; line-height: 1.6">
<div style="max-width: 560px; margin: 0 auto">
<p style="margin: 0 0 12px; font-weight: 700">${brand.logo && LOGO}${Bun.escapeHTML(brand.siteName)}</p>
<div style="padding: 28px; background: ${COLOURS.raised}; border: 1px solid ${COLOURS.line}; border-top: 4px solid ${{ plain: accent, good: GOOD, wrong: WRONG }[tone]}; border-radius: 8px">
${body.filter(Boolean).join('\n')}
</div>
<p style="margin: 16px 0 0; font-size: 13px; color: ${COLOURS.soft}">${Bun.escapeHTML(signature)}${unsubscribe ? ` · <a href="${Bun.escapeHTML(unsubscribe)}" style="color: inherit">${UNSUBSCRIBE}</a>` : ''}</p>
</div>
</body>
</html>`
}
