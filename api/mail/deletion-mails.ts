import { DELETION_DAYS, DELETION_MESSAGES } from '#shared/auth/account-deletion.ts'
import { brand } from '#shared/brand.ts'
import { write } from './templates.ts'

type Owner = { to: string; fullname: string; siteUrl: string }

export const deletionRequestedMail = ({ to, fullname, siteUrl, deletionAt }: Owner & { deletionAt: Date }) =>
  write({
    to,
    subject: `Your ${brand.siteName} account will be deleted on ${day(deletionAt)}`,
    title: `Your account will be deleted on ${day(deletionAt)}`,
    tone: 'wrong',
    paragraphs: [`Hello ${fullname},`, ...DELETION_MESSAGES.whatHappens],
    action: { label: 'Keep my account', url: `${siteUrl}/dashboard` },
    aside: `If you didn’t ask for this, sign in within ${DELETION_DAYS} days, choose Keep my account, and change your password.`,
  })

export const deletionCanceledMail = ({ to, fullname, siteUrl }: Owner) =>
  write({
    to,
    subject: `Your ${brand.siteName} account stays`,
    title: 'Your account stays',
    tone: 'good',
    paragraphs: [
      `Hello ${fullname},`,
      'You chose to keep your account: nothing will be deleted. Your posts are scheduled again. A post whose time has passed waits for you to decide.',
    ],
    action: { label: 'See your posts', url: `${siteUrl}/dashboard/view-post` },
  })

/** Sent as the account is deleted. */
export const deletionDoneMail = ({ to, fullname, siteUrl }: Owner) =>
  write({
    to,
    subject: `Your ${brand.siteName} account is deleted`,
    title: 'Your account is deleted',
    paragraphs: [
      `Hello ${fullname},`,
      `As you asked, we’ve deleted your account and everything in it: profile, businesses, posts, files and connections. What was published stays on your networks. Copies in our backups are overwritten as new backups are made.`,
      'This is our last email to you. Thank you for being with us.',
    ],
    action: { label: brand.siteName, url: siteUrl },
  })

const day = (date: Date) => date.toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: 'UTC' })
