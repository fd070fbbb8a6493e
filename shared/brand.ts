/** The agency that runs this installation. Every text about the agency takes its facts from this file. */
export const brand = {
  /** The product's name, in headings and the dashboard's top bar. */
  siteName: 'Currawong',
  tagline: 'AI tools for social posts that small businesses enjoy using',
  company: 'Currawong Marketing Pty Ltd',
  email: 'hello@currawong.example',
  website: 'https://currawong.example',
  /** Shown in the footer and in mails; left out while empty. */
  abn: '' as string,
  phone: '' as string,
  address: '' as string,
  country: 'Australia',
  regions: ['Melbourne', 'regional Victoria'],
  /** URLs of the agency's own profiles; left out while empty. */
  social: { facebook: '' as string, instagram: '' as string },
  /** Time within which a person replies. */
  replies: 'within two business days',
  /** Terms of the paid services, in the words of the pages that state prices. */
  terms: {
    gstPercent: 10,
    cancelling:
      'Basic: delete your account in Settings whenever you like. A paid plan or a website: write to us, and it ends with the month that you have paid for.',
    ownership:
      'You do. The domain is registered in your name, and the site’s words, pictures and files stay yours if you leave.',
  },
  websitePlan: { price: 99, currency: 'AUD', pages: '1-3' },
  postsPerWeek: 5,
  /** Plans above the Basic Plan. Choosing one sends a request that the agency answers. */
  plans: [
    {
      id: 'basic',
      name: 'Basic',
      price: 'Free',
      text: 'Everything that one business needs to be seen.',
      points: [
        'Up to 5 social accounts, across as many businesses as you like',
        'Facebook, Instagram and Google Business Profile',
        'Schedule up to a year ahead, with a calendar',
        'An AI first draft when you’re stuck for words',
        'Your figures, best times and website scores',
      ],
    },
    {
      id: 'more-accounts',
      name: 'More accounts',
      price: 'By agreement',
      text: 'For several shops, brands or franchises.',
      points: [
        'More than 5 social accounts: say how many',
        'Everything in Basic',
        'One bill for all of your businesses',
      ],
    },
    {
      id: 'done-for-you',
      name: 'Done for you',
      price: 'By agreement',
      text: 'When the week gets away from you.',
      points: [
        'Up to 5 posts a week, planned and written with you',
        'You see each one before your customers do',
        'Ads set up and watched; you set the budget',
      ],
    },
  ],
} as const
