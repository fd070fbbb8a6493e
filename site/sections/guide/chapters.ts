import { MAX_ACCOUNTS_BASIC_PLAN } from '#shared/accounts.ts'
import { brand } from '#shared/brand.ts'
import { formatList } from '#shared/format-list.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { SUPPORT_HOURS } from '#shared/requests/support.ts'

export type Chapter = {
  id: string
  title: string
  intro: string
  points: readonly { what: string; text: string }[]
  /** Screen that the chapter describes. */
  link: { href: string; label: string }
}

const number = (value: number) => new Intl.NumberFormat('en-AU').format(value)
const limits = NETWORK_IDS.map(id => `${networks[id].name} ${number(networks[id].maxChars)}`)

export const chapters: readonly Chapter[] = [
  {
    id: 'businesses',
    title: 'Your businesses',
    intro:
      'Everything belongs to a business: its accounts, its posts and its website’s scores. You can have several.',
    points: [
      {
        what: 'Add one',
        text: 'Choose Add New Domain on the dashboard, or Create New in the list at the top of a screen. It needs a name; a website is optional.',
      },
      {
        what: 'Choose one',
        text: 'The globe button at the top of most screens shows which business you’re working on. Choosing another changes accounts, posts and figures at once.',
      },
      {
        what: 'Delete one',
        text: 'Its accounts, drafts and scheduled posts go with it, and can’t be brought back. What was published stays on its network.',
      },
    ],
    link: { href: '/dashboard', label: 'Open your dashboard' },
  },
  {
    id: 'scores',
    title: 'Website scores',
    intro:
      'Four scores from 0 to 100 say how your website does: Performance, Accessibility, Best Practices and SEO. They come from Lighthouse, Google’s own measure.',
    points: [
      { what: 'What is good', text: '90 or more is green, 50 to 89 amber, below 50 red.' },
      {
        what: 'When they’re measured',
        text: 'When a website is added or changed, each night, and whenever you press the round arrow in its row. It takes up to a minute.',
      },
      {
        what: 'When there are none',
        text: 'The row says why: the site could not be reached, took too long, or is not a page.',
      },
    ],
    link: { href: '/dashboard', label: 'See your scores' },
  },
  {
    id: 'accounts',
    title: 'Connecting accounts',
    intro: `In Social Hub each network has a card. The Basic Plan allows up to ${MAX_ACCOUNTS_BASIC_PLAN} social accounts in all, one of each network for a business.`,
    points: [
      {
        what: 'Connect',
        text: 'The network’s own window opens. Sign in there, allow what it asks for, and come back. If your Facebook login has several Pages, choose this business’s.',
      },
      {
        what: 'Instagram',
        text: 'Needs a professional account, Business or Creator. Switching is free and done in Instagram’s settings.',
      },
      {
        what: 'Bluesky',
        text: 'Enter your handle, then sign in at your account’s server and agree. We may only post, like and hide replies. If its server has no such page, enter an app password, which you create in Bluesky’s settings.',
      },
      {
        what: 'WordPress',
        text: 'Enter the address of your website, then sign in there as an author, an editor or an administrator and agree. Nothing has to be copied. Your posts become articles, with a title, categories and tags.',
      },
      {
        what: 'Reconnect',
        text: 'When a network signs us out, the card says so, we email you, and the posts of that account are held until you reconnect.',
      },
      {
        what: 'Disconnect',
        text: 'Deletes our key and the account’s details at once. Its scheduled posts are held.',
      },
    ],
    link: { href: '/dashboard/social-hub', label: 'Open Social Hub' },
  },
  {
    id: 'writing',
    title: 'Writing a post',
    intro:
      'Choose the networks, write once or separately for each, add pictures or a video, and look at the preview.',
    points: [
      {
        what: 'Files',
        text: `Up to ${MAX_FILES}: JPG, PNG, HEIC, WebP, AVIF, still GIF, MP4 and MOV. Pictures can be put in order, described for people who can’t see them, and shown on some networks only.`,
      },
      {
        what: 'Length',
        text: `Each network has its own limit of characters: ${formatList(limits)}. The counter turns from blue to amber to red.`,
      },
      {
        what: 'Generate with AI',
        text: 'Write what the post is about, press the button and read the result. You can stop it, undo it and change every word. Nothing goes out until you send it.',
      },
      { what: 'Drafts', text: 'What you write is kept as you type. Leave, and come back to it later.' },
    ],
    link: { href: '/dashboard/create-post', label: 'Write a post' },
  },
  {
    id: 'scheduling',
    title: 'Scheduling',
    intro:
      'Turn on Schedule this post and choose a day and a time, in steps of 15 minutes, in the business’s time zone.',
    points: [
      {
        what: 'It goes out automatically',
        text: 'You don’t need to be signed in. If a network can’t be reached we try again, and never send a post twice.',
      },
      {
        what: 'Change your mind',
        text: 'Edit, move or cancel a post until it begins to go out, from its card or in the calendar.',
      },
      {
        what: 'Late',
        text: 'A post that missed its time by too much goes on hold, and you decide what to do. Nothing goes out at a strange hour.',
      },
    ],
    link: { href: '/dashboard/view-post', label: 'View your posts' },
  },
  {
    id: 'posts',
    title: 'Posts and calendar',
    intro: 'Every post is in one place, sorted by state, and in a calendar by date.',
    points: [
      {
        what: 'On your networks',
        text: 'See what is on your Facebook Page and your Instagram account, whoever posted it. Posts on Facebook and Google can be edited and deleted there; Instagram allows neither.',
      },
      {
        what: 'Failed',
        text: 'The card says why in plain words, and what to do. Put it right, then try again.',
      },
      {
        what: 'Calendar',
        text: 'A month, a week or a list. Drag a post to another day. With the keyboard, arrows move between days, Enter opens one, and Shift with an arrow moves a post.',
      },
    ],
    link: { href: '/dashboard/view-post', label: 'View your posts' },
  },
  {
    id: 'insights',
    title: 'Insights',
    intro:
      'Followers, engagement, reach, views and clicks as Facebook and Instagram report them, fetched several times a day.',
    points: [
      {
        what: 'Change',
        text: 'Choose seven, thirty or ninety days. Each figure is compared with the days before, or with the day on which you connected.',
      },
      {
        what: 'Top posts',
        text: 'See which posts had the most reactions, or choose another order: reach, views, saves, clicks or the engagement rate, which is engagement divided by reach.',
      },
      {
        what: 'Best time',
        text: 'Once people have reacted to ten posts, we show the weekday and hour at which they react most.',
      },
      {
        what: 'What is missing',
        text: 'Facebook gives daily figures for Pages with 100 followers or more, and only with your permission. Where it doesn’t, we count what the posts show, and say so.',
      },
    ],
    link: { href: '/dashboard/insights', label: 'View Insights' },
  },
  {
    id: 'notifications',
    title: 'Notifications and settings',
    intro:
      'We notify you how your posts went and which accounts need attention, also by email unless you turn that off.',
    points: [
      {
        what: 'Choose',
        text: 'In Settings you say what we email you about, and whether this browser may notify you.',
      },
      {
        what: 'Two-factor',
        text: 'Have each sign-in ask for a code from your phone’s authenticator app. Keep the recovery codes somewhere safe.',
      },
      { what: 'Sessions', text: 'See where you are signed in, and sign out anything you don’t recognise.' },
      {
        what: 'Your data',
        text: 'Download all of it as a zip. Deleting the account takes seven days, in which you can change your mind.',
      },
    ],
    link: { href: '/dashboard/settings', label: 'Open Settings' },
  },
  {
    id: 'help',
    title: 'Getting help',
    intro: `Write under Help, or to ${brand.email}. A person answers.`,
    points: [
      ...(SUPPORT_HOURS.length > 0
        ? [{ what: 'Hours', text: SUPPORT_HOURS.map(({ days, hours }) => `${days} ${hours}`).join(', ') }]
        : []),
      { what: 'A call', text: 'Choose a time under Schedule Call, and we confirm it by email.' },
    ],
    link: { href: '/dashboard/help', label: 'Open Help' },
  },
]
