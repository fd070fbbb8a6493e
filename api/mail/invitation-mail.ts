import { brand } from '#shared/brand.ts'
import { INVITATION_DAYS } from '#shared/businesses/members.ts'
import { write } from './templates.ts'

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
