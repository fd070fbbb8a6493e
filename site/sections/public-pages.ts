import { brand, money, offer, sellsWebsites } from '#shared/brand.ts'
import { calls } from '#shared/calls.ts'

const { siteName, regions, websitePlan } = brand

/** Titles and descriptions of the indexed pages, for search engines and sharing. */
export const publicPages = {
  home: {
    path: '/',
    title: `${offer} in ${regions[0]} · ${siteName}`,
    description: `You send a photo and a line. We plan, write and post for you, and you approve each post on your phone.${sellsWebsites ? ` Websites from ${money(websitePlan.price)} ${websitePlan.currency} a month.` : ''}`,
    headline: 'Your business, seen all week.',
  },
  book: {
    path: '/book',
    title: `Book a call with ${siteName}`,
    description: `Choose a time for a free call of ${calls.minutes} minutes with ${siteName}, in your own time zone. Move or cancel it with one press.`,
    headline: 'Let’s talk.',
  },
  contact: {
    path: '/contact',
    title: `Contact ${siteName}: ask us anything`,
    description: `Write to ${siteName} about advertising, social posts or a website. A person reads it and answers.`,
    headline: 'Ask us anything.',
  },
  audit: {
    path: '/audit',
    title: `Check your website, free · ${siteName}`,
    description: `Type your address and read in plain sentences what is good about your website, what costs you customers, and how it looks when somebody shares it.`,
    headline: 'Does your website send customers away?',
  },
  hire: {
    path: '/have-us-do-it',
    title: `Have ${siteName} do it: what it costs, what happens next`,
    description: `Tell ${siteName} what you need, and a person answers with a plan and a price. You approve each post before it goes out.`,
    headline: 'Have us do it.',
  },
  plans: {
    path: '/upgrade',
    title: `Plans and prices of ${siteName}: done for you, or free`,
    description: `What it costs to have ${siteName} plan, write and post for you, what our other services cost, and what you can do yourself, free.`,
    headline: 'As much help as you want.',
  },
  guide: {
    path: '/guide',
    title: `User Guide of ${siteName}: every screen explained`,
    description: `How to add a business, connect its accounts, write and schedule posts, read figures and keep an account safe with ${siteName}.`,
    headline: 'Every screen explained.',
  },
  tutorials: {
    path: '/tutorials',
    title: `${siteName} tutorials: short films of the first steps`,
    description: `Connect an account, schedule a post, move it, and reconnect an account that was signed out: filmed, and step by step.`,
    headline: 'The first steps, filmed.',
  },
  privacy: {
    path: '/privacy-policy',
    title: `Privacy Policy of ${siteName}`,
    description: `What ${siteName} keeps about you, why, who else sees it, and how you read, export or delete it.`,
    headline: 'What we keep, and what we don’t.',
    updated: new Date('2026-11-21'),
  },
  terms: {
    path: '/termsandconditions',
    title: `Terms of Service of ${siteName}`,
    description: `The terms on which ${brand.company} provides ${siteName}: accounts, payments, liability and governing law.`,
    headline: 'Terms of Service',
    updated: new Date('2025-06-10'),
  },
  deletion: {
    path: '/data-deletion',
    title: `Delete your data from ${siteName}`,
    description: `How to remove your Facebook, Instagram or Google data from ${siteName}, and how to check the progress.`,
    headline: 'Your data goes when you say so.',
  },
} as const

/** Served for the private link of each booked call; not indexed. */
export const callPage = {
  path: '/call',
  title: `Your call with ${siteName}`,
  description: `Move or cancel your call with ${siteName}.`,
  headline: 'Your call',
} as const

/** Served for every link in a reset mail; not indexed. */
export const resetPage = {
  path: '/reset-password',
  title: `Reset your ${siteName} password`,
  description: `Choose a new password for your ${siteName} account.`,
  headline: 'A new password',
} as const
