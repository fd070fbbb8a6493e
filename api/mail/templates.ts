import { brand } from '#shared/brand.ts'
import { asHtml, asText, type Letter } from './layout.ts'
import type { Mail } from './mail.ts'

const write = (letter: Letter): Mail => ({
  to: letter.to,
  subject: oneLine(letter.subject),
  text: asText(letter),
  html: asHtml(letter),
})

/** A line break in what people typed must not begin another header. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** To an address that nobody has confirmed: nothing that was typed is in it, or anybody could write to anybody through us. */
export const codeMail = ({ to, code, minutes }: { to: string; code: string; minutes: number }) =>
  write({
    to,
    subject: `${code} is your ${brand.siteName} code`,
    title: 'Confirm your email',
    paragraphs: [`Type this code to finish signing up. It is good for ${minutes} minutes.`],
    code,
    aside: 'If you didn’t sign up, you can leave this be: without the code nothing happens.',
  })

/** To the owner of an account when somebody signs up with the same e-mail. */
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
      `Somebody, probably you, just tried to sign up with this email. It has an account already, so please log in instead.`,
    ],
    action: { label: 'Log in', url: siteUrl },
    aside: 'If it wasn’t you, there is nothing to do: your account and your password have not changed.',
  })

export type DeliveryOutcome = {
  to: string
  outcome: 'published' | 'failed' | 'held'
  /** What happened, in one sentence. */
  title: string
  reason?: string
  whatToDo?: string
  /** The post's words, as written. */
  message: string
  action: { label: string; url: string }
}

const QUOTE_LENGTH = 300

/** Tells an author what became of a post on one network. */
export const deliveryMail = ({ to, outcome, title, reason, whatToDo, message, action }: DeliveryOutcome) =>
  write({
    to,
    subject: title,
    title,
    tone: outcome === 'published' ? 'good' : outcome === 'failed' ? 'wrong' : 'plain',
    paragraphs: [reason, whatToDo].flatMap(text => text || []),
    quote: message.length > QUOTE_LENGTH ? `${[...message].slice(0, QUOTE_LENGTH).join('')}…` : message,
    action,
  })

/** Tells of something about an account that its owner should see to. */
export const accountMail = ({
  to,
  title,
  message,
  action,
}: {
  to: string
  title: string
  message: string
  action: { label: string; url: string }
}) =>
  write({
    to,
    subject: title,
    title,
    tone: 'wrong',
    paragraphs: [message],
    action,
  })
