import { write } from './templates.ts'

type ReportLetter = {
  to: string
  replyTo: string
  sender: string
  business: string
  month: string
  url: string
}

/** Invites a recipient to a released report. Omits the sender's note, so that nobody can mail strangers their own text through us. */
export const reportMail = ({ to, replyTo, sender, business, month, url }: ReportLetter) =>
  write({
    to,
    replyTo,
    subject: `${business}: report for ${month}`,
    title: `${business} in ${month}`,
    paragraphs: [
      `${sender} has shared a one-page report with you: what was published, what grew and what is planned next.`,
    ],
    action: { label: 'Open the report', url },
    aside: 'The link is private. Anyone who has it can read the report until it is withdrawn.',
  })
