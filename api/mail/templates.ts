import { brand } from '#shared/brand.ts'
import { shortened } from '#shared/text/graphemes.ts'
import { asHtml, asText, type Letter } from './layout.ts'
import type { Mail } from './mail.ts'

export const write = (letter: Letter): Mail => ({
  to: letter.to,
  ...(letter.replyTo && { replyTo: letter.replyTo }),
  subject: oneLine(letter.subject),
  text: asText(letter),
  html: asHtml(letter),
  ...(letter.unsubscribe && { unsubscribe: letter.unsubscribe }),
})

/** Prevents header injection through line breaks in user input. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Contains no user input, because the address isn't verified: anybody could send a stranger a message through us. */
export const codeMail = ({ to, code, minutes }: { to: string; code: string; minutes: number }) =>
  write({
    to,
    subject: `${code} is your ${brand.siteName} code`,
    title: 'Confirm your email',
    paragraphs: [`Enter this code to finish signing up. It expires in ${minutes} minutes.`],
    code,
    aside: 'If you didn’t sign up, you can ignore this email. Nobody can use your address without the code.',
  })

/** Notifies the owner of an account that somebody has signed up with its e-mail. */
export const knownEmailMail = ({
  to,
  fullname,
  siteUrl,
}: {
  to: string
  fullname: string
  siteUrl: string
}) =>
  write({
    to,
    subject: `You already have a ${brand.siteName} account`,
    title: 'You already have an account',
    paragraphs: [
      `Hello ${fullname},`,
      `We got a request to sign up with this email, which already has an account. If that was you, please sign in instead.`,
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside: 'If it wasn’t you, there’s nothing to do. Your account and password haven’t changed.',
  })

type Owner = { to: string; fullname: string }

export const resetMail = ({ to, fullname, url, minutes }: Owner & { url: string; minutes: number }) =>
  write({
    to,
    subject: `Set a new ${brand.siteName} password`,
    title: 'Set a new password',
    paragraphs: [
      `Hello ${fullname},`,
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
export const googleAccountMail = ({ to, fullname, siteUrl }: Owner & { siteUrl: string }) =>
  write({
    to,
    subject: `You sign in to ${brand.siteName} with Google`,
    title: 'You sign in with Google',
    paragraphs: [
      `Hello ${fullname},`,
      `We got a request for a new password, but you sign in with Google. Choose “Continue with Google” and this email.`,
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside: 'If it wasn’t you, there’s nothing to do. Nothing has changed.',
  })

/** @param stays true if the browser in which it was changed remains signed in */
export const passwordChangedMail = ({
  to,
  fullname,
  siteUrl,
  stays = false,
}: Owner & { siteUrl: string; stays?: boolean }) =>
  write({
    to,
    subject: `Your ${brand.siteName} password was changed`,
    title: 'Your password was changed',
    paragraphs: [
      `Hello ${fullname},`,
      `Your account has a new password, and we’ve signed you out on every ${stays ? 'other ' : ''}browser.`,
    ],
    action: { label: 'Sign in', url: siteUrl },
    aside: `If it wasn’t you, ask for a new password from the sign-in window at once and write to ${brand.email}.`,
  })

export const googleLinkedMail = ({ to, fullname, siteUrl }: Owner & { siteUrl: string }) =>
  write({
    to,
    subject: `Google sign-in was added to your ${brand.siteName} account`,
    title: 'You can now sign in with Google',
    paragraphs: [
      `Hello ${fullname},`,
      'Someone, probably you, signed in with the Google account for this email. You can now sign in with Google as well as with your password.',
    ],
    action: { label: 'Go to your account', url: siteUrl },
    aside: `If it wasn’t you, somebody else can use your Google account. Secure it there, and write to ${brand.email}.`,
  })

/** Reports a change to an account's sign-in. These mails can't be turned off. */
export const securityMail = ({
  to,
  fullname,
  title,
  message,
  url,
}: Owner & { title: string; message: string; url: string }) =>
  write({
    to,
    subject: title,
    title,
    paragraphs: [`Hello ${fullname},`, message],
    action: { label: 'Open Settings', url },
    aside: `If it wasn’t you, ask for a new password from the sign-in window at once and write to ${brand.email}.`,
  })

/** News from the agency, for subscribers. */
export const newsMail = ({
  to,
  subject,
  paragraphs,
  unsubscribe,
}: {
  to: string
  subject: string
  paragraphs: string[]
  unsubscribe: string
}) => write({ to, subject, title: oneLine(subject), paragraphs, unsubscribe })

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

/** Confirms a visitor's message with a copy of it. Visitors can enter any address, so links in the copy are replaced. */
export const messageCopyMail = ({ to, message }: { to: string; message: string }) =>
  write({
    to,
    subject: `We have your message to ${brand.siteName}`,
    title: 'Thank you. We have your message.',
    paragraphs: [`A person will read it and reply ${brand.replies}, to this address. This is what you sent:`],
    quote: withoutLinks(message),
    aside: `If it wasn’t you, you can ignore this email. Somebody typed your address into our form.`,
  })

/** Matches URLs and addresses that a mail program would turn into links, in any alphabet. */
const LINK =
  /(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.)\S+|[^\s@]{1,64}@\S+|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_-]{1,63}\.){1,9}\p{L}{2,}\S*/giu

const withoutLinks = (text: string) => text.replaceAll(LINK, '[link]')

export type DeliveryOutcome = {
  to: string
  business?: string
  outcome: 'published' | 'failed' | 'held' | 'unsure'
  /** The outcome in one sentence. */
  title: string
  reason?: string
  /** The post's text. */
  message: string
  action: { label: string; url: string }
  unsubscribe: string
}

const QUOTE_LENGTH = 300

/** Puts the business first in the text, so that inbox previews show it beside the subject. */
export const titled = (title: string, business?: string) => ({
  subject: title,
  title,
  ...(business && { about: oneLine(business) }),
})

/** Reports the outcome of a delivery to its author. */
export const deliveryMail = ({
  to,
  business,
  outcome,
  title,
  reason,
  message,
  action,
  unsubscribe,
}: DeliveryOutcome) =>
  write({
    to,
    ...titled(title, business),
    tone: outcome === 'published' ? 'good' : outcome === 'failed' ? 'wrong' : 'plain',
    paragraphs: reason ? [reason] : [],
    quote: shortened(message, QUOTE_LENGTH),
    action,
    unsubscribe,
  })

/** Reports a problem with an account that its owner should fix. */
export const accountMail = ({
  to,
  business,
  title,
  message,
  action,
  unsubscribe,
}: {
  to: string
  business?: string
  title: string
  message: string
  action: { label: string; url: string }
  unsubscribe: string
}) =>
  write({
    to,
    ...titled(title, business),
    tone: 'wrong',
    paragraphs: [message],
    action,
    unsubscribe,
  })
