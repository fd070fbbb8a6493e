import { brand } from '#shared/brand.ts'
import { write } from './templates.ts'

type Reply = {
  to: string
  subject: string
  text: string
  /** Name of the administrator who wrote it. */
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
      ...(quote ? [`You wrote on ${day(quotedAt)}:`] : []),
    ],
    quote,
  })

const paragraphsOf = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter(paragraph => paragraph.trim() !== '')

const day = (date: Date) =>
  date.toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: 'Australia/Melbourne' })
